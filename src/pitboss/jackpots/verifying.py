"""Claims verified by a checklist and two signatures, paid with slips, and closed."""

from fractions import Fraction
from typing import Final

from msgspec import structs

from pitboss.citation import Cited
from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.claims import win_clauses
from pitboss.jackpots.config import NextSeed
from pitboss.jackpots.contributing import share_out
from pitboss.jackpots.parts import BornePart, Seed, Slip, growth_clauses
from pitboss.jackpots.queue import Unit, claimant_fault, lead, queue, spare, units, waits_for
from pitboss.jackpots.state import Claim, Link
from pitboss.people import LOWEST_TO_SIGN, ONE_SIGNATORY, approval_fault, pair_fault, role_fault
from pitboss.reason import because
from pitboss.refusal import Refusal
from pitboss.sheets.game import Games
from pitboss.sheets.house import cite, refuse

CHECKLIST: Final[tuple[cmd.CheckItem, ...]] = ("bet_light", "cards_face_up", "deck_count", "surveillance")
"""In the order of the paper form; points may be ticked in any order."""


def check_claim(games: Games, link: Link, command: cmd.CheckClaim) -> ev.JackpotDecision:
    """Tick a point of the checklist. Idempotent."""
    claim = _unpaid(games, link, command.claim)
    if isinstance(claim, Refusal):
        return claim
    game = games[claim.sheet]
    act = because("act.check_win")
    if fault := role_fault(command.by, LOWEST_TO_SIGN, act) or claimant_fault(link, command.by):
        return refuse(game, *fault)
    if command.item == "deck_count" and command.count != game.sheet.deck.cards:
        why = because("deck_count_wrong.win", count=game.sheet.deck.cards)
        return refuse(game, "deck_count_wrong", why, *game.sheet.deck.clauses)
    if command.item in claim.checks:
        return ()
    return (
        ev.ClaimChecked(
            claim=claim.id, item=command.item, by=command.by, note=command.note, count=command.count
        ),
    )


def sign_claim(games: Games, link: Link, command: cmd.SignClaim) -> ev.JackpotDecision:
    """Sign a claim after the whole checklist; the second signature is another person's."""
    claim = _unpaid(games, link, command.claim)
    if isinstance(claim, Refusal):
        return claim
    game = games[claim.sheet]
    missing = tuple(item for item in CHECKLIST if item not in claim.checks)
    if missing:
        return refuse(game, "claim_not_verified", because("claim_not_verified.checklist", items=missing))
    if claim.verified:
        return refuse(game, "claim_known", because("claim_known.signed"))
    act = because("act.sign_win")
    if fault := role_fault(command.by, LOWEST_TO_SIGN, act) or claimant_fault(link, command.by):
        return refuse(game, *fault)
    for first in claim.signatures:
        if fault := pair_fault(first, command.by, LOWEST_TO_SIGN, ONE_SIGNATORY, act):
            return refuse(game, *fault)
    return (ev.ClaimSigned(claim.id, command.by),)


def pay_claim(games: Games, link: Link, command: cmd.PayClaim) -> ev.JackpotDecision:
    """Pay the first claim in order from the display, which restarts after 100 %."""
    claim = _unpaid(games, link, command.claim)
    if isinstance(claim, Refusal):
        return claim
    waiting = queue(games, link)
    if refusal := _not_payable(games, link, command, claim, waiting.units):
        return refusal
    unit, after = waiting.units[0], waiting.units[0].after
    changes = link.queued is not None and unit.hits_all and len(waiting.units) == 1
    if link.queued and changes:
        after += max(Fraction(link.queued.config.reset - link.config.reset), -waiting.levels[-1])
    need = after + unit.paid - unit.value
    cited = cite(games[claim.sheet], *win_clauses(games, link, unit))
    slips = tuple(
        _slip(link, number, unit, winner, command, cited) for number, winner in enumerate(unit.claims)
    )
    seed, surplus = seed_from(link, max(need, Fraction(0))), max(-need, Fraction(0))
    left = unit.left
    paid = ev.ClaimsPaid(
        slips=slips,
        value=unit.value,
        after=after,
        seed=seed,
        surplus=surplus,
        frozen_at=unit.frozen_at,
        left=left,
        cited=cited,
    )
    if link.queued and changes:
        game = games[claim.sheet]
        return paid, ev.ConfigChanged(link.queued.config, Seed(), cite(game, *growth_clauses(game)))
    return (paid,)


def deny_claim(games: Games, link: Link, command: cmd.DenyClaim) -> ev.JackpotDecision:
    """Deny a claim: later claims move up, and nothing is paid."""
    claim = _unpaid(games, link, command.claim)
    if isinstance(claim, Refusal):
        return claim
    game = games[claim.sheet]
    two = (command.approval.first, command.approval.second)
    if fault := approval_fault(command.approval, because("act.deny_win")) or claimant_fault(link, *two):
        return refuse(game, *fault)
    taken, passed_on = _released(games, link, claim)
    return (
        ev.ClaimDenied(
            claim=claim.id, taken=taken, passed_on=passed_on, approval=command.approval, cited=cite(game)
        ),
    )


