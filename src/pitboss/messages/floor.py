"""The floor, and the health of its server."""

from msgspec import Struct

from pitboss.messages.views import ShiftNow


class PlayedSheet(Struct, frozen=True, kw_only=True):
    """A sheet in force."""

    id: str
    short: str
    title: str
    version: int
    house: str
    hash: str
    bets: dict[str, str]
    """The sheet's title for each bet, by name."""


class FloorNow(Struct, frozen=True, kw_only=True):
    """The floor as a whole."""

    name: str
    demo: bool
    """It is played for nothing here, and every page says so."""
    version: str
    build: str
    """SHA-256 of the software's files, by which every round is recorded."""
    shifts: tuple[ShiftNow, ...]
    currency: str
    """The ISO 4217 code of the floor's money; empty before a sheet is in force, as the sign is."""
    currency_sign: str
    """The currency symbol before an amount."""
    time_zone: str
    """The IANA name of the floor's time zone."""
    sheets: tuple[PlayedSheet, ...]


class Health(Struct, frozen=True, kw_only=True):
    """The server lives."""

    status: str
    version: str
    build: str
    floor: str
    demo: bool


class Ready(Struct, frozen=True, kw_only=True):
    """Whether this server can take commands, and how far it has read the journal."""

    ready: bool
    position: int
    heard: int
    differences: tuple[str, ...]
    """Differences between the floor's file and the record at start-up. The record applies."""
    waiting: tuple[str, ...] = ()
    """Changes that the file asks for and that two people have not decided yet."""
    stalled: tuple[str, ...] = ()
    """Automatic tables whose next act is overdue and that no server can continue."""
    why_not: tuple[str, ...] = ()
    """Why this server is not ready, in words."""
    warnings: tuple[str, ...] = ()
    """Problems of the witnesses or the clock, in words; a server with such a problem can still be ready."""
    cosigned_seconds: float | None = None
    """Age of the newest checkpoint with the cosignatures that the floor needs, if there is one."""
    clock_seconds: float = 0.0
    """The lead of this server's clock over the floor's; beyond a minute it does not deal."""
