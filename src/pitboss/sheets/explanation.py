"""What the system does about a clause, in the sentences of ``pitboss explain`` and of the rulebook page."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from pitboss.people import role_in_words
from pitboss.sheets.model import Sheet
from pitboss.sheets.readings import POINTS
from pitboss.sheets.register import ClauseKind, number_of
from pitboss.sheets.uses import refused_by, uses_of
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


def passages_of(sheet: Sheet, clause: str) -> Iterator[Passage]:
    """All that the system does about a clause: reports of it, what else follows from it, and readings."""
    yield from policy_of(sheet, clause)
    yield from effects_of(sheet, clause)
    yield from readings_of(sheet, clause)


def policy_of(sheet: Sheet, clause: str) -> Iterator[Passage]:
    """What follows when the irregularity of a clause is reported: effect, role and conditions."""
    if policy := sheet.irregularities.get(clause):
        sentences = [
            f"{_capital(policy_in_words(policy))}.",
            f"Decided by the {role_in_words(policy.by)} or above.",
        ]
        if policy.needs:
            told = " and ".join(ARGUMENTS[argument] for argument in policy.needs)
            sentences.append(f"The report says {told}.")
        if policy.when:
            conditions = " and ".join(CONDITIONS[condition] for condition in policy.when)
            sentences.append(f"It applies when {conditions}; the system takes that from the round.")
        if others := instead_in_words(sheet, clause):
            sentences.append(f"Otherwise {others} applies.")
        if policy.after_settlement:
            sentences.append("It may still be reported after settlement, before the next round.")
        yield Passage(f"When it is reported ({policy.gist}):", tuple(sentences))


def effects_of(sheet: Sheet, clause: str) -> Iterator[Passage]:
    """What else follows from a clause, and what is refused because of it."""
    if found := tuple(uses_of(sheet, clause)):
        yield Passage("What follows from it:", found)
    if found := tuple(refused_by(sheet, clause)):
        yield Passage("What the system refuses because of it:", found)


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


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
