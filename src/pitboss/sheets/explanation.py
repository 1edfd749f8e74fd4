"""What the system does about a clause, as ``pitboss explain`` and the rulebook page say it.

What a sheet takes from a clause besides its policy are entries of the data and refusals.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from pitboss.reason import Reason, because
from pitboss.refusal_list import AREAS
from pitboss.sheets.checks import citations
from pitboss.sheets.model import Sheet
from pitboss.sheets.readings import POINTS
from pitboss.sheets.register import ClauseKind, number_of
from pitboss.sheets.script import read_script
from pitboss.sheets.words import argument, condition, instead_of, policy_reason, step_reason
from pitboss.words import say

_ENTRIES: Final = {
    "layout": "follows_from.layout",
    "deck": "follows_from.deck",
    "deck.wrong_count": "follows_from.deck.wrong_count",
    "deck.counting": "follows_from.deck.counting",
    "deck.foreign_card": "follows_from.deck.foreign_card",
    "deck.unshuffled": "follows_from.deck.unshuffled",
    "deck.runs_out": "follows_from.deck.runs_out",
    "deck.shuffler": "follows_from.deck.shuffler",
    "seats": "follows_from.seats",
    "seats.placed_in_error": "follows_from.seats.placed_in_error",
    "seats.placed_by_staff": "follows_from.seats.placed_by_staff",
    "seats.examined_clauses": "follows_from.seats.examined",
    "hands": "follows_from.hands",
    "ranking": "follows_from.ranking",
    "ranking.low_run": "follows_from.ranking.low_run",
    "jackpot_ranking": "follows_from.jackpot_ranking",
    "qualifier": "follows_from.qualifier",
    "qualifier.announce_clauses": "follows_from.qualifier.announce",
    "jackpot.notify_clauses": "follows_from.jackpot.notify",
    "jackpot": "follows_from.jackpot",
    "jackpot.several_winners": "follows_from.jackpot.several_winners",
    "jackpot.across_tables_clauses": "follows_from.jackpot.across_tables",
    "jackpot.units_clauses": "follows_from.jackpot.units",
    "jackpot.no_qualifying_hand_clauses": "follows_from.jackpot.no_qualifying_hand",
    "jackpot.qualifying_hand_clauses": "follows_from.jackpot.qualifying_hand",
    "jackpot.envy_clauses": "follows_from.jackpot.envy",
    "amounts.over_maximum": "follows_from.amounts.over_maximum",
    "amounts.over_ante": "follows_from.amounts.over_ante",
    "amounts.under_ante": "follows_from.amounts.under_ante",
    "amounts.orphan_jackpot": "follows_from.amounts.orphan_jackpot",
    "amounts.orphan_bonus": "follows_from.amounts.orphan_bonus",
    "amounts.past_error": "follows_from.amounts.past_error",
    "amounts.past_limits_error": "follows_from.amounts.past_limits_error",
    "leaving.settle_clauses": "follows_from.leaving.settle",
    "interruption.continue_clauses": "follows_from.interruption.continue",
    "interruption.void_clauses": "follows_from.interruption.void",
    "interruption.withdraw_clauses": "follows_from.interruption.withdraw",
    "interruption": "follows_from.interruption",
    "void_clauses": "follows_from.void",
}
"""The code of what each entry of a sheet does, by its path into the sheet."""
UNTOLD: Final = because("follows_from.entry")
"""Said of an entry without a code; no shipped sheet needs it."""
_RANKING: Final = {
    "kinds": "follows_from.ranking.kinds",
    "cards": "follows_from.ranking.cards",
    "equal": "follows_from.ranking.equal",
}
_OF_POLICIES: Final = {
    "follows": "of_policy.follows",
    "instead": "of_policy.instead",
    "continue_clauses": "of_policy.continue",
    "withdraw_clauses": "of_policy.withdraw",
    "viewed_clauses": "of_policy.viewed",
    "unviewed_clauses": "of_policy.unviewed",
    "action_clauses": "of_policy.action",
}
_OF_OPTIONS: Final = ("continue_clauses", "withdraw_clauses")
_REFUSALS: Final[dict[str, str]] = {}
for _area in AREAS:
    _REFUSALS.update((code, gloss.meaning) for code, gloss in _area.cited.items())
    _REFUSALS.update((code, gloss.meaning) for code, gloss in _area.plain.items())


class ClauseUses:
    """The entries that cite each clause of a sheet, found in one walk."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._paths: dict[str, list[str]] = {}
        for path, cited in citations(sheet):
            self._paths.setdefault(number_of(cited), []).append(path.removesuffix(".clauses"))

    def follows(self, clause: str) -> Iterator[Reason]:
        """The consequences of a clause by the entries that cite it, each told once."""
        policies: dict[str, dict[str, None]] = {}
        found: dict[Reason, None] = {}
        for path in self._paths.get(clause, ()):
            first, *rest = path.split(".")
            if first == "irregularities":
                key = next(part for part in rest if part in _OF_POLICIES)
                reported = ".".join(rest[: rest.index(key)])
                if key not in _OF_OPTIONS or _gives_options(self._sheet, reported):
                    policies.setdefault(key, {})[reported] = None
            elif first not in ("readings", "refusals"):
                found[_reason(self._sheet, path)] = None
        yield from found
        yield from (because(_OF_POLICIES[key], clauses=tuple(clauses)) for key, clauses in policies.items())

    def refused(self, clause: str) -> Iterator[Reason]:
        """The refusals that cite a clause, in the words of the list of refusals."""
        for path in self._paths.get(clause, ()):
            if path.startswith("refusals."):
                meaning = _REFUSALS.get(path.removeprefix("refusals."))
                yield because("refused_by", meaning=meaning) if meaning else because("refused_by.other")


