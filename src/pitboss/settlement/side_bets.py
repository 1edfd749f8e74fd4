"""The bets and bonuses that the player's own cards decide: Pair Plus, Bonus, Ante Bonus."""

from pitboss.cards import RANKS, Card
from pitboss.hands import called
from pitboss.reason import because
from pitboss.settlement import verdicts
from pitboss.settlement.facts import Box
from pitboss.settlement.hands_held import HandsHeld
from pitboss.settlement.stakes import Stake
from pitboss.settlement.verdicts import Line
from pitboss.sheets.game import Game, Pays
from pitboss.sheets.rates import Push, ToOne, wrong_rate

ANTE_BONUS = "ante_bonus"


def lost_unseen(game: Game, box: Box, stake: Stake) -> Line | None:
    """The line of a bet lost by a fold or an unshown hand; None if the cards decide it."""
    if not (stake.lost or box.folded or box.declined):
        return None
    title = game.sheet.bets[stake.bet].title
    if stake.lost:
        return verdicts.loses(box, stake, stake.lost, because("line.without_ante", bet=title))
    if box.folded and stake.bet in game.fold_loses:
        code = "line.lost_by_fold" if game.sheet.hands.dealer else "line.all_lost_by_fold"
        return verdicts.loses(box, stake, box.folded, because(code, bet=title))
    decline = game.sheet.decline
    if box.unshown and stake.bet in decline.loses:
        return verdicts.loses(box, stake, decline.clauses, because("line.rank_unestablished", bet=title))
    return None


def by_hand_line(game: Game, held: HandsHeld, box: Box, stake: Stake) -> Line:
    """Settle a bet on the rank of the player's own hand: Pair Plus, or any bet where no Dealer plays."""
    title = game.sheet.bets[stake.bet].title
    rank = held.rank(box)
    hand = called(rank)
    pays = game.pays[stake.bet]
    rate = game.rate_of_hand(stake.bet, rank)
    if rate is None:
        return verdicts.loses(box, stake, pays.clauses, because("line.below_table", hand=hand, bet=title))
    if isinstance(rate, Push):
        return verdicts.pushes(box, stake, pays.clauses, because("line.hand_pushes", hand=hand, bet=title))
    if not isinstance(rate, ToOne):
        raise wrong_rate(stake.bet, rate)
    why = because("line.hand_pays", hand=hand, bet=title, rate=str(rate))
    return verdicts.wins(box, stake, rate.net(stake.stood), pays.clauses, why)


def by_hole_cards_line(game: Game, held: HandsHeld, box: Box, stake: Stake) -> Line:
    """Settle a bet on two hole cards, the Dealer's included where a line names them: Bonus."""
    title = game.sheet.bets[stake.bet].title
    pays = game.pays[stake.bet]
    own = hole_class(held.own(box))
    for line in pays.hole_lines:
        if own in line.cards and (line.dealer is None or hole_class(held.dealer()) == line.dealer):
            if not isinstance(line.rate, ToOne):
                raise wrong_rate(stake.bet, line.rate)
            return _capped(game, pays, box, stake, line.rate, line.title)
    return verdicts.loses(box, stake, pays.clauses, because("line.hole_cards_out", cards=own, bet=title))


def ante_bonus_line(game: Game, held: HandsHeld, box: Box, ante: Stake) -> Line | None:
    """The line of the Ante Bonus; None if the hand does not reach it."""
    pays = game.pays.get(ANTE_BONUS)
    if pays is None or ante.returned:
        return None
    folded = box.folded and game.readings.ante_bonus_after_fold == "not_paid"
    declined = box.declined if game.sheet.decline.taken_as == "folded" else box.unshown
    undealt = box.folded and len(box.cards) != game.sheet.hands.box
    if folded or undealt or declined:
        return None
    rank = held.rank(box)
    rate = game.rate_of_hand(ANTE_BONUS, rank)
    if rate is None:
        return None
    if not isinstance(rate, ToOne):
        raise wrong_rate(ANTE_BONUS, rate)
    why = because("line.ante_bonus", hand=called(rank), rate=str(rate))
    return verdicts.bonus(box, ante.player, ANTE_BONUS, rate.net(ante.stood), pays.clauses, why)


def hole_class(cards: tuple[Card, ...]) -> str:
    """Two hole cards as a class: ``AA``, ``AKs`` when suited, ``AKo`` when not."""
    high, low = cards
    if RANKS.index(high[0]) < RANKS.index(low[0]):
        high, low = low, high
    if high[0] == low[0]:
        return high[0] + low[0]
    return high[0] + low[0] + ("s" if high[1] == low[1] else "o")


def _capped(game: Game, pays: Pays, box: Box, stake: Stake, rate: ToOne, line_title: str) -> Line:
    title = game.sheet.bets[stake.bet].title
    net = rate.net(stake.stood)
    most = pays.most_paid
    if most is not None and game.readings.bonus_cap_covers == "winnings_and_stake":
        most -= stake.stood
    if most is None or net <= most:
        why = because("line.line_pays", line=line_title, bet=title, rate=str(rate))
        return verdicts.wins(box, stake, net, pays.clauses, why)
    why = because("line.line_pays_to_cap", line=line_title, bet=title, rate=str(rate))
    return verdicts.wins(box, stake, most, (*pays.clauses, *pays.cap_clauses), why)
