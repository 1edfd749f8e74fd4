"""What floor this is, and how its server is."""

from msgspec import Struct


class ShiftNow(Struct, frozen=True):
    """A shift, by the clock of the house; the gaming day begins with the first."""

    name: str
    from_hour: int


class PlayedSheet(Struct, frozen=True, kw_only=True):
    """A sheet in force."""

    id: str
    short: str
    title: str
    version: int
    house: str
    hash: str
    bets: dict[str, str]
    """What the sheet calls each of its bets, by name."""


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
    """What stands before an amount."""
    time_zone: str
    """The IANA name of the clock that the floor goes by."""
    sheets: tuple[PlayedSheet, ...]


class Health(Struct, frozen=True, kw_only=True):
    """The server lives."""

    status: str
    version: str
    build: str
    floor: str
    demo: bool


class Ready(Struct, frozen=True, kw_only=True):
    """Whether this server can take commands, and what it knows of the journal."""

    ready: bool
    position: int
    heard: int
    differences: tuple[str, ...]
    """Where the file of the floor differed from the record at the start; it changes nothing by itself."""
    waiting: tuple[str, ...] = ()
    """What the file wants and two people have not decided yet."""
    stalled: tuple[str, ...] = ()
    """Automatic tables at which something is due that nobody does; another server would not do it either."""
    why_not: tuple[str, ...] = ()
    """What keeps this server from being ready, in words."""
    warnings: tuple[str, ...] = ()
    """What is wrong with the witnesses or the clock, in words; it keeps no server from being ready."""
    cosigned_seconds: float | None = None
    """How old the newest cosignatures of the record are, as many as the floor needs; none without any."""
    clock_seconds: float = 0.0
    """By how much the clock of this server is ahead of the floor's; beyond a minute it does not deal."""
