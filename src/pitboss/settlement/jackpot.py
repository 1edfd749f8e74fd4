"""Jackpot bets and the Envy Bonus: winners, amounts, and the display afterwards."""

from fractions import Fraction
from itertools import takewhile

from msgspec import Struct, structs

from pitboss.citation import Clause
from pitboss.hands import Rank, called
from pitboss.invariant import InvariantBroken
from pitboss.reason import because
from pitboss.settlement import awards, verdicts
from pitboss.settlement.awards import place_in_deal
from pitboss.settlement.facts import Box, Denied, Display, Facts
from pitboss.settlement.hands_held import HandsHeld, flop_left_out
from pitboss.settlement.side_bets import lost_unseen
from pitboss.settlement.stakes import Stake
from pitboss.settlement.verdicts import JackpotMoves, Line, Payout, ruled_line, ruled_payout
from pitboss.sheets.game import Game, JackpotPay
from pitboss.sheets.rates import Fixed, ForOne, Percent

ENVY = "envy"


class WinningBet(Struct, frozen=True):
    """A jackpot bet whose hand is in the pay table."""

    box: Box
    stake: Stake
    pay: JackpotPay
    hand: str


def share_of_bet(display: Display, amount: int) -> Fraction:
    """The contribution of an accepted jackpot bet to the display."""
    return amount * display.contribution


def jackpot_lines(
    game: Game, facts: Facts, held: HandsHeld, bets: list[tuple[Box, Stake]]
) -> tuple[list[Line], JackpotMoves]:
    """Settle every jackpot bet of the round that is not returned, and move the display."""
    display = facts.display
    if display is None:
        raise InvariantBroken(f"{len(bets)} jackpot bets are settled at a table that has no jackpot")
    lines: list[Line] = []
    claims: list[WinningBet] = []
    payouts: list[Payout] = []
    no_flop = flop_left_out(game, facts.boxes)
    for box, stake in bets:
        if ruled := ruled_line(game, box, stake):
            lines.append(ruled)
            payouts += ruled_payout(box, stake)
            continue
        if lost := lost_unseen(game, box, stake) or (_without_flop(game, box, stake) if no_flop else None):
            lines.append(lost)
            continue
        rank = held.jackpot_rank(box)
        pay = game.jackpot_line(rank)
        if pay is None:
            lines.append(_no_hand(game, box, stake, rank))
            continue
        claim = WinningBet(box, stake, pay, called(rank))
        if _is_denied(facts, claim):
            lines.append(_denied(game, claim))
        else:
            claims.append(claim)
    accepted = share_of_bet(display, sum(stake.stood for _, stake in bets))
    paid, after = _pay(game, display, facts, accepted, claims)
    for claim, amount in paid:
        won = _won(game, facts, held, claim, amount, claims)
        lines.append(_after_others(game, facts, claim, amount, paid, won))
        payouts.append(
            Payout(
                box=claim.box.number,
                player=claim.stake.player,
                hand=claim.pay.title,
                amount=amount,
                percent=_percent(claim),
            )
        )
    return lines, JackpotMoves(display.value, after, tuple(payouts), accepted)


def envy_lines(game: Game, facts: Facts, held: HandsHeld, bets: list[tuple[Box, Stake]]) -> list[Line]:
    """The Envy Bonus of every box with a jackpot bet, for each top hand of another player."""
    if not game.gives_envy:
        return []
    bets = [(box, stake) for box, stake in bets if not box.decided_by_ruling(stake.bet, stake.player)]
    triggers = [found for box in facts.boxes if (found := _trigger(game, held, box, bets))]
    return [
        _envy(game, box, stake, other, pay)
        for box, stake in bets
        if not (box.folded and game.readings.envy_after_fold == "lost")
        for other, pay in triggers
        if _gets_envy(game, box, stake, other)
    ]


