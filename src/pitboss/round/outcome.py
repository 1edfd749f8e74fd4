"""Whether an outcome is established: the question of a technical interruption (RWS 5.7, MBS 5.16)."""

from msgspec import structs

from pitboss.cards import UNKNOWN, Card
from pitboss.round.revealing import facts_of
from pitboss.round.state import Round
from pitboss.settlement import Box, CardsUnknown
from pitboss.settlement.hands_held import HandsHeld
from pitboss.settlement.showdown import main_line
from pitboss.settlement.side_bets import by_hand_line, by_hole_cards_line, lost_unseen
from pitboss.settlement.stakes import Stake, stakes
from pitboss.sheets.game import Game


def outcome_established(game: Game, state: Round) -> bool:
    """Whether any bet has conclusively won or lost, as the sheet is read."""
    match game.readings.outcome_established:
        case "first_fold_or_reveal":
            return state.reveals > 0 or any(box.folded for box in state.boxes)
        case "first_reveal":
            return state.reveals > 0
        case "first_bet_decided":
            return _bet_decided(game, state)


def _bet_decided(game: Game, state: Round) -> bool:
    """Whether some bet wins or loses by the cards that are turned over, and by hands that were looked at.

    A look tells its player alone, so a bet on the player's own cards is decided once they are turned over;
    of a bet that waits for cards of the Dealer or the community, the look has told the player's part.
    """
    hands = game.sheet.hands
    community = _padded(state.community[: state.community_up], hands.community)
    dealer = _padded(state.dealer if state.dealer_up else (), hands.dealer)
    facts = structs.replace(facts_of(state, None), community=community, dealer=dealer)
    for box in state.boxes:
        if not box.in_play:
            continue
        for stake in stakes(game, state.table, box, state.memory.under_minimum):
            if stake.returned or stake.player in box.shares_out:
                continue
            known = structs.replace(box, cards=_known(game, box, stake))
            try:
                if _decided(game, HandsHeld(game, facts), known, stake):
                    return True
            except CardsUnknown:
                continue
    return False


def _decided(game: Game, held: HandsHeld, box: Box, stake: Stake) -> bool:
    """Whether a bet wins or loses; raises :class:`CardsUnknown` where that depends on an unknown card."""
    if lost_unseen(game, box, stake):
        return True
    if stake.bet == "jackpot":
        return bool(held.jackpot_rank(box))
    if stake.bet in game.main_bets:
        return main_line(game, held, box, stake).result in ("win", "lose")
    by_cards = by_hole_cards_line if game.pays[stake.bet].hole_lines else by_hand_line
    return bool(by_cards(game, held, box, stake))


def _known(game: Game, box: Box, stake: Stake) -> tuple[Card, ...]:
    """The cards of a box that decide a bet so far; others, and a hand of the wrong size, are unknown.

    A hand that its player claims for the jackpot lies face up.
    """
    size = game.sheet.hands.box
    if len(box.cards) != size:
        return (UNKNOWN,) * size
    if stake.bet == "jackpot":
        with_others = game.jackpot.hand != "own"
    else:
        shared = game.sheet.hands.shows_down == "own_and_community" and bool(game.pays[stake.bet].hands)
        with_others = shared or stake.bet in game.main_bets
    if box.notified or (box.examined and with_others):
        return box.cards
    return tuple(card if card in box.shown else UNKNOWN for card in box.cards)


def _padded(cards: tuple[Card, ...], size: int) -> tuple[Card, ...]:
    """The cards with unknown ones for those that are still to come."""
    return cards + (UNKNOWN,) * (size - len(cards))
