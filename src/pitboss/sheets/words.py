"""The policies of a sheet in words."""

from typing import Final

from pitboss.plural import counted, times_in_words
from pitboss.sheets.model import Argument, Condition, Effect, Irregularity, Sheet, Subject
from pitboss.sheets.script import (
    BurnStep,
    DealStep,
    DealtTo,
    DecisionStep,
    DiscardStep,
    RevealStep,
    ScriptStep,
)

EFFECTS: Final[dict[Effect, str]] = {
    "void": "the round is void and every bet goes back",
    "void_unless_reconstructed": "the round is void unless the cards can be put right",
    "void_unless_52": "the cards are counted, and the round is void unless there are 52",
    "void_if_seen_else_reconstruct": (
        "the round is void if a player has looked or the cards cannot be put right"
    ),
    "reconstruct_with_options": "play goes on, with the cards put right where they can be",
    "hand_invalid_unless_reconstructed": "the hand goes out and its bets go back, unless it can be put right",
    "options_if_unseen": "play goes on",
    "continue": "play goes on",
    "order_of_cards": "whoever decides says which card comes first, and play goes on",
    "freeze_jackpot": "play goes on, and the jackpot pays by the value registered before the failure",
    "restrict_table": "for later rounds the table closes, a box takes no bets, or no jackpot bets are taken",
    "judge_second_look": "if it was on purpose, the further hands go out and their bets go back",
    "wagered_in_error": (
        "the viewed hands go on, or else the hand dealt first; the others go out and their bets go back"
    ),
    "bar_player": "the player's bets go back and they may not bet any more",
    "one_position_only": "the player may bet on one position only",
    "return_orphan": "the jackpot bet goes back",
    "ruling": (
        "whoever decides voids the round, lets it go on, gives a box its bets back, or pays, collects or "
        "corrects one bet"
    ),
}

CONDITIONS: Final[dict[Condition, str]] = {
    "bets_closed": "the Bets are closed",
    "unseen": "no player has seen their cards",
    "seen": "a player has seen their cards",
    "unhandled": "no player has touched their cards",
    "shoe": "the cards come from a shoe",
    "wrong_count": "the number of cards is not the right one",
    "second_look": "a player has examined more hands than they may",
    "burn_missing": "a Burnt Card that was due is missing",
    "cards_not_dealt": "the cards have not reached a place yet",
    "jackpot_in_play": "the table takes jackpot bets",
}

ARGUMENTS: Final[dict[Argument, str]] = {
    "box": "which box it is about",
    "player": "which player it is about",
    "dealer": "whether it is about the Dealer's hand",
    "reconstructed": "whether the cards can be put right",
    "intentional": "whether it was on purpose",
    "order": "in which order the cards come",
    "count": "how many cards there are",
    "permit": "whether the others are permitted to take their bets back",
    "action": "what is decided",
    "bet": "which bet is ruled on",
    "amount": "which amount is paid or stands",
}

OPTIONS: Final = {
    "none": "",
    "affected": "the affected players may take their bets back",
    "all": "all players may take their bets back",
    "others": "all other players may be permitted to take their bets back",
    "affected_and_others": (
        "all other players may take their bets back, and so may the player if their hand is put right"
    ),
}

SUBJECTS: Final[dict[Subject, str]] = {
    "foreign_card": "a card that does not belong to the deck",
    "deck_count": "too few or too many cards in the deck",
    "unshuffled": "cards that were not shuffled",
    "too_few_cards": "too few cards to finish the round",
    "burn_missing": "a Burnt Card that was not discarded",
    "card_face_up": "a card face up in the shoe or shuffler",
    "drawn_together": "cards drawn together",
    "dealt_wrongly": "cards dealt wrongly",
    "one_card_exposed": "one card exposed",
    "cards_exposed": "two or more cards exposed",
    "hand_count": "a wrong number of cards in a player's hand",
    "dealer_count": "a wrong number of cards in the Dealer's hand",
    "community_count": "a wrong number of community cards",
    "jackpot_failure": "a failure of the jackpot system",
    "after_jackpot_failure": "later rounds after a jackpot failure",
    "orphan_jackpot": "a jackpot bet without an Ante",
    "placed_in_error": "bets placed by mistake",
    "one_position": "a player restricted to one position",
    "several_hands": "a player who tries to control several hands",
    "second_look": "a player who examines a further hand",
    "confidentiality": "a player who shows their hand or looks at another's",
    "not_covered": "what the sheet does not cover",
}
"""The subjects in the order of a comparison, as they are called there."""

INTERRUPTION: Final = "A technical interruption or power failure"
INTERRUPTED: Final = {
    "void": "the round is void unless an outcome is established; then it goes on",
    "options": "players may take their bets back unless an outcome is established; then the round goes on",
}
LIFTED: Final = "what was restricted is allowed again from now on"


def policy_in_words(policy: Irregularity) -> str:
    """The effect of an irregularity, in words."""
    options = OPTIONS[policy.options]
    if policy.effect == "options_if_unseen":
        options += " while nobody has looked"
    if policy.effect == "void_if_seen_else_reconstruct":
        options = f"otherwise the cards are put right and {options}"
    return EFFECTS[policy.effect] + (f"; {options}" if options else "")


def instead_in_words(sheet: Sheet, clause: str) -> str:
    """The clauses that apply where the conditions of a policy do not hold; of several, what each is about."""
    others = [other for other in sheet.irregularities[clause].instead if other != clause]
    if len(others) < 2:
        return "".join(others)
    return " or ".join(f"{other}{_about(sheet, other)}" for other in others)


def _about(sheet: Sheet, clause: str) -> str:
    policy = sheet.irregularities.get(clause)
    return f" ({SUBJECTS[policy.subjects[0]]})" if policy and policy.subjects else ""


def step_in_words(sheet: Sheet, step: ScriptStep) -> str:
    """A step of a dealing procedure."""
    match step:
        case BurnStep():
            return "the Dealer burns a card"
        case DiscardStep():
            return "the Dealer puts a card aside"
        case DecisionStep(bet=bet, takes_back=True):
            return f"players take {sheet.bets[bet].title} back or check"
        case DecisionStep(bet=bet, otherwise=otherwise, sizes=sizes):
            times = f" of {times_in_words(sizes)} the Ante" if sizes else ""
            return f"players bet {sheet.bets[bet].title}{times} or {otherwise}"
        case RevealStep(community, dealer):
            up_to = [f"the community cards up to number {community}"] if community else []
            return f"the Dealer turns over {' and '.join([*up_to, *(['their own hand'] if dealer else [])])}"
        case DealStep(cards, to, times):
            again = f", {times} times over" if times > 1 else ""
            return (
                f"the Dealer deals {counted(cards, 'card')} to {' and '.join(_PLACES[p] for p in to)}{again}"
            )


_PLACES: Final[dict[DealtTo, str]] = {
    "boxes": "each box",
    "dealer": "themselves",
    "community": "the community cards",
}
