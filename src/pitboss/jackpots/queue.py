"""Claims in the order of payment, each with the display's value for it.

A claim is frozen when it is detected: later shares go to the next jackpot. Claims are paid one after the
other, each from what the previous one left. A hand dealt earlier but detected later (RWS) is paid first, and
the sign has stood still since the first detection; so no claim counts a share that a later one does not.

The first claim's value is the pool less what came in after the claim was frozen; the next gets what the first
leaves, plus what came in between the two moments; and so on. What came in after the last moment starts the
next jackpot.
"""

from fractions import Fraction

from msgspec import Struct

from pitboss.jackpots.config import LinkConfig
from pitboss.jackpots.state import Claim, Link, RoundInPlay, round_key
from pitboss.people import Person, PersonFault, own_fault
from pitboss.reason import because
from pitboss.settlement import awards
from pitboss.settlement.awards import LinkedWin, order_of_payment
from pitboss.sheets.game import Game, Games


class Unit(Struct, frozen=True, kw_only=True):
    """Claims that are paid together: one, or all of a round where the sheet divides."""

    claims: tuple[Claim, ...]
    value: Fraction
    """The display for them."""
    amounts: tuple[int, ...]
    """The pay of each, in whole cents."""
    after: Fraction
    """What they leave, or the reset value."""
    kept: Fraction
    """What of the value remains in the display."""
    frozen_at: int

    @property
    def paid(self) -> int:
        """The sum of the pays."""
        return sum(self.amounts)

    @property
    def hits_all(self) -> bool:
        """Whether one of the claims wins 100 % of the display."""
        return any(claim.percent == awards.ALL for claim in self.claims)

    @property
    def left(self) -> Fraction:
        """The fraction of a share in the value that remains in the display."""
        return max(Fraction(0), self.kept / self.value) if self.value else Fraction(0)


def lead(games: Games, link: Link) -> Game:
    """Any sheet of the link: all of them order, divide and reset alike."""
    return games[next(iter(link.members.values()))]


class Queue(Struct, frozen=True):
    """The unpaid claims in the order of payment, and the pool after each."""

    units: tuple[Unit, ...]
    levels: tuple[Fraction, ...]
    """The pool now and after each payment; the last is what the sign shows."""


def queue(games: Games, link: Link) -> Queue:
    """Every unpaid claim with its value.

    A correction between two detections can leave a later claim less than nothing; it then gets nothing, and
    the shortage is carried to the next level.
    """
    groups = _groups(games, link)
    found: list[Unit] = []
    levels = [link.pool]
    rest, moment = link.pool - link.inflow, Fraction(0)
    for claims, (mark, came_in) in zip(groups, _moments(groups), strict=True):
        rest += came_in - moment
        unit = _unit(lead(games, link), link.config, claims, max(rest, Fraction(0)), mark)
        rest += unit.after - unit.value
        moment = came_in
        found.append(unit)
        levels.append(rest + link.inflow - moment)
    return Queue(tuple(found), tuple(levels))


def units(games: Games, link: Link) -> tuple[Unit, ...]:
    """The unpaid claims in the order of payment, with their values."""
    return queue(games, link).units


def shown(games: Games, link: Link) -> Fraction:
    """What the sign shows: the jackpot for a bet placed now, once all claims are paid."""
    return queue(games, link).levels[-1] if link.unpaid else link.pool


def spare(games: Games, link: Link) -> Fraction:
    """The most that can leave the pool now so that every claim can still be paid."""
    return min(queue(games, link).levels) if link.unpaid else link.pool


def waits_for(games: Games, link: Link, claim: Claim) -> tuple[str, ...]:
    """The linked rounds in play that may still show a hand completed before this claim's."""
    if lead(games, link).jackpot.across_tables != "by_time_dealt":
        return ()
    own = round_key(claim.table, claim.round)
    return tuple(
        key
        for key, other in link.rounds.items()
        if key != own and not (other.detected or other.settled) and other.bets and _dealt_before(other, claim)
    )


def claimant_fault(link: Link, *people: Person) -> PersonFault | None:
    """Why people may take no part in paying the open claims of a link, of which one is their own."""
    players = [claim.player for claim in link.unpaid]
    return own_fault(players, [person.name for person in people], because("act.decide_on_wins"))


def _dealt_before(other: RoundInPlay, claim: Claim) -> bool:
    """Whether a hand that may still win was, or may have been, complete before the claim's."""
    if not other.complete:
        return other.at < claim.complete_at
    boxes = {bet.box for bet in other.bets}
    return any(at < claim.complete_at for box, at in other.complete if box in boxes)


def _groups(games: Games, link: Link) -> list[tuple[Claim, ...]]:
    ordered = _in_order(games, link)
    if lead(games, link).jackpot.same_table == "in_turn":
        return [(claim,) for claim in ordered]
    groups: dict[tuple[str, str], list[Claim]] = {}
    for claim in ordered:
        groups.setdefault((claim.table, claim.round), []).append(claim)
    return [tuple(claims) for claims in groups.values()]


def _in_order(games: Games, link: Link) -> list[Claim]:
    """Claims with a final place, then the others by the sheets' rule."""
    placed = sorted((c for c in link.unpaid if c.place is not None), key=lambda c: c.place or 0)
    others = {
        id(win): (win, claim)
        for claim in link.unpaid
        if claim.place is None
        for win in [
            LinkedWin(
                table=claim.table,
                box=claim.box,
                percent=claim.percent,
                complete_at=claim.complete_at,
                entered_at=claim.entered_at,
            )
        ]
    }
    wins = order_of_payment(lead(games, link), [win for win, _ in others.values()])
    return [*placed, *(others[id(win)][1] for win in wins)]


def _moments(groups: list[tuple[Claim, ...]]) -> list[tuple[int, Fraction]]:
    """The frozen moment of each unit: its own, or that of a later-paid claim if earlier."""
    moments: list[tuple[int, Fraction]] = []
    for claims in reversed(groups):
        own = [(claim.frozen_at, claim.inflow) for claim in claims]
        moments.append(min(own + moments[-1:], key=lambda moment: moment[0]))
    return moments[::-1]


def _unit(game: Game, config: LinkConfig, claims: tuple[Claim, ...], value: Fraction, mark: int) -> Unit:
    percents = [claim.percent for claim in claims]
    rule = awards.in_turn if game.jackpot.same_table == "in_turn" else awards.divided
    amounts, after = rule(value, config.reset, percents, game.readings)
    kept = value - sum(amounts)
    if awards.ALL in percents:
        after = min(after, Fraction(config.cap))
        kept = after - config.reset if game.readings.part_of_a_cent == "kept" else Fraction(0)
    elif game.readings.percentage_award == "resets_the_display":
        kept = Fraction(0)
    return Unit(
        claims=claims,
        value=value,
        amounts=tuple(amounts),
        after=max(after, Fraction(0)),
        kept=kept,
        frozen_at=mark,
    )