def _no_hand(game: Game, box: Box, stake: Stake, rank: Rank) -> Line:
    why = because("line.no_jackpot_hand", hand=called(rank))
    return verdicts.loses(box, stake, game.jackpot.clauses, why)


def _without_flop(game: Game, box: Box, stake: Stake) -> Line:
    """The line of a jackpot bet for which no flop is dealt."""
    return verdicts.loses(box, stake, (*game.jackpot.clauses, *box.folded), because("line.no_flop"))


def _is_denied(facts: Facts, claim: WinningBet) -> bool:
    rate = claim.pay.rate
    if not facts.linked or not isinstance(rate, Percent):
        return False
    win = Denied(claim.box.number, claim.stake.player, claim.pay.title, rate.percent)
    return win in facts.linked.denied


def _denied(game: Game, claim: WinningBet) -> Line:
    """A denied claim is no win: the bet is collected, and nothing of the display is paid."""
    why = because("line.claim_denied", rate=str(claim.pay.rate), line=claim.pay.title)
    clauses = tuple(dict.fromkeys((*game.jackpot.clauses, *game.ruling_clauses)))
    return verdicts.loses(claim.box, claim.stake, clauses, why)


def _pay(
    game: Game,
    display: Display,
    facts: Facts,
    accepted: Fraction,
    claims: list[WinningBet],
) -> tuple[list[tuple[WinningBet, int]], Fraction]:
    """Each claim with its amount, in the order of payment, and the display afterwards.

    ``accepted`` is what the round's bets added, for the next jackpot where it is read so. After a failure of
    the jackpot system, shares are taken of the value registered before it, while the display's changes since
    then stay in it. A link has valued and paid its claims itself.
    """
    current = display.value + accepted
    if not claims:
        return [], facts.linked.displayed if facts.linked else current
    own = accepted if game.readings.own_contribution == "in_the_next_jackpot" else Fraction(0)
    claims = sorted(claims, key=lambda claim: place_in_deal(game, claim.box))
    shares = [claim for claim in claims if _percent(claim)]
    percents = [_percent(claim) for claim in shares]
    rule = awards.in_turn if game.jackpot.same_table == "in_turn" else awards.divided
    base = (current if facts.registered is None else facts.registered) - own
    amounts, after = rule(base, display.reset, percents, game.readings)
    after += own if awards.ALL in percents else current - base
    if facts.linked:
        given = {(award.box, award.player): award.amount for award in facts.linked.awards}
        amounts = [given.get((claim.box.number, claim.stake.player), 0) for claim in shares]
        after = facts.linked.displayed
    left = iter(amounts)
    paid = [(claim, next(left) if claim in shares else _plain_amount(claim)) for claim in claims]
    if game.jackpot.same_table == "divided":
        paid.sort(key=lambda item: _is_all(item[0]))
    return paid, after


def _after_others(
    game: Game, facts: Facts, claim: WinningBet, amount: int, paid: list[tuple[WinningBet, int]], won: Line
) -> Line:
    """The line of a winner of a share, with who was paid first, and the share of what was left."""
    before = _shares_before(game, facts, claim, paid)
    if not before:
        return won
    each = tuple(because("share.paid_before", box=other.box.number, amount=sum_) for other, sum_ in before)
    return structs.replace(won, reason=because("share.of_rest", why=won.reason, before=each, amount=amount))


def _shares_before(
    game: Game, facts: Facts, claim: WinningBet, paid: list[tuple[WinningBet, int]]
) -> list[tuple[WinningBet, int]]:
    """The shares of the display taken before a winner's; those who divide a share come together."""
    own = _percent(claim)
    shares = [item for item in paid if own and _percent(item[0])]
    if game.jackpot.same_table == "divided":
        return [item for item in shares if _percent(item[0]) < own]
    if facts.linked:
        places = {(award.box, award.player): place for place, award in enumerate(facts.linked.awards)}
        shares.sort(key=lambda item: places.get((item[0].box.number, item[0].stake.player), len(places)))
    return list(takewhile(lambda item: item[0] is not claim, shares))


