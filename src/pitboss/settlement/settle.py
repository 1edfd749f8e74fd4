"""Settle a round: every bet of every box, then the jackpot, then the Envy Bonus."""

from fractions import Fraction

from msgspec import structs

from pitboss.citation import Clause
from pitboss.reason import Reason, because
from pitboss.settlement import verdicts
from pitboss.settlement.facts import Box, Facts, Linked
from pitboss.settlement.hands_held import HandsHeld
from pitboss.settlement.jackpot import envy_lines, jackpot_lines
from pitboss.settlement.showdown import main_line
from pitboss.settlement.side_bets import ante_bonus_line, by_hand_line, by_hole_cards_line, lost_unseen
from pitboss.settlement.stakes import Stake, stakes
from pitboss.settlement.verdicts import JackpotMoves, Line, Settlement, ruled_line
from pitboss.sheets.game import Game
from pitboss.sheets.register import number_of


class AwardsDiffer(Exception):
    """A link's payments in a round differ from what the cards win: its claims must be corrected first."""


def settle(game: Game, facts: Facts) -> Settlement:
    """Settle a round, or return every bet of a void one.

    Raises :class:`~pitboss.settlement.hands_held.CardsUnknown` if a bet depends on a card that is not named,
    and :class:`AwardsDiffer` if a link has not paid exactly the winners.
    """
    settlement = _void(game, facts) if facts.void else _settled(game, facts)
    if facts.linked:
        paid = {(award.box, award.player) for award in facts.linked.awards}
        if paid != {(won.box, won.player) for won in settlement.shares_won()}:
            raise AwardsDiffer
    return settlement


def with_display(settlement: Settlement, linked: Linked) -> Settlement | None:
    """The settlement with a new value of the link's sign; None if more than the sign changes.

    Where no jackpot was paid or denied, settling again would change only the sign.
    """
    moves = settlement.jackpot
    if moves is None or moves.payouts or linked.awards or linked.denied:
        return None
    return structs.replace(settlement, jackpot=structs.replace(moves, after=linked.displayed))


def _settled(game: Game, facts: Facts) -> Settlement:
    held = HandsHeld(game, facts)
    lines: list[Line] = []
    jackpot_bets: list[tuple[Box, Stake]] = []
    under: set[tuple[int, str, str]] = set()
    for box in facts.boxes:
        if box.wagers:
            for stake in stakes(game, facts.table, box, facts.under_before):
                _settle_stake(game, held, box, stake, lines, jackpot_bets)
                if stake.under_minimum:
                    under.add((box.number, stake.player, stake.bet))
    moves = _no_moves(facts)
    if facts.display or jackpot_bets:
        won, moves = jackpot_lines(game, facts, held, jackpot_bets)
        lines += won
        lines += envy_lines(game, facts, held, jackpot_bets)
    told = {box.number: box for box in facts.boxes if box.left or box.shares_left or box.established}
    if told:
        lines = [_of_the_player(game, told[line.box], line) if line.box in told else line for line in lines]
    order, most = game.line_order, len(game.line_order)
    lines.sort(key=lambda line: line.box * most + order[line.bet])
    return Settlement("settled", tuple(lines), moves, _once_under(lines, under) if under else ())


def _once_under(lines: list[Line], under: set[tuple[int, str, str]]) -> tuple[str, ...]:
    """The players of whom a bet under the minimum was paid or collected; what went back is neither."""
    decided = (line for line in lines if line.result in ("win", "lose"))
    used = (line.player for line in decided if (line.box, line.player, line.bet) in under)
    return tuple(dict.fromkeys(used))


def _of_the_player(game: Game, box: Box, line: Line) -> Line:
    """A line with the clauses of leaving, and of a rank established late; a hand that is out has its own."""
    out = box.out or line.player in box.shares_out
    more = () if out else (*box.left_by(line.player), *_established_late(game, box, line))
    return structs.replace(line, clauses=tuple(dict.fromkeys((*line.clauses, *more)))) if more else line


def _established_late(game: Game, box: Box, line: Line) -> tuple[Clause, ...]:
    """The clauses by which a bet is decided by a hand that was shown after its player declined to."""
    decline = game.sheet.decline
    by_cards = line.bet in decline.loses and not (box.folded and line.bet in game.fold_loses)
    return decline.clauses if box.established and by_cards else ()


def _settle_stake(
    game: Game,
    held: HandsHeld,
    box: Box,
    stake: Stake,
    lines: list[Line],
    jackpot_bets: list[tuple[Box, Stake]],
) -> None:
    """Add the lines of one stake; jackpot bets that are not returned are collected for later."""
    back = box.out or box.shares_out.get(stake.player, ()) or stake.returned
    if stake.bet in box.taken_back:
        why = because("line.taken_back", bet=game.sheet.bets[stake.bet].title)
        lines.append(verdicts.returned(box, stake, box.taken_back[stake.bet], why))
    elif back and stake.bet not in box.lost:
        lines.append(verdicts.returned(box, stake, back, _why_returned(game, stake, back)))
    elif stake.bet == "jackpot":
        jackpot_bets.append((box, stake))
    elif box.rulings and (ruled := ruled_line(game, box, stake)):
        lines.append(ruled)
    elif stake.bet in game.main_bets:
        lines.append(main_line(game, held, box, stake))
        if stake.bet == "ante" and (extra := ante_bonus_line(game, held, box, stake)):
            lines.append(extra)
    else:
        by_cards = by_hole_cards_line if game.pays[stake.bet].hole_lines else by_hand_line
        lines.append(lost_unseen(game, box, stake) or by_cards(game, held, box, stake))


def _why_returned(game: Game, stake: Stake, clauses: tuple[Clause, ...]) -> Reason:
    title = game.sheet.bets[stake.bet].title
    return because("line.returned", bet=title, clause=clauses[0], gist=_gist(game, clauses[0]))


def _gist(game: Game, clause: str) -> str:
    """The gist of a clause without its full stop: that of its policy, if it has one."""
    policy = game.sheet.irregularities.get(clause)
    return policy.gist if policy else game.register[number_of(clause)].gist.rstrip(".")


def _void(game: Game, facts: Facts) -> Settlement:
    clause = facts.void[0]
    why = because("line.void", clause=clause, gist=_gist(game, clause))
    lines = [
        verdicts.returned(box, stake, facts.void, why)
        for box in facts.boxes
        if box.wagers
        for stake in stakes(game, facts.table, box)
    ]
    return Settlement("void", tuple(lines), _no_moves(facts))


def _no_moves(facts: Facts) -> JackpotMoves | None:
    if facts.display is None:
        return None
    before = facts.display.value
    return JackpotMoves(before, facts.linked.displayed if facts.linked else before, (), Fraction(0))
