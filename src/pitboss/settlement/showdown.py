"""The bets that the Dealer's hand decides: Ante, Play, Bet, Flop, Turn, River."""

from pitboss.citation import Clause
from pitboss.hands import Comparison, Rank, compare, hand_in_words, hand_without_article, verb
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
        why = f"{stake.player} added no decision bet and so folded their share of the {title}"
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
    verdict = game.sheet.showdown[met.outcome][stake.bet]
    declined = game.sheet.decline.clauses if box.declined else ()
    clauses = tuple(dict.fromkeys((*declined, *verdict.clauses, *met.clauses)))
    match verdict.result:
        case "lose":
            return verdicts.loses(box, stake, clauses, f"{met.why}, so the {title} loses")
        case "returned":
            return verdicts.returned(box, stake, clauses, f"{met.why}, so the {title} is returned")
        case "push":
            return verdicts.pushes(box, stake, clauses, f"{met.why}, so the {title} stands off")
        case "win":
            return _won(game, box, stake, met, clauses)


def _won(game: Game, box: Box, stake: Stake, met: Met, clauses: tuple[Clause, ...]) -> Line:
    title = game.sheet.bets[stake.bet].title
    pays = game.pays[stake.bet]
    own = met.own
    if pays.pays_from and own and not game.ranking.at_least(own, pays.pays_from):
        least = pays.pays_from.replace("_", " ")
        why = f"{met.why}, but below a {least} the {title} is neither paid nor collected"
        return verdicts.pushes(box, stake, clauses, why)
    rate = pays.flat or (rate_of_hand(game, stake.bet, own) if own else None)
    if not isinstance(rate, ToOne):
        raise wrong_rate(stake.bet, rate)
    net = rate.times * stake.stood
    return verdicts.wins(box, stake, net, clauses, f"{met.why}, so the {title} pays {rate}")


def _outcome(game: Game, held: HandsHeld, box: Box) -> Met:
    """Compare a hand with the Dealer's."""
    dealer = held.dealer_rank()
    if game.sheet.qualifier and not game.qualifies(dealer):
        dealers = hand_in_words(dealer, game.qualifying_ranks)
        why = f"the Dealer's {dealers} does not qualify: {game.needed_to_qualify} is needed"
        return Met("no_qualifying_hand", why, game.sheet.qualifier.clauses)
    if box.unshown:
        return Met("lower", f"a hand that is not shown counts as lower than {_dealers(game, dealer)}")
    own = held.rank(box)
    compared = compare(game.ranking, own, dealer)
    clauses = game.deciding_clauses(compared)
    if compared.by == "equal":
        return Met("same", _equal(held, compared), clauses, own)
    owns, dealers = hand_in_words(own, compared.ranks), _dealers(game, dealer, compared.ranks)
    if compared.higher is own:
        return Met("higher", f"{owns} {verb(own, 'beats', 'beat')} {dealers}", clauses, own)
    return Met("lower", f"{owns} {verb(own, 'is', 'are')} lower than {dealers}", clauses, own)


def _dealers(game: Game, dealer: Rank, ranks: int = 1) -> str:
    """The Dealer's hand in words; one of odd cards says that it qualifies, where that is asked."""
    if not game.sheet.qualifier or not dealer.category.endswith("odd_cards"):
        return f"the Dealer's {hand_without_article(dealer, ranks)}"
    return f"the Dealer's {hand_in_words(dealer, max(ranks, game.qualifying_ranks))}, which qualifies"


def _equal(held: HandsHeld, compared: Comparison) -> str:
    own = compared.own
    if held.is_the_board(own):
        return f"both hands play the board's {hand_without_article(own, compared.ranks)}"
    words = hand_in_words(own, compared.ranks)
    return f"{words} {verb(own, 'ranks', 'rank')} the same as the Dealer's hand, card for card"
