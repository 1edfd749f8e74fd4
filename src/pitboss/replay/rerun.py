"""Past rounds settled again by another text of their sheet, or by other readings."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from fractions import Fraction

from msgspec import Struct, structs

from pitboss.citation import Clause
from pitboss.floor.tables.past_rounds import DecodedEvent, PastRound
from pitboss.jackpots import events as le
from pitboss.jackpots.parts import Slip
from pitboss.reason import Fault, Reason, because
from pitboss.refusal import Refusal
from pitboss.replay.acts import commands_and_events
from pitboss.replay.entries import rounds
from pitboss.round import Round, apply, open_round
from pitboss.round import commands as cmd
from pitboss.round import events as ev
from pitboss.settlement import Line, Settlement
from pitboss.sheets.game import Game


class CannotRerun(Fault):
    """A round that cannot be settled again; the text says why."""


class OtherGame(Fault):
    """A round that the new sheet is not for, and why."""


class ChangedBet(Struct, frozen=True, kw_only=True):
    """A bet that the other text settles otherwise."""

    box: int
    player: str
    bet: str
    then: int
    now: int
    """Net result by the other text, in cents."""
    then_clauses: tuple[Clause, ...]
    now_clauses: tuple[Clause, ...]


class Rerun(Struct, frozen=True, kw_only=True):
    """A round settled again, or the reason why not."""

    round: str
    day: date
    sheet: str
    text: str
    """The hash of the text that it was played by."""
    changes: tuple[ChangedBet, ...] = ()
    then: Settlement | None = None
    now: Settlement | None = None
    failed: Reason | None = None
    """Why it cannot be settled again."""
    left_out: Reason | None = None
    """Why it is not one of the rounds in question."""


SheetChoice = Callable[[PastRound], tuple[Game, Game]]
"""The sheet a round was played by, and the one to settle it by; raises :class:`OtherGame`."""


def rerun(
    entries: Iterator[DecodedEvent], choose: SheetChoice, wanted: Callable[[PastRound], bool]
) -> Iterator[Rerun]:
    """Every wanted round among these events, settled again."""
    paid: dict[tuple[str, str], dict[tuple[str, int], Slip]] = {}
    for past in rounds(_noting_slips(entries, paid)):
        slips = paid.pop((past.table, str(past.began.number)), {})
        if wanted(past):
            yield _again(past, choose, tuple(slips.values()))


def _again(past: PastRound, choose: SheetChoice, slips: tuple[Slip, ...]) -> Rerun:
    hashes = past.round.hashes
    result = Rerun(round=past.id, day=past.began.day, sheet=past.round.table.sheet, text=hashes.sheet)
    then = past.round.settlement
    if then is None:
        return structs.replace(result, left_out=because("rerun.unsettled"))
    try:
        if past.round.linked and past.round.linked.denied:
            raise CannotRerun(because("rerun.denied"))
        old, new = choose(past)
        _same_cards(old, new)
        told = _RecordedCommands(past, then, slips)
        if slips and _by_key(told.settled(old).lines) != _by_key(then.lines):
            raise CannotRerun(because("rerun.link"))
        now = told.settled(new)
    except OtherGame as other:
        return structs.replace(result, left_out=other.reason)
    except CannotRerun as cannot:
        return structs.replace(result, failed=cannot.reason)
    return structs.replace(result, changes=tuple(_changes(then, now)), then=then, now=now)


def _same_cards(old: Game, new: Game) -> None:
    """Raise :class:`OtherGame` if the other text deals other hands."""
    ours, theirs = (
        (game.sheet.hands.box, game.sheet.hands.dealer, game.sheet.hands.community) for game in (old, new)
    )
    if ours != theirs:
        title = old.sheet.identity.title
        raise OtherGame(because("rerun.other_hands", title=title, cards=ours, others=theirs))


class _RecordedCommands:
    """A round's commands, ready to be replayed."""

    def __init__(self, past: PastRound, then: Settlement, slips: tuple[Slip, ...]) -> None:
        opened = next(entry.event for entry in past.entries if isinstance(entry.event, ev.RoundOpened))
        self.opening = cmd.OpenRound(opened.table, opened.display, opened.hashes, opened.memory)
        self.commands = tuple(_commands(past))
        shown = then.jackpot.after if then.jackpot else Fraction(0)
        self.value = slips[0].value if slips else shown
        """The display for a win of this round, including what other tables had added."""

    def settled(self, game: Game) -> Settlement:
        """The settlement of the round by a sheet."""
        display = self.opening.display
        state = self._play(game, self.opening)
        settlement = _settlement(state)
        if display is None or not settlement.shares_won() or settlement.jackpot is None:
            return settlement
        moves = settlement.jackpot
        base = moves.before + moves.added if state.registered is None else state.registered
        value = max(Fraction(0), display.value + self.value - base)
        opening = structs.replace(self.opening, display=structs.replace(display, value=value))
        return _settlement(self._play(game, opening))

    def _play(self, game: Game, opening: cmd.OpenRound) -> Round:
        state = open_round(opening)
        for command in self.commands:
            step = apply(game, state, command)
            if isinstance(step, Refusal):
                raise CannotRerun(because("refused.cited", why=step.reason, clauses=step.clauses))
            state = step[0]
        return state


def _settlement(state: Round) -> Settlement:
    if state.settlement is None:
        raise CannotRerun(because("rerun.no_settlement"))
    return state.settlement


def _commands(past: PastRound) -> Iterator[cmd.Command]:
    """The commands of a round, without those that only the link or a later ruling needs."""
    for recorded, events in commands_and_events(past):
        match recorded:
            case None | cmd.AdjustSettlement():
                pass
            case cmd.SettleRound():
                if any(isinstance(event, ev.RoundSettled) for event in events):
                    yield cmd.SettleRound()
            case command:
                yield command


def _changes(then: Settlement, now: Settlement) -> Iterator[ChangedBet]:
    before, after = _by_key(then.lines), _by_key(now.lines)
    for key in sorted({**before, **after}):
        (old, old_clauses), (new, new_clauses) = before.get(key, (0, ())), after.get(key, (0, ()))
        if old != new:
            box, player, bet = key
            yield ChangedBet(
                box=box,
                player=player,
                bet=bet,
                then=old,
                now=new,
                then_clauses=old_clauses,
                now_clauses=new_clauses,
            )


def _by_key(lines: Iterable[Line]) -> dict[tuple[int, str, str], tuple[int, tuple[Clause, ...]]]:
    """Net result and clauses of each bet; a box may have several lines of Envy Bonus."""
    found: dict[tuple[int, str, str], tuple[int, tuple[Clause, ...]]] = {}
    for line in lines:
        key = (line.box, line.player, line.bet)
        net, clauses = found.get(key, (0, ()))
        found[key] = (net + line.net, tuple(dict.fromkeys((*clauses, *line.clauses))))
    return found


def _noting_slips(
    entries: Iterator[DecodedEvent], paid: dict[tuple[str, str], dict[tuple[str, int], Slip]]
) -> Iterator[DecodedEvent]:
    """Pass events on, noting each round's slips and dropping reversed ones."""
    for entry in entries:
        link = entry.recorded.stream
        match entry.event:
            case le.ClaimsPaid(slips=slips):
                for slip in slips:
                    paid.setdefault((slip.table, slip.round), {})[link, slip.number] = slip
            case le.AwardReversed(slip=number):
                for noted in paid.values():
                    noted.pop((link, number), None)
        yield entry