def _gives_options(sheet: Sheet, reported: str) -> bool:
    """Whether a report gives players options by the readings taken."""
    point = sheet.readings.get("options_once_reconstructed")
    return sheet.irregularities[reported].options != "none" or (point is not None and point.choice != "none")


def _reason(sheet: Sheet, path: str) -> Reason:
    match path.split("."):
        case ["bets", bet]:
            return because("follows_from.bet", bet=_title(sheet, bet))
        case ["showdown", outcome, bet]:
            result = sheet.showdown[outcome][bet].result  # type: ignore[index]
            return because("follows_from.showdown", outcome=outcome, bet=_title(sheet, bet), result=result)
        case ["pays", bet]:
            return because("follows_from.pays", bet=_title(sheet, bet))
        case ["pays", bet, "cap_clauses"]:
            return because("follows_from.cap", bet=_title(sheet, bet))
        case ["fold"]:
            return because("follows_from.fold", bets=tuple(_title(sheet, bet) for bet in sheet.fold.loses))
        case ["decline"]:
            by = sheet.decline.viewed_by
            return because(
                "follows_from.decline",
                taken=sheet.decline.taken_as,
                roles=tuple(role for role in (by,) if role),
            )
        case ["leaving"]:
            return because("follows_from.leaving", means=sheet.leaving.means)
        case ["amounts", "under_minimum"]:
            once = sheet.amounts.under_minimum_times is not None
            return because("follows_from.under_minimum", once="yes" if once else "no")
        case ["dealing", number, "steps", place]:
            dealing = sheet.dealing[int(number)]
            step = step_reason(sheet, read_script(dealing).steps[int(place)])
            return because("follows_from.dealing", device=dealing.device, step=step)
        case ["ranking", ("kinds" | "cards" | "equal") as compared, *of]:
            return because(_RANKING[compared], hand=tuple(name.replace("_", " ") for name in of[1:]))
        case ["jackpot", "several_winners", _]:
            return because("follows_from.jackpot.several_winners")
        case _:
            return because(_ENTRIES[path]) if path in _ENTRIES else UNTOLD


def _title(sheet: Sheet, bet: str) -> str:
    return sheet.bets[bet].title if bet in sheet.bets else bet.replace("_", " ").title()


class Passage(Struct, frozen=True):
    """A heading with the sentences under it."""

    heading: Reason
    reasons: tuple[Reason, ...]

    @property
    def title(self) -> str:
        """The heading in English."""
        return say(self.heading)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences in English."""
        return tuple(map(say, self.reasons))


KINDS: Final[dict[ClauseKind, str]] = {
    "settles": "It decides what a bet gets.",
    "enforces": "The system refuses, requires or orders something because of it.",
    "records": "People do this at the table; the system shows or records it.",
    "defines": "Words and structure that other clauses rest on.",
}
"""The way in which the system honours a clause, by its kind."""


class Explainer:
    """Explains the clauses of one sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._uses = ClauseUses(sheet)

    def passages(self, clause: str) -> Iterator[Passage]:
        """All that the system does about a clause: reports of it, what else follows from it, and readings."""
        yield from policy_of(self._sheet, clause)
        yield from self.effects(clause)
        yield from readings_of(self._sheet, clause)

    def effects(self, clause: str) -> Iterator[Passage]:
        """Further consequences of a clause, and the refusals that cite it."""
        if found := tuple(self._uses.follows(clause)):
            yield Passage(because("explained.follows"), found)
        if found := tuple(self._uses.refused(clause)):
            yield Passage(because("explained.refused"), found)


def policy_of(sheet: Sheet, clause: str) -> Iterator[Passage]:
    """The consequences of reporting a clause's irregularity: effect, role and conditions."""
    if policy := sheet.irregularities.get(clause):
        reasons = [
            because("explained.policy", policy=policy_reason(policy)),
            because("explained.by", role=policy.by),
        ]
        if policy.needs:
            reasons.append(because("explained.says", arguments=tuple(map(argument, policy.needs))))
        if policy.takes:
            reasons.append(because("explained.may_say", arguments=tuple(map(argument, policy.takes))))
        if policy.when:
            reasons.append(because("explained.when", conditions=tuple(map(condition, policy.when))))
        if others := instead_of(sheet, clause):
            reasons.append(because("explained.instead", clauses=others))
        if policy.after_settlement:
            reasons.append(because("explained.after_settlement"))
        yield Passage(because("explained.reported", gist=policy.gist), tuple(reasons))


def readings_of(sheet: Sheet, clause: str) -> Iterator[Passage]:
    """The readings that were taken where a clause leaves something open."""
    for name, reading in sheet.readings.items():
        if clause in (number_of(cited) for cited in reading.clauses):
            point = POINTS[name]
            others = (
                because("explained.other_reading", choice=choice.replace("_", " "), gist=begun(says))
                for choice, says in point.options.items()
                if choice != reading.choice
            )
            taken = because("explained.reading", gist=begun(reading.gist))
            yield Passage(because("explained.question", question=point.question), (taken, *others))


def begun(sentence: str) -> str:
    """A sentence after a colon."""
    return sentence[:1].lower() + sentence[1:]
