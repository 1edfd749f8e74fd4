"""Readings: the points that sheets leave open, each with its options.

A sheet's ``[readings]`` table chooses one option of each point that its clauses raise, and cites them. Other
points keep their first option, which then has no effect.
"""

from typing import Final, Literal

import msgspec
from msgspec import Struct

from pitboss.sheets.model import ReadingTaken


class Readings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The choice taken on each point."""

    ante_bonus_after_fold: Literal["not_paid", "paid"] = "not_paid"
    pair_plus_after_fold: Literal["settled", "lost"] = "settled"
    jackpot_bet_with_a_win: Literal["kept", "given_back"] = "kept"
    percentage_award: Literal["lowers_the_display", "resets_the_display"] = "lowers_the_display"
    part_of_a_cent: Literal["dropped", "kept"] = "dropped"
    own_contribution: Literal["in_the_value_won", "in_the_next_jackpot"] = "in_the_value_won"
    second_straight_flush: Literal["of_the_remainder", "of_the_reset_value"] = "of_the_remainder"
    envy_for_own_hands: Literal["none", "on_his_other_boxes"] = "none"
    envy_after_fold: Literal["lost", "kept"] = "lost"
    show_after_declining: Literal["too_late", "establishes_the_rank"] = "too_late"
    outcome_established: Literal["first_fold_or_reveal", "first_reveal", "first_bet_decided"] = (
        "first_fold_or_reveal"
    )
    options_of_folded_boxes: Literal["none", "while_a_bet_lives"] = "none"
    options_once_reconstructed: Literal["none", "all_boxes"] = "none"
    order_once_reconstructed: Literal["intended", "first_deal"] = "intended"
    report_after_the_deal: Literal["refused", "accepted"] = "refused"
    second_look_after_decisions: Literal["judged_first", "settled_unjudged"] = "judged_first"
    bet_over_maximum: Literal["refused", "excess_rejected"] = "refused"
    bet_under_minimum: Literal["refused", "open_until_close"] = "refused"
    decision_bet_over_size: Literal["at_the_ante", "up_to_the_maximum"] = "at_the_ante"
    jackpot_bet_between_multiples: Literal["rounded_down", "as_placed"] = "rounded_down"
    under_minimum_span: Literal["table_session", "gaming_day", "round"] = "table_session"
    withdrawal_from_a_shared_area: Literal["whole_area", "own_wagers"] = "whole_area"
    bonus_without_an_ante: Literal["returned", "collected"] = "returned"
    leaving_after_the_flop: Literal["checks", "folds"] = "checks"
    bonus_cap_covers: Literal["winnings", "winnings_and_stake"] = "winnings"
    full_hand: Literal["own_cards", "with_community"] = "own_cards"
    folded_jackpot: Literal["decided_by_the_flop", "lost_when_all_fold"] = "decided_by_the_flop"
    bar_scope: Literal["this_table", "session_of_the_table", "every_table"] = "this_table"


class OpenPoint(Struct, frozen=True):
    """An open point as a question, and its options as answers, the default first."""

    question: str
    options: dict[str, str]


POINTS: Final[dict[str, OpenPoint]] = {
    "ante_bonus_after_fold": OpenPoint(
        "Does a folded hand get its Ante Bonus",
        {
            "not_paid": "No: the Ante is lost, and its bonus with it",
            "paid": "Yes: the bonus is paid for the hand, folded or not",
        },
    ),
    "pair_plus_after_fold": OpenPoint(
        "What becomes of a Pair Plus bet when its hand is folded",
        {
            "settled": "It is settled by the cards: the fold loses the Ante only",
            "lost": "It is lost with the fold, as the Ante is",
        },
    ),
    "jackpot_bet_with_a_win": OpenPoint(
        "Is a jackpot bet that wins given back",
        {"kept": "No: it is collected when it is accepted", "given_back": "Yes: on top of what it wins"},
    ),
    "percentage_award": OpenPoint(
        "What does the display show after a share of it is paid",
        {
            "lowers_the_display": "What is left; only 100% sets the reset value",
            "resets_the_display": "The reset value, after any share",
        },
    ),
    "part_of_a_cent": OpenPoint(
        "What becomes of the part of a cent that the display held when all of it is paid",
        {
            "dropped": "It goes with the reset: the display starts again at the reset value",
            "kept": "It stays in the display, on top of the reset value",
        },
    ),
    "own_contribution": OpenPoint(
        "Does a win include what the bets of its own round added to the jackpot",
        {
            "in_the_value_won": "Yes: they are added at the close of betting, and what is then shown is won",
            "in_the_next_jackpot": "No: the value without them is won, and they begin the next jackpot",
        },
    ),
    "second_straight_flush": OpenPoint(
        "Of what is the 10% of a second straight flush at one table taken",
        {
            "of_the_remainder": "Of what the first has left of the display",
            "of_the_reset_value": "Of the reset value",
        },
    ),
    "envy_for_own_hands": OpenPoint(
        "Does a player get an Envy Bonus for a hand of their own on another box",
        {"none": "No", "on_his_other_boxes": "Yes, on each of their other boxes with a jackpot bet"},
    ),
    "envy_after_fold": OpenPoint(
        "Does a folded box with a jackpot bet get an Envy Bonus",
        {
            "lost": "No: the fold that loses the jackpot bet loses it too",
            "kept": "Yes: an Envy Bonus is no payout of the jackpot bet",
        },
    ),
    "show_after_declining": OpenPoint(
        "May a player who has declined to show a hand show it later",
        {
            "too_late": "No: the hand is settled as one that was not shown",
            "establishes_the_rank": "Yes, until the settlement: its rank then decides the bets that need it",
        },
    ),
    "outcome_established": OpenPoint(
        "When has an outcome been established",
        {
            "first_fold_or_reveal": "From the first fold or the first reveal",
            "first_reveal": "From the first reveal; a fold establishes nothing",
            "first_bet_decided": "As soon as any bet has won or lost by what is turned over and known",
        },
    ),
    "options_of_folded_boxes": OpenPoint(
        "Does a folded box whose jackpot bet lives on get an option that all players get",
        {
            "none": "No: a folded box has no option",
            "while_a_bet_lives": "Yes: its player may take back what the fold has not lost",
        },
    ),
    "options_once_reconstructed": OpenPoint(
        "Do players get an option when cards dealt wrongly are put right, so that the round is not void",
        {
            "none": "No: the round goes on",
            "all_boxes": "Yes: every box goes on or takes its bets back, as after any other dealing error",
        },
    ),
    "order_once_reconstructed": OpenPoint(
        "Where in the order of the deal does a hand count that a Reconstruction moved to its own box",
        {
            "intended": "Where it would have been dealt: before the first box after its own",
            "first_deal": "Where its box first received cards: last, if it had none before",
        },
    ),
    "report_after_the_deal": OpenPoint(
        "Can what happens during the deal, or too few cards for it, be reported once the deal is over",
        {
            "refused": "No: once every card is out and turned over, that contradicts it",
            "accepted": "Yes, until the settlement",
        },
    ),
    "second_look_after_decisions": OpenPoint(
        "Must a look at a further hand be judged that comes after its player's last decision",
        {
            "judged_first": "Yes: before the settlement, and for each player by a report of their own",
            "settled_unjudged": "No: it is settled and noted; one report may judge several players",
        },
    ),
    "bet_over_maximum": OpenPoint(
        "What becomes of a bet over the maximum that the Dealer notices before the close",
        {
            "refused": "All of it is refused; the player bets less",
            "excess_rejected": "The excess alone goes back at once, and the rest stands at the maximum",
        },
    ),
    "bet_under_minimum": OpenPoint(
        "What becomes of a bet under the minimum that the Dealer notices before the close",
        {
            "refused": "It is refused at once; the player bets more, or nothing",
            "open_until_close": "It goes up or back before the close; who shares the area may add to it",
        },
    ),
    "decision_bet_over_size": OpenPoint(
        "How much of a decision bet over its size stands",
        {
            "at_the_ante": "Its right size, by the Ante that stands",
            "up_to_the_maximum": "What was placed, up to the maximum",
        },
    ),
    "jackpot_bet_between_multiples": OpenPoint(
        "How much stands of a jackpot bet that lies between two multiples of the prescribed bet",
        {
            "rounded_down": "The lower multiple; the rest is returned",
            "as_placed": "All of it, and it is paid as placed",
        },
    ),
    "under_minimum_span": OpenPoint(
        "For how long does a bet under the minimum use up a player's one time",
        {
            "table_session": "Until the table closes",
            "gaming_day": "For the gaming day, also when the table is opened again",
            "round": "For the round: in every round one such bet is settled",
        },
    ),
    "withdrawal_from_a_shared_area": OpenPoint(
        "Who chooses for the wagers on an area that several players share, after a power failure",
        {
            "whole_area": "The first player, for every wager on it",
            "own_wagers": "Each player in turn, for their own; whoever stays plays the hand",
        },
    ),
    "bonus_without_an_ante": OpenPoint(
        "What becomes of a Bonus bet without an Ante that nobody noticed in time",
        {"returned": "It is returned", "collected": "It is collected: no hand can win it"},
    ),
    "leaving_after_the_flop": OpenPoint(
        "What does leaving after the Flop bet mean",
        {"checks": "The open decisions are checks", "folds": "The hand is folded"},
    ),
    "bonus_cap_covers": OpenPoint(
        "What does the cap on a Bonus bet cover",
        {
            "winnings": "The winnings; the bet is given back on top",
            "winnings_and_stake": "The winnings and the bet together",
        },
    ),
    "full_hand": OpenPoint(
        "When is a hand complete, for the order of winners across tables",
        {"own_cards": "With the player's own cards", "with_community": "With the community cards too"},
    ),
    "bar_scope": OpenPoint(
        "Where and until when is a player barred or held to one position",
        {
            "this_table": "At that table, also when it is opened again, until it is lifted",
            "session_of_the_table": "At that table, until it is closed",
            "every_table": "At every table of the floor, until it is lifted",
        },
    ),
    "folded_jackpot": OpenPoint(
        "Is the flop dealt when every box has folded and a jackpot bet is undecided",
        {
            "decided_by_the_flop": "Yes: the flop decides the jackpot bet",
            "lost_when_all_fold": "No: without a flop there is no jackpot hand, and the bet loses",
        },
    ),
}


def take(chosen: dict[str, ReadingTaken]) -> Readings:
    """The choices of a sheet; raises :class:`msgspec.ValidationError` for an unknown one."""
    return msgspec.convert({name: reading.choice for name, reading in chosen.items()}, Readings)


def taken_otherwise(name: str, reading: ReadingTaken, choice: str) -> ReadingTaken:
    """A reading with another choice, in the words of that option; the same with its own."""
    if choice == reading.choice:
        return reading
    return msgspec.structs.replace(reading, choice=choice, gist=POINTS[name].options.get(choice, ""))


def options(name: str) -> tuple[str, ...]:
    """The options of one point, the default first."""
    hint = Readings.__annotations__[name]
    return tuple(hint.__args__)
