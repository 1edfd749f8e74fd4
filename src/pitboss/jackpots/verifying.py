"""Claims verified by a checklist and two signatures, paid with slips, and closed."""

from fractions import Fraction
from typing import Final

from msgspec import structs

from pitboss.citation import Cited
from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.claims import win_clauses
from pitboss.jackpots.clauses import growth_clauses
from pitboss.jackpots.config import NextSeed
from pitboss.jackpots.contributing import share_out
from pitboss.jackpots.parts import BornePart, Seed, Slip
from pitboss.jackpots.queue import Unit, claimant_fault, lead, queue, spare, units, waits_for
from pitboss.jackpots.state import Claim, Link
from pitboss.people import LOWEST_TO_SIGN, ONE_SIGNATORY, approval_fault, pair_fault, role_fault
from pitboss.refusal import Refusal
from pitboss.sheets.game import Games
from pitboss.sheets.house_acts import cite, refuse

CHECKLIST: Final[tuple[cmd.CheckItem, ...]] = ("bet_light", "cards_face_up", "deck_count", "surveillance")
"""In the order of the paper form; points may be ticked in any order."""


def check_claim(games: Games, link: Link, command: cmd.CheckClaim) -> ev.JackpotDecision:
    """Tick a point of the checklist. Idempotent."""
    claim = _unpaid(games, link, command.claim)
    if isinstance(claim, Refusal):
        return claim
    game = games[claim.sheet]
    if fault := role_fault(command.by, LOWEST_TO_SIGN, "checking a win") or claimant_fault(link, command.by):
        return refuse(game, *fault)
    if command.item == "deck_count" and command.count != game.sheet.deck.cards:
        message = f"the deck must be counted to {game.sheet.deck.cards} cards before a win is paid"
        return refuse(game, "deck_count_wrong", message, *game.sheet.deck.clauses)
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
    missing = [item.replace("_", " ") for item in CHECKLIST if item not in claim.checks]
    if missing:
        return refuse(game, "claim_not_verified", f"first comes the checklist: {', '.join(missing)}")
    if claim.verified:
        return refuse(game, "claim_known", "the win has its two signatures")
    if fault := role_fault(command.by, LOWEST_TO_SIGN, "signing for a win") or claimant_fault(
        link, command.by
    ):
        return refuse(game, *fault)
    for first in claim.signatures:
        if fault := pair_fault(first, command.by, LOWEST_TO_SIGN, ONE_SIGNATORY, "signing for a win"):
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
    if fault := approval_fault(command.approval, "denying a win") or claimant_fault(link, *two):
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
        return refuse(game, "no_such_claim", f"there is no paid claim {command.claim} to close")
    if fault := role_fault(command.by, LOWEST_TO_SIGN, "closing a claim"):
        return refuse(game, *fault)
    return (ev.ClaimClosed(claim.id, command.by),)


def reverse_award(games: Games, link: Link, command: cmd.ReverseAward) -> ev.JackpotDecision:
    """Return an award that an error paid; the cost of the reset stays in the display."""
    slip = next((slip for slip in link.slips if slip.number == command.slip), None)
    if slip is None:
        return refuse(lead(games, link), "no_such_claim", f"there is no slip {command.slip}")
    game = games[slip.cited.sheet]
    if fault := approval_fault(command.approval, "reversing an award"):
        return refuse(game, *fault)
    if slip.number in link.reversed_slips:
        return refuse(game, "claim_known", f"the award of slip {slip.number} is reversed already")
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
        return refuse(lead(games, link), "no_such_claim", f"there is no open claim {name}")
    if claim.paid:
        game = games[claim.sheet]
        return refuse(game, "claim_paid", f"slip {claim.slip} is made out and cannot be changed")
    return claim


def _not_payable(
    games: Games, link: Link, command: cmd.PayClaim, claim: Claim, waiting: tuple[Unit, ...]
) -> Refusal | None:
    game = games[claim.sheet]
    across = game.jackpot.across_tables_clauses
    if fault := role_fault(command.by, LOWEST_TO_SIGN, "paying a win") or claimant_fault(link, command.by):
        return refuse(game, *fault)
    if claim.id not in [winner.id for winner in waiting[0].claims]:
        message = f"{waiting[0].claims[0].id} is paid first"
        return refuse(game, "claim_not_first", message, *across)
    for winner in waiting[0].claims:
        if winner.place is None:
            rounds = ", ".join(waits_for(games, link, winner))
            message = f"rounds in play may hold a hand dealt earlier: {rounds}; or the House rules"
            return refuse(game, "claim_waits", message, *across)
        if not winner.verified:
            message = f"{winner.id} is not verified: checklist and two signatures come first"
            return refuse(game, "claim_not_verified", message)
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
