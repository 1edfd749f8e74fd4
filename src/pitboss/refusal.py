"""A refusal: a command that a sheet, the House's rules or the software does not allow, and why.

A refusal is a value. Nothing has changed, and everything goes on as if the command had not been sent.
:mod:`pitboss.refusal_list` lists every code.
"""

from typing import final, overload

from msgspec import Struct

from pitboss.citation import Clause, Clauses
from pitboss.reason import Reason
from pitboss.refusal_codes import PlainCode, RefusalCode
from pitboss.refusal_list import ENTRIES, NEEDS_CLAUSE
from pitboss.words import say


class UnknownCode(Exception):
    """A refusal with a code that is not in the list: a defect of ours."""


class UncitedRefusal(Exception):
    """A refusal without a clause, with a code that needs one: a defect of ours."""


@final
class Refusal(Struct, frozen=True):
    """Why a command is refused. :func:`refuse` makes one with a code that the type checker knows.

    ``type(answer) is Refusal`` is how a round asks, at every step of every command: ``isinstance`` takes four
    times as long, because a struct has a metaclass.
    """

    code: str
    reason: Reason
    clauses: tuple[Clause, ...]

    def __post_init__(self) -> None:
        """Check what types cannot see, such as a code from the journal; raises what is wrong by name."""
        if self.code not in ENTRIES:
            raise UnknownCode(f"{self.code!r} is no code of a refusal: add it to pitboss.refusal_list")
        if self.code in NEEDS_CLAUSE and not self.clauses:
            raise UncitedRefusal(f"a refusal with the code {self.code} needs a clause")

    @property
    def message(self) -> str:
        """The reason in English."""
        return say(self.reason)


@overload
def refuse(code: RefusalCode, reason: Reason, clauses: Clauses) -> Refusal: ...
@overload
def refuse(code: PlainCode, reason: Reason, clauses: tuple[Clause, ...] = ()) -> Refusal: ...
def refuse(code: RefusalCode, reason: Reason, clauses: tuple[Clause, ...] = ()) -> Refusal:
    """Refuse. Any code goes with clauses; only a :data:`~pitboss.refusal_codes.PlainCode` without."""
    return Refusal(code, reason, clauses)
