"""What the system does about a clause, in the sentences of ``pitboss explain`` and of the rulebook page."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from pitboss.people import role_in_words
from pitboss.sheets.model import Argument, Sheet
from pitboss.sheets.readings import POINTS
from pitboss.sheets.register import ClauseKind, number_of
from pitboss.sheets.uses import ClauseUses
from pitboss.sheets.words import ARGUMENTS, CONDITIONS, instead_in_words, policy_in_words


class Passage(Struct, frozen=True):
    """A heading with the sentences under it."""

    title: str
    sentences: tuple[str, ...]


KINDS: Final[dict[ClauseKind, str]] = {
    "settles": "It decides what a bet gets.",
    "enforces": "The system refuses, requires or orders something because of it.",
    "records": "People do this at the table; the system shows or records it.",
    "defines": "Words and structure that other clauses rest on.",
}
"""How the system honours a clause, by its kind."""


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
        """What else follows from a clause, and what is refused because of it."""
        if found := tuple(self._uses.follows(clause)):
            yield Passage("What follows from it:", found)
        if found := tuple(self._uses.refused(clause)):
            yield Passage("What the system refuses because of it:", found)


def policy_of(sheet: Sheet, clause: str) -> Iterator[Passage]:
    """What follows when the irregularity of a clause is reported: effect, role and conditions."""
    if policy := sheet.irregularities.get(clause):
        sentences = [
            f"{_capital(policy_in_words(policy))}.",
            f"Decided by the {role_in_words(policy.by)} or above.",
        ]
        if policy.needs:
            sentences.append(f"The report says {_told(policy.needs)}.")
        if policy.takes:
            sentences.append(f"The report may also say {_told(policy.takes)}.")
        if policy.when:
            conditions = " and ".join(CONDITIONS[condition] for condition in policy.when)
            sentences.append(f"It applies when {conditions}; the system takes that from the round.")
        if others := instead_in_words(sheet, clause):
            sentences.append(f"Otherwise {others} applies.")
        if policy.after_settlement:
            sentences.append("It may still be reported after settlement, before the next round.")
        yield Passage(f"When it is reported ({policy.gist}):", tuple(sentences))


def readings_of(sheet: Sheet, clause: str) -> Iterator[Passage]:
    """The readings that were taken where a clause leaves something open."""
    for name, reading in sheet.readings.items():
        if clause in (number_of(cited) for cited in reading.clauses):
            point = POINTS[name]
            others = (
                f"It could also be read so ({choice.replace('_', ' ')}): {begun(says)}."
                for choice, says in point.options.items()
                if choice != reading.choice
            )
            yield Passage(f"{point.question}?", (f"As this sheet is read: {begun(reading.gist)}.", *others))


def begun(sentence: str) -> str:
    """A sentence after a colon."""
    return sentence[:1].lower() + sentence[1:]


def _told(arguments: tuple[Argument, ...]) -> str:
    return " and ".join(ARGUMENTS[argument] for argument in arguments)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
