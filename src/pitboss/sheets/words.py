"""The policies of a sheet in words."""

from typing import Final

from pitboss.sheets.model import Condition, Effect, Irregularity

EFFECTS: Final[dict[Effect, str]] = {
    "void": "the round is void and every bet goes back",
    "void_unless_reconstructed": "the round is void unless the cards can be put right",
    "void_unless_52": "the round is void unless the count gives 52 cards",
    "void_if_seen_else_reconstruct": "void if anybody has looked or the cards cannot be put right",
    "reconstruct_with_options": "play goes on, with the cards put right where they can be",
    "hand_invalid_unless_reconstructed": "the hand goes out and its bets back, unless it can be put right",
    "options_if_unseen": "play goes on",
    "continue": "play goes on",
    "order_of_cards": "the person who decides says which card comes first",
    "freeze_jackpot": "play goes on, and the jackpot pays by the value registered before",
    "restrict_table": "later rounds: the table closes, a box is blocked, or no jackpot bets are taken",
    "judge_second_look": "if on purpose, the further hands go out and their bets back",
    "wagered_in_error": "viewed hands go on, or else the hand first dealt; the others go out, bets back",
    "bar_player": "the player's bets go back and they may not bet any more",
    "one_position_only": "the player may bet on no further position",
    "return_orphan": "the jackpot bet goes back",
    "ruling": "the decision is void, continue or return",
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
}

OPTIONS: Final = {
    "none": "",
    "affected": "the affected players may take their bets back",
    "all": "all players may take their bets back",
    "others": "all other players may take their bets back",
    "affected_and_others": "the player (once put right) and all other players may take their bets back",
}

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
    return EFFECTS[policy.effect] + (f"; {options}" if options else "")
