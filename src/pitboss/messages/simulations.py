"""Simulated rounds that a person has played from the lab."""

from typing import Annotated

from msgspec import Meta, Struct

from pitboss.messages.texts import ONE_LINE

_Short = Annotated[str, Meta(max_length=40, pattern=ONE_LINE)]
_Setting = Annotated[str, Meta(max_length=200, pattern=ONE_LINE)]


class Simulate(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Rounds of a sheet to be simulated."""

    sheet: Annotated[str, Meta(max_length=100, pattern=ONE_LINE)]
    rounds: _Short = "1e6"
    """Such as 1000000, 1,000,000 or 1e6."""
    boxes: _Short = "1"
    strategy: _Short = "exact"
    """``exact``, ``simple`` or ``blind``."""
    seed: _Short | None = None
    """The same seed deals the same rounds; without one it is drawn."""
    settings: Annotated[tuple[_Setting, ...], Meta(max_length=100)] = ()
    """Entries of the sheet that are changed, as in a what-if."""
