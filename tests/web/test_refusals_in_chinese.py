"""What a real server refuses, in Chinese: to players by the words of every page, to staff by theirs."""

from collections.abc import Callable
from typing import Any

import pytest

from pitboss.access.roles import Role
from pitboss.client import Client, Refused, calls
from pitboss.messages import acts
from pitboss.messages.people import LockAccount
from tests.api.served import SLOW, Served, served_floor
from tests.api.test_tables import wait_for_round
from tests.web.chinese import in_chinese

TABLE = "MSS-1"
BY_CODE = {
    "account_known": "姓名 ann 已被使用：请另选",
    "bets_on_box": "ann 在 1 号框有注码：须先收回或玩完",
    "buy_in_too_large": "ann 在赌桌 MSS-1 有 10000.00，不经员工至多买到 10000.00",
    "chips_short": "ann 在赌桌 MSS-1 台面以外有 9975.00",
    "limit_not_possible": "限额须为大于 0 的金额；若完全不玩，请休息一段时间",
    "name_not_possible": (
        "“9 lives”不能作为账户名：姓名为 2 至 32 个字母、数字、点、横线或下划线，并以字母开头"
    ),
    "not_in_chips": "注码须由 5.00 的筹码组成",
    "not_ones_own": "ann 只能为自己行动，而这是为 bob",
    "seat_empty": "7 号框无人就座",
    "seat_taken": "2 号框的座位属于 bob",
    "secret_weak": "密码须为 12 至 128 位",
    "sign_in_refused": "姓名、密码或 PIN 不对，或账户已锁定：请稍候，或请人协助",
    "too_many_seats": "ann 未下注而占有的座位已达上限，所有赌桌合计至多 2 个：请先在该处下注或离座",
    "stale_round": "这是为赌桌 MSS-1 第 9 局发出的，而现在是第 1 局：请看赌桌后重新发出",
}
"""The refusals of an evening of ann's, who sits beside bob."""

served = served_floor(SLOW, scope="function")


def refusal(client: Client, call: calls.Call[Any]) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        client.send(call)
    cited = f" ({', '.join(refused.value.clauses)})" if refused.value.clauses else ""
    return refused.value.code, str(refused.value).removesuffix(cited)


def bet(box: int, amount: str, player: str | None = None, number: int | None = None) -> calls.Call[Any]:
    placed = acts.Bet(box=box, bet="ante", amount=amount, player=player)
    return calls.act(TABLE, placed, number=number)


def test_what_a_player_is_refused(served: Served) -> None:
    with served.player("ann") as ann, served.player("bob") as bob:
        wait_for_round(ann, TABLE)
        bob.send(calls.sit_down(TABLE, 2))
        told = [refusal(ann, calls.buy_in(TABLE, "5.00"))]
        ann.send(calls.sit_down(TABLE, 1))
        ann.send(bet(1, "25.00"))
        for box in (3, 4):
            ann.send(calls.sit_down(TABLE, box))
        told += [
            refusal(ann, call)
            for call in (
                calls.register("ann", "a long walk by the sea"),
                calls.register("9 lives", "a long walk by the sea"),
                calls.register("cat", "short"),
                calls.sign_in("ann", "not the password at all"),
                calls.sit_down(TABLE, 2),
                calls.sit_down(TABLE, 5),
                calls.stand_up(TABLE, 1),
                calls.stand_up(TABLE, 7),
                bet(3, "26.00"),
                bet(3, "25.00", player="bob"),
                bet(3, "25.00", number=9),
                calls.cash_out(TABLE, "10000.00"),
                calls.set_my_limit("loss", "0"),
            )
        ]
    chinese = in_chinese((text for _, text in told), "loadRefusals")
    assert {code: chinese[text] for code, text in told} == BY_CODE


STAFF: dict[str, tuple[Role, Callable[[], calls.Call[Any]]]] = {
    "赌桌 MSS-1 由软件发牌：无须签到": ("dealer", lambda: calls.sign_on(TABLE, "dealer")),
    "赌桌 MSS-1 已经开桌": ("pit_manager", lambda: calls.open_table(TABLE)),
    "没有提案 table/MSS-1/9": ("pit_manager", lambda: calls.withdraw(f"table/{TABLE}/9", "a try")),
    "administrator 不能决定自己的账户：请找他人": (
        "administrator",
        lambda: calls.act_on_account("administrator", LockAccount(), "a try"),
    ),
}


def test_what_staff_are_refused(served: Served) -> None:
    texts = []
    for role, call in STAFF.values():
        with served.client(role) as client:
            texts.append(refusal(client, call())[1])
    assert list(in_chinese(texts, "loadStaff", "loadRefusals").values()) == list(STAFF)
