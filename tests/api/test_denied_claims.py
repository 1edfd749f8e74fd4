"""A denied claim over HTTP: the automatic table it was won at goes on, on whichever server it was denied."""

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from pitboss.audit.audit import audit
from pitboss.client import Client, Refused, calls
from pitboss.floor.dealer.turns import Pace
from pitboss.messages import acts
from tests.api.served import Served, serving
from tests.api.waiting import table_when
from tests.browser.seats import known_decks
from tests.waiting import at_once

TABLE, LINK = "3CP-1", "spade"
ROYAL = "As Ks Qs 2d 5c 9h"
PACE = Pace(betting=0.2, decision=60, dealing=0.0, pause=0.05, seat=0)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with known_decks(monkeypatch, **{"3CP_1": ROYAL}):
        yield str(tmp_path)


def win(ann: Client) -> tuple[int, str]:
    """Play a hand that wins the whole jackpot; the round and its claim."""
    table_when(ann, TABLE, lambda now: now.round is not None and now.round.phase == "betting")
    ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
    ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="jackpot", amount="5.00")))
    table_when(ann, TABLE, lambda now: now.round is not None and now.round.boxes[0].to_decide)
    ann.send(calls.act(TABLE, acts.ExamineHand(box=1)))
    ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="play", amount="25.00")))
    now = table_when(ann, TABLE, lambda now: bool(now.pending))
    assert now.dealer is not None
    assert now.dealer.says == "jackpot_pending"
    assert now.round is not None
    return now.round.number, now.pending[0]


class Two:
    """Two people who deny a claim, at whichever server."""

    def __init__(self, served: Served) -> None:
        self._first = served.token("pit_manager")
        self._second = served.signature("shift_manager")

    def deny(self, url: str, claim: str) -> None:
        act = acts.DenyClaim(link=LINK, claim=claim)
        with Client(url, token=self._first) as first:
            first.send(calls.propose(act, "the light was off", self._second))


def goes_on(ann: Client, number: int) -> None:
    """The next round opens, and the one before was settled without the claim."""
    table_when(ann, TABLE, lambda now: now.round is not None and now.round.number > number)
    settlement = ann.send(calls.round_then(TABLE, number)).round.settlement
    assert settlement is not None
    (line,) = (line for line in settlement.lines if line.bet == "jackpot")
    assert (line.result, line.net) == ("lose", "-5.00")
    assert "denied" in line.why


def test_the_table_goes_on_after_a_denial_and_the_claim_does_not_come_back(folder: str) -> None:
    with serving(folder, PACE) as served, served.player("ann") as ann:
        two = Two(served)
        for _ in range(2):
            number, claim = win(ann)
            two.deny(served.url, claim)
            goes_on(ann, number)
            link = served.site.floor.link(LINK)
            assert link is not None
            assert (link.claims, link.slips) == ({}, ())
        assert audit(served.site.journal).fault is None


def test_also_after_a_restart_with_the_claim_open(folder: str) -> None:
    with serving(folder, PACE) as served, served.player("ann") as ann:
        number, claim = win(ann)
        two, token = Two(served), served.sign_in("ann")
    with serving(folder, PACE) as served, Client(served.url, token=token) as ann:
        table_when(ann, TABLE, lambda now: now.dealer is not None and now.dealer.says == "jackpot_pending")
        two.deny(served.url, claim)
        goes_on(ann, number)


def test_also_when_another_server_than_its_dealer_s_denies_it(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        dealing, other = (stack.enter_context(serving(folder, PACE)) for _ in range(2))
        monkeypatch.setattr(other.site.duty, "deals", lambda table, now: False)
        ann, two = stack.enter_context(dealing.player("ann")), Two(dealing)
        number, claim = win(ann)
        two.deny(other.url, claim)
        goes_on(ann, number)


def test_ten_payments_against_five_denials_do_one_thing_once(folder: str) -> None:
    with (
        serving(folder, PACE) as served,
        served.player("ann") as ann,
        served.client("pit_supervisor") as supervisor,
        served.client("shift_manager") as shift,
    ):
        two = Two(served)
        number, claim = win(ann)
        for item in ("bet_light", "cards_face_up", "surveillance"):
            supervisor.send(calls.act_at_link(LINK, acts.CheckClaim(claim=claim, item=item)))
        supervisor.send(calls.act_at_link(LINK, acts.CheckClaim(claim=claim, item="deck_count", count=52)))
        for client in (supervisor, shift):
            client.send(calls.act_at_link(LINK, acts.SignClaim(claim=claim)))

        def pay() -> str:
            with suppress(Refused):
                supervisor.send(calls.act_at_link(LINK, acts.PayClaim(claim=claim, means="attendant")))
                return "paid"
            return "refused"

        def deny() -> str:
            with suppress(Refused):
                two.deny(served.url, claim)
                return "denied"
            return "refused"

        answers = at_once(*[pay] * 10, *[deny] * 5)
        assert answers.count("refused") == 14
        table_when(ann, TABLE, lambda now: now.round is not None and now.round.number > number)
        settlement = ann.send(calls.round_then(TABLE, number)).round.settlement
        assert settlement is not None
        (line,) = (line for line in settlement.lines if line.bet == "jackpot")
        assert line.result == ("win" if "paid" in answers else "lose")
        link = served.site.floor.link(LINK)
        assert link is not None
        assert len(link.slips) == answers.count("paid")
        assert not link.unpaid
        assert audit(served.site.journal).fault is None
