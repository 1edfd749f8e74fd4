"""Errors that tell people why by a reason."""

from pitboss.reason import Reason, because
from pitboss.words.catalogue import say


class Told(Exception):
    """An error with the reason for it; its text is the reason in English."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return say(self.reason)


def reason_of(error: Exception) -> Reason:
    """The reason of an error; the text of one that has none is shown as it is."""
    return error.reason if isinstance(error, Told) else because("error.given", given=str(error))
