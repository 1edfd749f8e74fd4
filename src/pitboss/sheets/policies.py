"""The checks of irregularities: the policy of a clause says what its effect reads, and nothing else.

An entry that nothing reads could be wrong for years. Each fault names the path into the sheet.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from pitboss.reason import because
from pitboss.sheets.checks import SheetFault
from pitboss.sheets.model import Argument, Condition, Effect, Irregularity, Sheet, Subject


class EffectRule(Struct, frozen=True, kw_only=True):
    """The arguments that an effect needs from a report, and the keys that its policy must have."""

    needs: frozenset[Argument] = frozenset()
    options: bool = False
    """Whether it gives players options."""
    by_reading: bool = False
    """Whether a reading may give players options by it."""
    when: Condition | None = None
    """A condition that belongs to this effect alone."""
    about: tuple[str, ...] = ("round",)
    voids: bool = False


EFFECTS: Final[dict[Effect, EffectRule]] = {
    "void": EffectRule(voids=True),
    "void_unless_reconstructed": EffectRule(
        needs=frozenset({"reconstructed"}),
        by_reading=True,
        about=("round", "dealer", "community"),
        voids=True,
    ),
    "void_unless_52": EffectRule(needs=frozenset({"count"}), voids=True),
    "void_if_seen_else_reconstruct": EffectRule(
        needs=frozenset({"reconstructed"}), options=True, when="burn_missing", voids=True
    ),
    "reconstruct_with_options": EffectRule(needs=frozenset({"reconstructed"}), options=True),
    "hand_invalid_unless_reconstructed": EffectRule(
        needs=frozenset({"box", "reconstructed"}), options=True, about=("box",)
    ),
    "options_if_unseen": EffectRule(options=True),
    "continue": EffectRule(),
    "order_of_cards": EffectRule(needs=frozenset({"order"}), options=True, when="cards_not_dealt"),
    "freeze_jackpot": EffectRule(),
    "restrict_table": EffectRule(needs=frozenset({"action"})),
    "judge_second_look": EffectRule(needs=frozenset({"intentional"}), when="second_look"),
    "wagered_in_error": EffectRule(needs=frozenset({"box"})),
    "bar_player": EffectRule(needs=frozenset({"box"})),
    "one_position_only": EffectRule(needs=frozenset({"box"})),
    "return_orphan": EffectRule(needs=frozenset({"box"})),
    "ruling": EffectRule(needs=frozenset({"action"}), voids=True),
}
_OF_ONE_EFFECT: Final = frozenset(rule.when for rule in EFFECTS.values() if rule.when)
_TURNS_ELSEWHERE: Final = frozenset({"seen", "unseen", "unhandled"})
"""Conditions whose failure makes another clause apply."""
_COUNTED: Final[dict[Subject, str]] = {"dealer_count": "dealer", "community_count": "community"}
"""Subjects about a number of cards, with the owner of the cards; a box does not concern the whole round."""
_ACTIONS: Final = {"close", "block"}


def check_interruption(sheet: Sheet) -> Iterator[SheetFault]:
    """Check that what follows from an interruption rests on clauses."""
    rule = sheet.interruption
    name = "void_clauses" if rule.unestablished == "void" else "withdraw_clauses"
    if not getattr(rule, name):
        yield SheetFault(f"interruption.{name}", because("policy.unestablished", follows=rule.unestablished))


def check_policies(sheet: Sheet) -> Iterator[SheetFault]:
    """Check that every policy says what its effect reads, and nothing that it does not."""
    for clause, policy in sheet.irregularities.items():
        path, rule = f"irregularities.{clause}", EFFECTS[policy.effect]
        if set(policy.needs) != rule.needs or len(policy.needs) != len(rule.needs):
            needs = tuple(sorted(rule.needs))
            yield SheetFault(f"{path}.needs", because("policy.needs", effect=policy.effect, needs=needs))
        if len({*policy.needs, *policy.takes}) != len(policy.needs) + len(policy.takes):
            yield SheetFault(f"{path}.takes", because("policy.takes"))
        if policy.effect == "void_unless_reconstructed" and "hand_count" in policy.subjects:
            yield SheetFault(f"{path}.subjects", because("policy.hand_count"))
        yield from _check_when(path, policy, rule)
        yield from _check_clauses(path, policy, rule)
        yield from _check_actions(path, policy, _ACTIONS | ({"no_jackpot"} if sheet.jackpot else set()))


def _check_when(path: str, policy: Irregularity, rule: EffectRule) -> Iterator[SheetFault]:
    when = set(policy.when)
    for condition in _OF_ONE_EFFECT:
        if (condition in when) != (condition == rule.when):
            code = "policy.condition" if condition == rule.when else "policy.no_condition"
            yield SheetFault(f"{path}.when", because(code, effect=policy.effect, condition=condition))
    whose = _counted(policy)
    if whose and (policy.about == "round" or "wrong_count" not in when):
        yield SheetFault(f"{path}.about", because("policy.counted", whose=whose))
    elif policy.about not in rule.about:
        yield SheetFault(
            f"{path}.about", because("policy.not_about", effect=policy.effect, about=policy.about)
        )
    elif ("wrong_count" in when) != (policy.about != "round"):
        yield SheetFault(f"{path}.about", because("policy.counted_only"))
    if "seen" in when and when & {"unseen", "unhandled"}:
        yield SheetFault(f"{path}.when", because("policy.seen_unseen"))
    if bool(policy.instead) != bool(when & _TURNS_ELSEWHERE):
        message = because("policy.instead")
        yield SheetFault(f"{path}.instead", message)


def _counted(policy: Irregularity) -> tuple[str, ...]:
    """The owner of the counted cards; without it a report would also hit a right number."""
    if policy.effect == "hand_invalid_unless_reconstructed":
        return ('"box"',)
    if policy.effect != "void_unless_reconstructed":
        return ()
    return tuple(f'"{about}"' for subject, about in _COUNTED.items() if subject in policy.subjects)


def _check_clauses(path: str, policy: Irregularity, rule: EffectRule) -> Iterator[SheetFault]:
    wagered = policy.effect == "wagered_in_error"
    options = rule.options or (rule.by_reading and bool(policy.continue_clauses))
    for name, said, needed in (
        ("options", policy.options != "none", rule.options),
        ("continue_clauses", policy.continue_clauses, options),
        ("withdraw_clauses", policy.withdraw_clauses, options),
        ("viewed_clauses", policy.viewed_clauses, wagered),
        ("unviewed_clauses", policy.unviewed_clauses, wagered),
    ):
        if bool(said) != needed:
            code = "policy.needed" if needed else "policy.unread"
            yield SheetFault(f"{path}.{name}", because(code, effect=policy.effect))
    if policy.follows and not rule.voids:
        yield SheetFault(f"{path}.follows", because("policy.follows"))


def _check_actions(path: str, policy: Irregularity, every: set[str]) -> Iterator[SheetFault]:
    actions = every if policy.effect == "restrict_table" else set()
    if set(policy.action_clauses) != actions or not all(policy.action_clauses.values()):
        reason = because("policy.actions", effect=policy.effect, actions=tuple(sorted(actions)))
        yield SheetFault(f"{path}.action_clauses", reason)