def close_claim(games: Games, link: Link, command: cmd.CloseClaim) -> ev.JackpotDecision:
    """File the slip of a paid claim."""
    claim = link.claims.get(command.claim)
    game = games[claim.sheet] if claim else lead(games, link)
    if claim is None or not claim.paid:
        return refuse(game, "no_such_claim", because("no_such_claim.paid", claim=command.claim))
    if fault := role_fault(command.by, LOWEST_TO_SIGN, because("act.close_claim")):
        return refuse(game, *fault)
    return (ev.ClaimClosed(claim.id, command.by),)


def reverse_award(games: Games, link: Link, command: cmd.ReverseAward) -> ev.JackpotDecision:
    """Return an award that an error paid; the cost of the reset stays in the display."""
    slip = next((slip for slip in link.slips if slip.number == command.slip), None)
    if slip is None:
        return refuse(lead(games, link), "no_such_claim", because("no_such_claim.slip", slip=command.slip))
    game = games[slip.cited.sheet]
    if fault := approval_fault(command.approval, because("act.reverse_award")):
        return refuse(game, *fault)
    if slip.number in link.reversed_slips:
        return refuse(game, "claim_known", because("claim_known.reversed", slip=slip.number))
    return (
        ev.AwardReversed(
            slip=slip.number,
            player=slip.player,
            amount=slip.amount,
            approval=command.approval,
            cited=cite(game),
        ),
    )


def seed_from(link: Link, need: Fraction) -> Seed:
    """The sources of a reset value: waiting overflow, then the reserve, then the house."""
    waiting = link.overflow if isinstance(link.config.overflow_to, NextSeed) else Fraction(0)
    overflow = min(need, waiting)
    reserve = min(need - overflow, link.reserve)
    return Seed(overflow, reserve, need - overflow - reserve)


def _unpaid(games: Games, link: Link, name: str) -> Claim | Refusal:
    claim = link.claims.get(name)
    if claim is None:
        return refuse(lead(games, link), "no_such_claim", because("no_such_claim.open", claim=name))
    if claim.paid:
        game = games[claim.sheet]
        return refuse(game, "claim_paid", because("claim_paid", slip=claim.slip))
    return claim


def _not_payable(
    games: Games, link: Link, command: cmd.PayClaim, claim: Claim, waiting: tuple[Unit, ...]
) -> Refusal | None:
    game = games[claim.sheet]
    across = game.jackpot.across_tables_clauses
    act = because("act.pay_win")
    if fault := role_fault(command.by, LOWEST_TO_SIGN, act) or claimant_fault(link, command.by):
        return refuse(game, *fault)
    if claim.id not in [winner.id for winner in waiting[0].claims]:
        why = because("claim_not_first", claim=waiting[0].claims[0].id)
        return refuse(game, "claim_not_first", why, *across)
    for winner in waiting[0].claims:
        if winner.place is None:
            why = because("claim_waits", rounds=waits_for(games, link, winner))
            return refuse(game, "claim_waits", why, *across)
        if not winner.verified:
            return refuse(game, "claim_not_verified", because("claim_not_verified.claim", claim=winner.id))
    return None


def _slip(link: Link, number: int, unit: Unit, winner: Claim, command: cmd.PayClaim, cited: Cited) -> Slip:
    return Slip(
        number=link.meters.hits + 1 + number,
        claim=winner.id,
        table=winner.table,
        round=winner.round,
        box=winner.box,
        player=winner.player,
        hand=winner.hand,
        percent=winner.percent,
        value=unit.value,
        amount=unit.amounts[number],
        means=command.means,
        prepared_by=command.by,
        signatures=winner.signatures,
        cited=cited,
    )


def _released(games: Games, link: Link, claim: Claim) -> tuple[Fraction, tuple[BornePart, ...]]:
    """What the house bore for a denied claim: passed to later claims, or taken back now."""
    waiting = units(games, link)
    place = next(n for n, unit in enumerate(waiting) if claim in unit.claims)
    after = {winner.id for unit in waiting[place:] for winner in unit.claims}
    without = structs.replace(link, claims={n: c for n, c in link.claims.items() if n != claim.id})
    behind = tuple(unit for unit in units(games, without) if unit.claims[0].id in after)
    taken, passed_on = Fraction(0), list[BornePart]()
    for part in claim.borne:
        parts, rest = share_out(behind, part.amount, part.mark)
        passed_on += parts
        taken += rest
    return max(Fraction(0), min(taken, spare(games, without))), tuple(passed_on)