def _percent(claim: WinningBet) -> int:
    """The share of the display that a claim is to, or 0 for an amount that does not lower it."""
    return claim.pay.rate.percent if isinstance(claim.pay.rate, Percent) else 0


def _is_all(claim: WinningBet) -> bool:
    return _percent(claim) == awards.ALL


def _plain_amount(claim: WinningBet) -> int:
    match claim.pay.rate:
        case Fixed(cents):
            return cents
        case ForOne(times):
            return times * claim.stake.stood
        case _:
            return 0


def _won(
    game: Game, facts: Facts, held: HandsHeld, claim: WinningBet, amount: int, claims: list[WinningBet]
) -> Line:
    kept = game.readings.jackpot_bet_with_a_win == "kept"
    net = amount - claim.stake.stood if kept else amount
    alike = sum(1 for other in claims if other.pay.rate == claim.pay.rate)
    divided = alike > 1 and claim.pay.major and game.jackpot.same_table == "divided"
    why = because(
        "line.jackpot_kept" if kept else "line.jackpot",
        hand=claim.hand,
        rate=str(claim.pay.rate),
        line=claim.pay.title,
        winners=alike if divided else 1,
    )
    clauses = _win_clauses(game, facts, held, claim, claims)
    return verdicts.wins(claim.box, claim.stake, net, clauses, why)


def _win_clauses(
    game: Game, facts: Facts, held: HandsHeld, claim: WinningBet, claims: list[WinningBet]
) -> tuple[Clause, ...]:
    """The clauses of a win: the pay table's, and those of its circumstances."""
    jackpot = game.jackpot
    clauses = list(jackpot.clauses)
    if claim.box.folded:
        clauses += claim.box.folded
    elif game.sheet.qualifier and held.dealer_is_known():
        qualifies = game.qualifies(held.dealer_rank())
        clauses += jackpot.qualifying_hand_clauses if qualifies else jackpot.no_qualifying_hand_clauses
    unit = facts.table.jackpot_bet
    if unit and claim.stake.stood > unit and not claim.pay.major:
        clauses += jackpot.units_clauses
    if facts.registered is not None:
        clauses += game.registered_clauses
    majors = [other for other in claims if other.pay.major]
    if claim.pay.major and len(majors) > 1:
        several = jackpot.several_winners
        if sum(1 for other in majors if other.pay.rate == claim.pay.rate) > 1:
            clauses += several.of_all_clauses if _is_all(claim) else several.of_part_clauses
        if len({other.pay.rate for other in majors}) > 1:
            clauses += several.both_clauses
    elif _is_all(claim) and jackpot.same_table == "divided" and len(claims) > 1:
        clauses += jackpot.several_winners.both_clauses
    return tuple(dict.fromkeys(clauses))


def _trigger(
    game: Game, held: HandsHeld, box: Box, bets: list[tuple[Box, Stake]]
) -> tuple[Box, JackpotPay] | None:
    """A box whose hand, played with an Ante and shown, brings the others an Envy Bonus."""
    if not box.in_play or box.folded or box.unshown or not box.has("ante"):
        return None
    if not any(_gets_envy(game, other, stake, box) for other, stake in bets):
        return None
    pay = game.jackpot_line(held.jackpot_rank(box))
    return (box, pay) if pay and pay.envy else None


def _gets_envy(game: Game, box: Box, stake: Stake, other: Box) -> bool:
    if box.number == other.number:
        return False
    return stake.player != other.player or game.readings.envy_for_own_hands == "on_his_other_boxes"


def _envy(game: Game, box: Box, stake: Stake, other: Box, pay: JackpotPay) -> Line:
    why = because("line.envy", box=other.number, player=other.player, line=pay.title)
    return verdicts.bonus(box, stake.player, ENVY, pay.envy, game.jackpot.envy_clauses, why)
