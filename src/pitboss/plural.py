"""Numbers with their nouns, for sentences that people read."""


def counted(number: int, noun: str) -> str:
    """A number with its noun in the singular or plural: ``1 event``, ``2,000 events``."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun}es" if noun.endswith(("x", "s", "sh", "ch")) else f"{number:,} {noun}s"
