"""The bets that the Dealer's hand decides: Ante, Play, Bet, Flop, Turn, River."""

from pitboss.citation import Clause
from pitboss.hands import Comparison, Rank, called, compare
from pitboss.reason import Reason, because
from pitboss.settlement import verdicts
from pitboss.settlement.facts import Box
from pitboss.settlement.hands_held import HandsHeld, Showdown
from pitboss.settlement.stakes import Stake
from pitboss.settlement.verdicts import Line
from pitboss.sheets.game import Game
from pitboss.sheets.rates import Push, ToOne, wrong_rate


def main_line(game: Game, held: HandsHeld, box: Box, stake: Stake) -> Line:
    """Settle one bet that is decided by comparison with the Dealer's hand."""
    title = game.sheet.bets[stake.bet].title
    decline = game.sheet.decline
    if box.folded:
        return verdicts.loses(box, stake, box.folded, because("line.folded", bet=title))
    if box.declined and decline.taken_as == "folded":
        return verdicts.loses(box, stake, decline.clauses, because("line.unshown_folded", bet=title))
    if share_folded(game, box, stake.player):
        why = because("line.share_folded", player=stake.player, bet=title)
        return verdicts.loses(box, stake, game.sheet.fold.clauses, why)
    met = _met(game, held, box, stake.bet)
    verdict = game.sheet.showdown[met.outcome][stake.bet]
    declined = decline.clauses if box.declined else ()
    clauses = (*declined, *verdict.clauses, *met.clauses)
    if len({*clauses}) < len(clauses):
        clauses = tuple(dict.fromkeys(clauses))
    match verdict.result:
        case "lose":
            return verdicts.loses(box, stake, clauses, met.so("line.loses", bet=title))
        case "returned":
            return verdicts.returned(box, stake, clauses, met.so("line.hand_returns", bet=title))
        case "push":
            return verdicts.pushes(box, stake, clauses, met.so("line.stands_off", bet=title))
        case "win":
            return _won(game, held, box, stake, met, clauses)


def share_folded(game: Game, box: Box, player: str) -> bool:
    """Whether a player on a common box has folded their share by adding no decision bet.

    The first player may have bet and had their wagers returned since; then the next has folded likewise.
    """
    for wager in box.wagers:
        if wager.player == player and wager.bet in game.decision_bets:
            return False
    return player != box.player or not game.decision_bets.isdisjoint(box.decided)


def _won(
    game: Game, held: HandsHeld, box: Box, stake: Stake, met: Showdown, clauses: tuple[Clause, ...]
) -> Line:
    title = game.sheet.bets[stake.bet].title
    pays = game.pays[stake.bet]
    own = held.rank(box) if pays.hands or pays.pays_from else None
    if own and pays.pays_from and not pays.pays_from.reached_by(game.ranking, own):
        why = met.so("line.below_least", least=str(pays.pays_from), bet=title)
        return verdicts.pushes(box, stake, clauses, why)
    rate = game.rate_of_hand(stake.bet, own) if own and pays.hands else pays.flat
    if isinstance(rate, ToOne):
        if own and pays.hands and met.outcome == "no_qualifying_hand":
            why = met.so("line.pays_for", bet=title, rate=str(rate), own=called(own))
        else:
            why = met.so("line.pays", bet=title, rate=str(rate))
        return verdicts.wins(box, stake, rate.net(stake.stood), clauses, why)
    if not isinstance(rate, Push):
        raise wrong_rate(stake.bet, rate)
    why = met.so("line.but_stands_off", own=called(own), bet=title) if own else met.reason
    return verdicts.pushes(box, stake, clauses, why)


def _met(game: Game, held: HandsHeld, box: Box, bet: str) -> Showdown:
    """How a box meets the Dealer's hand for a bet: by a Dealer who does not qualify, or by comparison."""
    overlay = game.no_hand_pays.get(bet)
    overlaid = overlay is not None
    if overlay and box.unshown and overlay.result == "win":
        # What is paid by the hand cannot be paid without one: then the hand counts as lower.
        overlaid = not (game.pays[bet].hands or game.pays[bet].pays_from)
    found = held.met.get((box.number, overlaid))
    if found is None:
        found = held.met[box.number, overlaid] = _outcome(game, held, box, overlaid)
    return found


def _outcome(game: Game, held: HandsHeld, box: Box, overlaid: bool) -> Showdown:
    """Compare a hand with the Dealer's; if ``overlaid``, only with one that qualifies."""
    dealer = held.dealer_rank()
    if overlaid and game.sheet.qualifier and not game.qualifies(dealer):
        hand = called(dealer, game.qualifying_ranks)
        why = because("met.not_qualified", dealer=hand, needed=game.needed_to_qualify)
        return Showdown("no_qualifying_hand", why, game.sheet.qualifier.clauses)
    if box.unshown:
        return Showdown("lower", because("met.unshown", **_dealers(game, dealer)))
    own = held.rank(box)
    compared = compare(game.ranking, own, dealer)
    clauses = game.deciding_clauses(compared)
    if compared.by == "equal":
        return Showdown("same", _equal(held, compared), clauses)
    hand, dealers = called(own, compared.ranks), _dealers(game, dealer, compared.ranks)
    if compared.higher is own:
        return Showdown("higher", because("met.beats", hand=hand, **dealers), clauses)
    return Showdown("lower", because("met.lower", hand=hand, **dealers), clauses)


def _dealers(game: Game, dealer: Rank, ranks: int = 1) -> dict[str, str]:
    """The Dealer's hand, with whether it qualifies, where that is asked and not seen at once."""
    if not game.sheet.qualifier:
        return {"dealers": "dealers.hand", "dealer": called(dealer, ranks)}
    odd = dealer.category.endswith("odd_cards")
    hand = called(dealer, max(ranks, game.qualifying_ranks) if odd else ranks)
    if not game.qualifies(dealer):
        return {"dealers": "dealers.hand_not_qualified", "dealer": hand}
    return {"dealers": "dealers.hand_qualified" if odd else "dealers.hand", "dealer": hand}


def _equal(held: HandsHeld, compared: Comparison) -> Reason:
    own = compared.own
    if held.is_the_board(own):
        return because("met.board", hand=called(own, compared.ranks))
    return because("met.same", hand=called(own, compared.ranks))
