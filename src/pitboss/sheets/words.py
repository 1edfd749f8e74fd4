"""The policies of a sheet and its steps of dealing as reasons."""

from typing import Final

from pitboss.reason import Reason, because
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
    "void": "effect.void",
    "void_unless_reconstructed": "effect.void_unless_reconstructed",
    "void_unless_52": "effect.void_unless_52",
    "void_if_seen_else_reconstruct": "effect.void_if_seen_else_reconstruct",
    "reconstruct_with_options": "effect.reconstruct_with_options",
    "hand_invalid_unless_reconstructed": "effect.hand_invalid_unless_reconstructed",
    "options_if_unseen": "effect.continue",
    "continue": "effect.continue",
    "order_of_cards": "effect.order_of_cards",
    "freeze_jackpot": "effect.freeze_jackpot",
    "restrict_table": "effect.restrict_table",
    "judge_second_look": "effect.judge_second_look",
    "wagered_in_error": "effect.wagered_in_error",
    "bar_player": "effect.bar_player",
    "one_position_only": "effect.one_position_only",
    "return_orphan": "effect.return_orphan",
    "ruling": "effect.ruling",
}

CONDITIONS: Final[dict[Condition, str]] = {
    "bets_closed": "condition.bets_closed",
    "unseen": "condition.unseen",
    "seen": "condition.seen",
    "unhandled": "condition.unhandled",
    "shoe": "condition.shoe",
    "wrong_count": "condition.wrong_count",
    "second_look": "condition.second_look",
    "burn_missing": "condition.burn_missing",
    "cards_not_dealt": "condition.cards_not_dealt",
    "jackpot_in_play": "condition.jackpot_in_play",
}

ARGUMENTS: Final[dict[Argument, str]] = {
    "box": "argument.box",
    "player": "argument.player",
    "dealer": "argument.dealer",
    "reconstructed": "argument.reconstructed",
    "intentional": "argument.intentional",
    "order": "argument.order",
    "count": "argument.count",
    "permit": "argument.permit",
    "action": "argument.action",
    "bet": "argument.bet",
    "amount": "argument.amount",
}

OPTIONS: Final[dict[str, str]] = {
    "affected": "options.affected",
    "all": "options.all",
    "others": "options.others",
    "affected_and_others": "options.affected_and_others",
}

SUBJECTS: Final[dict[Subject, str]] = {
    "foreign_card": "subject.foreign_card",
    "deck_count": "subject.deck_count",
    "unshuffled": "subject.unshuffled",
    "too_few_cards": "subject.too_few_cards",
    "burn_missing": "subject.burn_missing",
    "card_face_up": "subject.card_face_up",
    "drawn_together": "subject.drawn_together",
    "dealt_wrongly": "subject.dealt_wrongly",
    "one_card_exposed": "subject.one_card_exposed",
    "cards_exposed": "subject.cards_exposed",
    "hand_count": "subject.hand_count",
    "dealer_count": "subject.dealer_count",
    "community_count": "subject.community_count",
    "jackpot_failure": "subject.jackpot_failure",
    "after_jackpot_failure": "subject.after_jackpot_failure",
    "orphan_jackpot": "subject.orphan_jackpot",
    "placed_in_error": "subject.placed_in_error",
    "one_position": "subject.one_position",
    "several_hands": "subject.several_hands",
    "second_look": "subject.second_look",
    "confidentiality": "subject.confidentiality",
    "not_covered": "subject.not_covered",
}
"""The subjects in the order of a comparison, with the codes of their names."""

_PLACES: Final[dict[DealtTo, str]] = {
    "boxes": "deals.to_boxes",
    "dealer": "deals.to_dealer",
    "community": "deals.to_community",
}
INTERRUPTION: Final = because("interrupted")
INTERRUPTED: Final = {"void": because("interrupted.void"), "options": because("interrupted.options")}
LIFTED: Final = because("restriction_lifted")


def policy_reason(policy: Irregularity) -> Reason:
    """The effect of an irregularity."""
    effect = because(EFFECTS[policy.effect])
    put_right = policy.effect == "void_if_seen_else_reconstruct"
    if policy.options == "none":
        return because("policy.or_put_right", effect=effect) if put_right else effect
    options = because(OPTIONS[policy.options])
    if put_right:
        return because("policy.or_put_right_options", effect=effect, options=options)
    unseen = policy.effect == "options_if_unseen"
    return because("policy.options_unseen" if unseen else "policy.options", effect=effect, options=options)


def condition(name: Condition) -> Reason:
    """A condition of a policy."""
    return because(CONDITIONS[name])


def argument(name: Argument) -> Reason:
    """An argument of a report."""
    return because(ARGUMENTS[name])


def subject(name: Subject) -> Reason:
    """The subject of a policy."""
    return because(SUBJECTS[name])


def instead_of(sheet: Sheet, clause: str) -> tuple[Reason | str, ...]:
    """The clauses that apply where the conditions of a policy do not hold; of several, what each is about."""
    others = tuple(other for other in sheet.irregularities[clause].instead if other != clause)
    return tuple(_about(sheet, other) for other in others) if len(others) > 1 else others


def _about(sheet: Sheet, clause: str) -> Reason | str:
    policy = sheet.irregularities.get(clause)
    if policy is None or not policy.subjects:
        return clause
    return because("explained.clause_about", clause=clause, subject=subject(policy.subjects[0]))


def step_reason(sheet: Sheet, step: ScriptStep) -> Reason:
    """A step of a dealing procedure."""
    match step:
        case BurnStep():
            return because("deals.burn")
        case DiscardStep():
            return because("deals.discard")
        case DecisionStep(bet=bet, takes_back=True):
            return because("deals.take_back", bet=sheet.bets[bet].title)
        case DecisionStep(bet=bet, otherwise=otherwise, sizes=()):
            return because("deals.decide", bet=sheet.bets[bet].title, otherwise=otherwise)
        case DecisionStep(bet=bet, otherwise=otherwise, sizes=sizes):
            title = sheet.bets[bet].title
            return because("deals.decide_sizes", bet=title, sizes=sizes, otherwise=otherwise)
        case RevealStep(community=community, dealer=True) if community:
            return because("deals.turn_both", number=community)
        case RevealStep(community=community) if community:
            return because("deals.turn_community", number=community)
        case RevealStep():
            return because("deals.turn_own")
        case DealStep(cards, to, times):
            return because(
                "deals.deal", cards=cards, places=tuple(because(_PLACES[place]) for place in to), times=times
            )
