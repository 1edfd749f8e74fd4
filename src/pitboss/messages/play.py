"""A player's play: session and gaming day, the limits that they set themselves, breaks, reality checks."""

from msgspec import Struct

from pitboss.floor.players.events import PlayLimitName


class PlaySumsNow(Struct, frozen=True, kw_only=True):
    """Play added up."""

    rounds: int
    staked: str
    net: str
    """The player's win, negative if they lost; unsettled bets do not count."""
    minutes: int
    """Played; every minute once, at however many tables."""
    at_risk: str
    """The stakes of unsettled bets."""


class TablePlayNow(PlaySumsNow, frozen=True, kw_only=True):
    """Play at one table."""

    table: str


class PlaySessionNow(PlaySumsNow, frozen=True, kw_only=True):
    """Play at all tables since a break of half an hour or more."""

    began: str
    tables: tuple[TablePlayNow, ...]


class OwnLimitNow(Struct, frozen=True, kw_only=True):
    """One limit of a player: an amount, or minutes of play; neither without a limit."""

    limit: PlayLimitName
    amount: str | None = None
    minutes: int | None = None
    used: str | None = None
    """The part of the amount used in this gaming day; none for a limit on one bet."""
    changes: str | None = None
    """When a waiting change takes effect."""
    next_amount: str | None = None
    next_minutes: int | None = None
    """The limit from then on; neither field: no limit."""


class RealityCheckNow(Struct, frozen=True, kw_only=True):
    """The reality checks of a player."""

    every: int
    """Minutes of play."""
    due: bool
    """No new bet of the player is taken before they answer."""
    left: int
    """Minutes of play until the next one, rounded up."""


class PlayNow(Struct, frozen=True, kw_only=True):
    """A player's play, as the journal has it."""

    player: str
    day: str
    """The gaming day."""
    session: PlaySessionNow | None
    """None: the player has not played for half an hour."""
    today: PlaySumsNow
    paid_in: str
    """Money paid for chips in the gaming day, less the chips cashed."""
    limits: tuple[OwnLimitNow, ...]
    break_until: str | None
    check: RealityCheckNow


class LimitChangeNow(Struct, frozen=True, kw_only=True):
    """One thing that was set, taken or answered."""

    at: str
    what: str
    by: str
    role: str
    reason: str


class PlayerPlayNow(Struct, frozen=True, kw_only=True):
    """A player's play, with everything that was ever set for it, the oldest first."""

    play: PlayNow
    changes: tuple[LimitChangeNow, ...]
