"""What the system does about a clause, in the sentences of ``pitboss explain`` and of the rulebook page."""

from collections.abc import Iterator

from msgspec import Struct

from pitboss.people import role_in_words
from pitboss.sheets.model import Sheet
from pitboss.sheets.readings import POINTS
from pitboss.sheets.register import number_of
from pitboss.sheets.words import CONDITIONS, policy_in_words


class Passage(Struct, frozen=True):
    """A heading with the sentences under it."""

    title: str
    sentences: tuple[str, ...]


def policy_of(sheet: Sheet, clause: str) -> Iterator[Passage]:
    """What follows when the irregularity of a clause is reported: effect, role and conditions."""
    if policy := sheet.irregularities.get(clause):
        sentences = [
            f"{policy_in_words(policy)}.",
            f"Decided by the {role_in_words(policy.by)} or above.",
        ]
        if policy.needs:
            sentences.append(f"The report must say: {', '.join(policy.needs)}.")
        if policy.when:
            conditions = " and ".join(CONDITIONS[condition] for condition in policy.when)
            sentences.append(f"It applies when {conditions}: that is read off the round, never asked.")
        if policy.instead:
            sentences.append(f"Otherwise see {', '.join(policy.instead)}.")
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
