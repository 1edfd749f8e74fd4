"""Parse and format the steps of a round file: text to command and back."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, get_args

from pitboss.bet_names import is_bet_name
from pitboss.cards import Card, parse_card
from pitboss.money import brief, format_cents, parse_cents
from pitboss.people import ROLES, PitRole
from pitboss.reason import Unreadable, because
from pitboss.round import commands as cmd
from pitboss.round.rulings import BET_RULINGS, RULINGS

_BOX: Final = re.compile(r"0|[1-9]\d{0,8}", re.ASCII)
_CLAUSE: Final = re.compile(r"\d{1,2}(\.\d{1,2})+[a-z]?", re.ASCII)
_REASON: Final = re.compile(r"\sreason=")
_RESTRICTIONS: Final = ("close", "block", "no_jackpot")
_ACTIONS: Final = (*RULINGS, *BET_RULINGS, *_RESTRICTIONS)
_MOST_WORDS: Final = 64


class StepFault(Unreadable):
    """A step that cannot be read."""


def parse_step(text: str) -> tuple[cmd.Command, bool]:
    """Parse a step: its command, and whether a leading ``!`` expects a refusal."""
    text, *reason = _REASON.split(text, maxsplit=1)
    words = text.split()
    refused = bool(words) and words[0] == "!"
    words = words[1:] if refused else words
    if not words:
        raise StepFault(because("step.empty"))
    if len(words) > _MOST_WORDS:
        raise StepFault(because("step.words"))
    read = _READERS.get(words[0])
    if read is None:
        raise StepFault(because("step.unknown", given=brief(words[0]), steps=tuple(_READERS)))
    if reason:
        words.append(f"reason={reason[0]}")
    try:
        return read(words[1:]), refused
    except StepFault:
        raise
    except Unreadable as fault:
        raise StepFault(fault.reason) from None


def format_step(command: cmd.Command) -> str:
    """The step of a command, as a round file writes it."""
    match command:
        case cmd.PlaceBet(box=box, player=player, bet=bet, amount=amount, unnoticed=unnoticed):
            told = (f" {name}={value}" for name in ("by", "seated") if (value := getattr(command, name)))
            late = " unnoticed" if unnoticed else ""
            return f"bet {box} {player} {bet} {format_cents(amount)}{late}{''.join(told)}"
        case cmd.WithdrawBet(box, bet, player):
            return f"withdraw {box} {bet} {player}" if player else f"withdraw {box} {bet}"
        case cmd.LeaveTable(box, player):
            return f"leave {box} {player}" if player else f"leave {box}"
        case cmd.DealCards(to, cards):
            return f"deal {to} {' '.join(cards)}"
        case cmd.ShowCards(at, cards):
            return f"show {at} {' '.join(cards)}"
        case cmd.InterruptPlay(reason):
            return f"interrupt reason={reason}" if reason else "interrupt"
        case cmd.SettleRound():
            return "settle"
        case cmd.Choose(box, way):
            return f"choose {box} {way}"
        case cmd.Report():
            return _format_report(command)
        case cmd.LiftRestriction(clause=clause):
            return " ".join([f"lift {clause}", *_where_and_whom(command), *_action_by_reason(command)])
        case cmd.ViewHand(box, by):
            return f"view {box} by={by}" if by else f"view {box}"
        case _ if type(command) in _SIMPLE:
            given = (str(getattr(command, name)) for name in command.__struct_fields__)
            return " ".join((cmd.WORDS[type(command)], *given))
        case _:
            raise StepFault(because("step.no_step", command=type(command).__name__))


def _format_report(report: cmd.Report) -> str:
    yes_no = {True: "yes", False: "no"}
    parts = [f"report {report.clause}", *_where_and_whom(report)]
    if report.dealer:
        parts.append("dealer=yes")
    for name in ("reconstructed", "intentional", "permit"):
        value = getattr(report, name)
        if value is not None:
            parts.append(f"{name}={yes_no[value]}")
    if report.order:
        parts.append("order=" + ",".join(report.order))
    if report.count is not None:
        parts.append(f"count={report.count}")
    return " ".join([*parts, *_action_by_reason(report)])


def _where_and_whom(command: cmd.Report | cmd.LiftRestriction) -> Iterator[str]:
    if command.boxes:
        yield "box=" + ",".join(str(box) for box in command.boxes)
    if command.player:
        yield f"player={command.player}"


def _action_by_reason(command: cmd.Report | cmd.LiftRestriction) -> Iterator[str]:
    if command.action:
        yield f"action={command.action}"
    if isinstance(command, cmd.Report) and command.bet:
        yield f"bet={command.bet}"
    if isinstance(command, cmd.Report) and command.amount is not None:
        yield f"amount={format_cents(command.amount)}"
    for name in ("by", "reason"):
        if value := getattr(command, name):
            yield f"{name}={value}"


def _want(words: list[str], least: int, form: str, most: int | None = None) -> None:
    if not least <= len(words) <= (least if most is None else most):
        raise StepFault(because("step.arguments", form=form))


def _box(word: str) -> int:
    if _BOX.fullmatch(word) is None:
        raise StepFault(because("step.box", given=brief(word)))
    return int(word)


def _count(word: str) -> int:
    if _BOX.fullmatch(word) is None:
        raise StepFault(because("step.count", given=brief(word)))
    return int(word)


def _bet_name(word: str) -> str:
    """The name of a bet; whether a sheet has it is not asked here."""
    if not is_bet_name(word):
        raise StepFault(because("step.bet_name", given=brief(word)))
    return word


def _amount(word: str) -> int:
    cents = parse_cents(word)
    if cents == 0:
        raise StepFault(because("step.zero"))
    return cents


def _place(word: str) -> cmd.Place:
    if word == "dealer":
        return "dealer"
    return "community" if word == "community" else _box(word)


def _cards(words: list[str]) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in words)


def _read_bet(words: list[str]) -> cmd.Command:
    form = "bet BOX PLAYER BET AMOUNT [unnoticed] [by=ROLE] [seated=PLAYER]"
    _want(words, 4, form, 7)
    box, player, bet, amount, *rest = words
    unnoticed = rest[:1] == ["unnoticed"]
    given = _named(rest[unnoticed:], ("by", "seated") if bet == "jackpot" else ("by",), form)
    return cmd.PlaceBet(
        box=_box(box),
        player=player,
        bet=_bet_name(bet),
        amount=_amount(amount),
        unnoticed=unnoticed,
        by=_role(given),
        seated=given.get("seated"),
    )


def _read_view(words: list[str]) -> cmd.Command:
    form = "view BOX [by=ROLE]"
    _want(words, 1, form, 2)
    return cmd.ViewHand(_box(words[0]), _role(_named(words[1:], ("by",), form)))


def _named(words: list[str], known: tuple[str, ...], form: str) -> dict[str, str]:
    """The words that may be left, ``NAME=VALUE``."""
    given: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if name not in known or name in given or not sign or not value:
            raise StepFault(because("step.argument_out_of_place", given=brief(word), form=form))
        given[name] = value
    return given


def _role(given: dict[str, str]) -> PitRole | None:
    return _one_of(given, "by", ROLES)  # type: ignore[return-value]


def _read_withdraw(words: list[str]) -> cmd.Command:
    _want(words, 2, "withdraw BOX BET [PLAYER]", 3)
    return cmd.WithdrawBet(_box(words[0]), _bet_name(words[1]), *words[2:])


def _read_leave(words: list[str]) -> cmd.Command:
    _want(words, 1, "leave BOX [PLAYER]", 2)
    return cmd.LeaveTable(_box(words[0]), *words[1:])


def _read_deal(words: list[str]) -> cmd.Command:
    _want(words, 2, "deal BOX|dealer|community CARDS…", _MOST_WORDS)
    return cmd.DealCards(_place(words[0]), _cards(words[1:]))


def _read_show(words: list[str]) -> cmd.Command:
    _want(words, 2, "show BOX|dealer|community CARDS…", _MOST_WORDS)
    return cmd.ShowCards(_place(words[0]), _cards(words[1:]))


def _read_choose(words: list[str]) -> cmd.Command:
    _want(words, 2, "choose BOX continue|withdraw")
    match words[1]:
        case "continue":
            return cmd.Choose(_box(words[0]), "continue")
        case "withdraw":
            return cmd.Choose(_box(words[0]), "withdraw")
        case other:
            raise StepFault(because("step.option", given=brief(other)))


def _simple(command: Any) -> Callable[[list[str]], cmd.Command]:
    """The reader of a command that names at most a box or a card."""
    fields = command.__struct_fields__
    form = " ".join((cmd.WORDS[command], *(name.upper() for name in fields)))

    def read(words: list[str]) -> cmd.Command:
        _want(words, len(fields), form)
        values = [
            _box(word) if name == "box" else parse_card(word)
            for name, word in zip(fields, words, strict=True)
        ]
        found: cmd.Command = command(*values)
        return found

    return read


def _read_interrupt(words: list[str]) -> cmd.Command:
    form = "interrupt [reason=…]"
    _want(words, 0, form, 1)
    return cmd.InterruptPlay(_named(words, ("reason",), form).get("reason", ""))


def _read_settle(words: list[str]) -> cmd.Command:
    _want(words, 0, "settle")
    return cmd.SettleRound()


def _read_report(words: list[str]) -> cmd.Command:
    return _report(*_arguments("report", words, _ARGUMENTS))


def _read_lift(words: list[str]) -> cmd.Command:
    clause, given = _arguments("lift", words, _LIFT_ARGUMENTS)
    return cmd.LiftRestriction(
        clause=clause,
        boxes=_boxes(given),
        player=given.get("player"),
        action=_one_of(given, "action", _RESTRICTIONS),  # type: ignore[arg-type]
        by=_role(given),
        reason=given.get("reason", ""),
    )


def _arguments(word: str, words: list[str], known: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    """The clause of a step and its arguments by name."""
    _want(words, 1, f"{word} CLAUSE [ARGUMENT=VALUE …]", _MOST_WORDS)
    if _CLAUSE.fullmatch(words[0]) is None:
        raise StepFault(because("step.clause", given=brief(words[0])))
    given: dict[str, str] = {}
    for word in words[1:]:
        name, sign, value = word.partition("=")
        if not sign or name not in known:
            raise StepFault(because("step.argument", given=brief(word), known=known))
        if name in given:
            raise StepFault(because("step.twice", name=name))
        if name == "player" and not value:
            raise StepFault(because("step.player"))
        given[name] = value
    return words[0], given


def _boxes(given: dict[str, str]) -> tuple[int, ...]:
    return tuple(_box(box) for box in given["box"].split(",")) if "box" in given else ()


def _report(clause: str, given: dict[str, str]) -> cmd.Report:
    return cmd.Report(
        clause=clause,
        boxes=_boxes(given),
        player=given.get("player"),
        dealer=_yes_no(given, "dealer") or False,
        reconstructed=_yes_no(given, "reconstructed"),
        intentional=_yes_no(given, "intentional"),
        order=_cards(given["order"].split(",")) if "order" in given else (),
        count=_count(given["count"]) if "count" in given else None,
        permit=_yes_no(given, "permit"),
        action=_one_of(given, "action", _ACTIONS),  # type: ignore[arg-type]
        bet=_bet_name(given["bet"]) if "bet" in given else None,
        amount=_amount(given["amount"]) if "amount" in given else None,
        by=_role(given),
        reason=given.get("reason", ""),
    )


def _yes_no(given: dict[str, str], name: str) -> bool | None:
    if name not in given:
        return None
    if given[name] not in ("yes", "no"):
        raise StepFault(because("step.yes_no", name=name, given=brief(given[name])))
    return given[name] == "yes"


def _one_of(given: dict[str, str], name: str, values: tuple[str, ...]) -> str | None:
    if name not in given:
        return None
    if given[name] not in values:
        raise StepFault(because("step.one_of", name=name, values=values, given=brief(given[name])))
    return given[name]


_ARGUMENTS: Final = (
    "box",
    "player",
    "dealer",
    "reconstructed",
    "intentional",
    "order",
    "count",
    "permit",
    "action",
    "bet",
    "amount",
    "by",
    "reason",
)
_LIFT_ARGUMENTS: Final = ("box", "player", "action", "by", "reason")

_OWN_READERS: Final[dict[str, Callable[[list[str]], cmd.Command]]] = {
    "bet": _read_bet,
    "withdraw": _read_withdraw,
    "deal": _read_deal,
    "show": _read_show,
    "view": _read_view,
    "leave": _read_leave,
    "interrupt": _read_interrupt,
    "report": _read_report,
    "lift": _read_lift,
    "choose": _read_choose,
    "settle": _read_settle,
}
_SIMPLE: Final = {command for command in cmd.WORDS if command.__struct_fields__ in ((), ("box",), ("card",))}
_READERS: Final[dict[str, Callable[[list[str]], cmd.Command]]] = {
    cmd.WORDS[command]: reader
    for command in get_args(cmd.Command)
    if (reader := _simple(command) if command in _SIMPLE else _OWN_READERS.get(cmd.WORDS[command]))
}
