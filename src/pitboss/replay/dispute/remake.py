"""The visible page made again from the events that a dispute page proves, to be compared with what it shows.

What no event of the round tells is taken from the signed data: the operator, the link's name, and the moments
of other tables.
"""

from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from typing import Any, Final, get_args

from msgspec import Struct, convert
from msgspec.structs import replace

from pitboss.build import build_hash
from pitboss.floor.aggregates import floor_registry
from pitboss.floor.tables.past_rounds import DecodedEvent, PastRound
from pitboss.invariant import InvariantBroken
from pitboss.jackpots import events as le
from pitboss.jackpots.parts import Slip
from pitboss.money import CENTS_PER_DOLLAR
from pitboss.reason import Reason, because
from pitboss.replay.acts import acts
from pitboss.replay.dispute.document import SENSELESS, Document, PageFinding, finding_of
from pitboss.replay.dispute.page import page
from pitboss.replay.log_proofs import Proof
from pitboss.replay.replay import Moment, Replay, at_link, at_table
from pitboss.replay.round_file import InstalledText, remembered_players, round_file_after
from pitboss.replay.sign_history import Displays, SignChange
from pitboss.sheets.formats import SheetText
from pitboss.sheets.game import Game
from pitboss.store import Recorded

_DEEPEST: Final = 6
"""Reasons within each other in the signed data; those of a link are three deep."""


class _NotShown(Struct, frozen=True):
    """An event of which the page holds no more than a moment."""


class NotProved(ValueError):
    """Something that a page shows of its round is not among the events that it proves."""


def compare_with_events(document: Document, past: PastRound, game: Game) -> PageFinding:
    """Whether the page shows just what is made again from its events."""
    try:
        same = any(again == document.visible for again in _pages_again(document, past, game))
    except (AssertionError, InvariantBroken, NotProved, *SENSELESS):
        return PageFinding(None, because("page.not_remade"), needed=True)
    if not same and document.record.build != build_hash():
        return PageFinding(None, because("page.other_build", build=document.record.build), needed=True)
    return finding_of(same, because("page.remade"))


def _pages_again(document: Document, past: PastRound, game: Game) -> Iterator[str]:
    """The visible page, once for each state that the library of its maker may have been in."""
    record = document.record
    made = _microseconds(record.made)
    shown = _replay_again(record.replay, record.proof, past, game)
    if remembered_players(shown):
        told = record.replay["round_file"]
        yield page(shown, told["text"], told["same_lines"], record.proof, made, record.language)
        return
    for installed in get_args(InstalledText):
        file = round_file_after(shown, (), installed)
        text = file.text(record.language)
        yield page(shown, text, file.same_lines, record.proof, made, record.language)


def _replay_again(told: dict[str, Any], proof: Proof, past: PastRound, game: Game) -> Replay:
    moments = told["moments"]
    linked = told["link"] is not None and any(one["display"] is not None for one in moments)
    displays = _displays(told, proof, past) if linked else None
    shown = Replay(
        past=past,
        game=game,
        text=SheetText("", ""),
        operator=told["operator"],
        link=told["link"],
        displays=displays,
        moments=_moments(moments, past, game, displays),
    )
    if [slip["number"] for slip in told["slips"]] != [slip.number for slip in shown.slips]:
        raise NotProved("a slip")
    if [one["id"] for one in told["transfers"]] != [one.id for one in shown.transfers]:
        raise NotProved("a transfer")
    return shown


def _displays(told: dict[str, Any], proof: Proof, past: PastRound) -> Displays:
    """The round's own events at its link; values of the display are those told."""
    by_position = {one["events"][0]: one for one in told["moments"]}
    decode = floor_registry().decode
    movements, slips, back = [], list[Slip](), list[int]()
    for recorded in proof.shown():
        if recorded.stream != f"link/{told['link']}":
            continue
        event, at = decode(recorded), by_position.get(recorded.position, {})
        movements.append(SignChange(DecodedEvent(recorded, event), _cents(at), _cents(at, "change")))
        if isinstance(event, le.ClaimsPaid):
            slips += event.slips
        if isinstance(event, le.AwardReversed):
            back.append(event.slip)
    return Displays(Fraction(0), tuple(movements), tuple(slips), tuple(back))


def _moments(
    told: list[dict[str, Any]], past: PastRound, game: Game, displays: Displays | None
) -> tuple[Moment, ...]:
    at_the_table = (at_table(game, act, None) for act in acts(past))
    at_the_link = at_link(past, displays.movements) if displays else ()
    proved = {moment.first.recorded.position: moment for moment in (*at_the_table, *at_the_link)}
    shown = [_moment(one, proved.pop(one["events"][0], None)) for one in told]
    if proved:
        raise NotProved("a moment")
    return tuple(shown)


def _moment(told: dict[str, Any], proved: Moment | None) -> Moment:
    """A moment with the display that is told of it; one of another table is as it is told."""
    displayed = None if told["display"] is None else _cents(told)
    change = _cents(told, "change")
    if proved is not None:
        return replace(proved, displayed=displayed, change=change)
    return Moment(
        who=told["who"],
        role=told["role"],
        said=_told_reason(told["said"]),
        then=tuple(map(_told_reason, told["then"])),
        displayed=displayed,
        change=change,
        entries=(DecodedEvent(_place(told), _NotShown()),),
        act=None,
        own=told.get("own", False),
    )


def _told_reason(told: Any) -> Reason:
    """A reason of the signed data. An entry may show a param twice, so each depth may double its length."""
    reason = convert(told, Reason)
    within = [reason]
    for _ in range(_DEEPEST):
        within = [each for one in within for each in _reasons_in(one)]
    if within:
        raise NotProved("a reason")
    return reason


def _reasons_in(reason: Reason) -> Iterator[Reason]:
    for value in reason.params.values():
        yield from (
            each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, Reason)
        )


def _place(told: dict[str, Any]) -> Recorded:
    """Where and when an event was recorded that the page does not show."""
    return Recorded(
        position=told["position"],
        append=0,
        stream="",
        version=0,
        kind="",
        schema=0,
        recorded=_microseconds(told["time"]),
        salt=b"",
        data=b"",
        hash=b"",
    )


def _microseconds(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp()) * 1_000_000


def _cents(told: dict[str, Any], name: str = "display") -> Fraction:
    """A value as ``format_exact`` writes it, such as ``15.00 1/3``; zero where there is none."""
    written = str(told.get(name) or "0")
    dollars, _, rest = written.removeprefix("-").partition(" ")
    cents = Fraction(dollars) * CENTS_PER_DOLLAR + Fraction(rest or 0)
    return -cents if written.startswith("-") else cents
