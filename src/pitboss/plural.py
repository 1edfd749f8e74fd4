"""Numbers with their nouns, for sentences that people read."""

from collections.abc import Sequence


def counted(number: int, noun: str) -> str:
    """A number with its noun in the singular or plural: ``1 event``, ``2,000 events``."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun}es" if noun.endswith(("x", "s", "sh", "ch")) else f"{number:,} {noun}s"


def one_of(words: Sequence[str]) -> str:
    """Things of which one is meant: ``3``, ``3 or 4``, ``1, 2 or 3``."""
    return " or ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def times_in_words(sizes: Sequence[int]) -> str:
    """How many times an amount something must be: ``the amount of``, ``twice``, ``3 or 4 times``."""
    if len(sizes) == 1 and sizes[0] in (1, 2):
        return "the amount of" if sizes[0] == 1 else "twice"
    return f"{one_of([str(size) for size in sizes])} times"
