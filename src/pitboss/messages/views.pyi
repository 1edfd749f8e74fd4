"""Written from what they are made of by `python -m tools.client_stub`."""

from typing import Final, Literal

from msgspec import Struct

SOURCES: Final[dict[type[Struct], type[Struct]]]

class CrewNow(Struct, frozen=True, kw_only=True):
    dealer: str | None
    supervisors: tuple[str, ...]

class DueNow(Struct, frozen=True, kw_only=True):
    act: Literal["burn", "deal", "discard", "ask", "reveal", "settle"]
    clause: str
    to: int | str | None
    cards: int
    boxes: tuple[int, ...]

class MatterNow(Struct, frozen=True, kw_only=True):
    cause: str
    round: str

class MovableNow(Struct, frozen=True, kw_only=True):
    path: str
    of: str
    title: str
    hand: str | None
    form: Literal["to", "for", "fixed", "percent", "dollars", "times", "choice"]
    value: str
    clauses: tuple[str, ...]
    choices: tuple[str, ...]

class NeedNow(Struct, frozen=True, kw_only=True):
    name: Literal[
        "boxes",
        "player",
        "dealer",
        "reconstructed",
        "intentional",
        "order",
        "count",
        "permit",
        "action",
        "bet",
        "amount",
        "reason",
    ]
    kind: Literal["boxes", "player", "yes_no", "cards", "number", "choice", "bet", "amount", "text"]
    required: bool
    choices: tuple[int | str, ...]

class PendingNow(Struct, frozen=True, kw_only=True):
    table: str
    box: int
    hand: str
    amount: str
    ordered: bool

class RulingNow(Struct, frozen=True, kw_only=True):
    box: int
    player: str
    bet: str
    amount: str
    by: str
    reason: str

class ShiftNow(Struct, frozen=True, kw_only=True):
    name: str
    from_hour: int

class SlipPaidNow(Struct, frozen=True, kw_only=True):
    box: int
    player: str
    amount: str
