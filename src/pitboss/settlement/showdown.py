"""The bets that the Dealer's hand decides: Ante, Play, Bet, Flop, Turn, River."""

from pitboss.citation import Clause
from pitboss.hands import Rank, hand_in_words
from pitboss.settlement import verdicts
from pitboss.settlement.facts import Box
from pitboss.settlement.hands_held import HandsHeld, Met
from pitboss.settlement.lines import Line
from pitboss.settlement.stakes import Stake
from pitboss.sheets.game import Game
from pitboss.sheets.rates import Rate, ToOne, wrong_rate


def main_line(game: Game, held: HandsHeld, box: Box, stake: Stake) -> Line:
    """Settle one bet that is decided by comparison with the Dealer's hand."""
    title = game.sheet.bets[stake.bet].title
    decline = game.sheet.decline
    if box.folded:
        return verdicts.loses(box, stake, box.folded, f"the hand is folded, so the {title} is lost")
    if box.declined and decline.taken_as == "folded":
        why = f"the hand was not shown and counts as folded, so the {title} is lost"
        return verdicts.loses(box, stake, decline.clauses, why)
    if share_folded(game, box, stake.player):
        why = f"{stake.player} added no decision bet and so folded his share of the {title}"
        return verdicts.loses(box, stake, game.sheet.fold.clauses, why)
    return _compared(game, held, box, stake, title)


def share_folded(game: Game, box: Box, player: str) -> bool:
    """Whether a player on a common box has folded their share by adding no decision bet."""
    return player != box.player and not any(
        wager.player == player and game.sheet.bets[wager.bet].placed == "decision" for wager in box.wagers
    )


def rate_of_hand(game: Game, bet: str, rank: Rank) -> Rate | None:
    """The rate of the pay table's line for this hand, or none below its last line."""
    for category, rate in game.pays[bet].hands:
        if game.ranking.counts_as(rank, category):
            return rate
    return None


def _compared(game: Game, held: HandsHeld, box: Box, stake: Stake, title: str) -> Line:
    met = held.met.get(box.number)
    if met is None:
        met = held.met[box.number] = _outcome(game, held, box)
    outcome, own, told = met
    verdict = game.sheet.showdown[outcome][stake.bet]
    clauses: tuple[Clause, ...] = verdict.clauses
    if box.declined:
        clauses = (*game.sheet.decline.clauses, *clauses)
    match verdict.result:
        case "lose":
            return verdicts.loses(box, stake, clauses, f"{told}, so the {title} loses")
        case "returned":
            return verdicts.returned(box, stake, clauses, f"{told}, so the {title} is returned")
        case "push":
            return verdicts.pushes(box, stake, clauses, f"{told}: the {title} stands off")
        case "win":
            return _won(game, box, stake, own, clauses, told)


def _won(
    game: Game, box: Box, stake: Stake, own: Rank | None, clauses: tuple[Clause, ...], told: str
) -> Line:
    title = game.sheet.bets[stake.bet].title
    pays = game.pays[stake.bet]
    if pays.pays_from and own and not game.ranking.at_least(own, pays.pays_from):
        least = pays.pays_from.replace("_", " ")
        why = f"{told}, but below a {least} the {title} is neither paid nor collected"
        return verdicts.pushes(box, stake, clauses, why)
    rate = pays.flat or (rate_of_hand(game, stake.bet, own) if own else None)
    if not isinstance(rate, ToOne):
        raise wrong_rate(stake.bet, rate)
    net = rate.times * stake.stood
    return verdicts.wins(box, stake, net, clauses, f"{told}: the {title} pays {rate}")


def _outcome(game: Game, held: HandsHeld, box: Box) -> Met:
    """Compare a hand with the Dealer's."""
    dealer = held.dealer_rank()
    dealers = hand_in_words(dealer).removeprefix("a ")
    if not game.qualifies(dealer):
        return "no_qualifying_hand", None, f"the Dealer's {dealers} does not qualify"
    if box.unshown:
        told = f"a hand that is not shown counts as lower than the Dealer's {dealers}"
        return "lower", None, told
    own = held.rank(box)
    owns = hand_in_words(own)
    if own.strength > dealer.strength:
        return "higher", own, f"{owns} beats the Dealer's {dealers}"
    if own.strength < dealer.strength:
        return "lower", own, f"{owns} is lower than the Dealer's {dealers}"
    return "same", own, f"{owns} ranks the same as the Dealer's hand"
