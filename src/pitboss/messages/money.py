"""The money of a table: slips, chips of players, and ratings of their play."""

from typing import Literal

from msgspec import Struct

from pitboss.messages.session import Signature
from pitboss.messages.texts import AmountText, CommandId, PlayerName
from pitboss.reason import Reason


class PiecesNow(Struct, frozen=True):
    """Chips or notes of one denomination."""

    each: str
    number: int


class SlipNow(Struct, frozen=True, kw_only=True):
    """A slip."""

    number: int
    kind: str
    amount: str
    count: tuple[PiecesNow, ...]
    by: str
    second: str
    reason: str
    day: str
    shift: str
    replaces: int | None
    replaced: bool


class TableSessionNow(Struct, frozen=True, kw_only=True):
    """A session, in dollars; the house's gains are above zero."""

    number: int
    closed: bool
    found: str | None
    """The tray as the previous closer left it."""
    opener: str | None
    fills: str | None
    credits: str | None
    drop: str | None
    closer: str | None
    tray: str | None
    """The expected contents of the tray; none if the tray is not counted."""
    win_by_chips: str | None
    """Closer, credits and drop less opener and fills; none before the closer."""
    win_by_settlements: str
    win_of_the_table: str
    """The table's own part of it."""
    win_of_the_house: str
    """Jackpot bets less fixed pays and Envy Bonus: collected and paid at the table for the house."""
    paid_by_link: str
    """Shares of displays, paid by the link's slips and never from the tray."""
    bought: str
    cashed: str
    with_players: str
    """Chips that its players hold by what was recorded, those on the layout included."""
    difference: str | None
    """Win by chips less win by settlements: the two differences below."""
    tray_difference: str | None
    drop_difference: str | None
    why: tuple[str, ...]
    """The differences in words."""
    reasons: tuple[Reason, ...]
    """The same as reasons."""
    slips: tuple[SlipNow, ...]


class ChipsNow(Struct, frozen=True):
    """A player's chips at a table."""

    player: str
    chips: str
    """Besides what lies on the layout."""
    on_layout: str


class MoneyNow(Struct, frozen=True):
    """The money of a table."""

    table: str
    counts_tray: bool
    session: TableSessionNow | None
    """The one under way, or the last."""
    players: tuple[ChipsNow, ...]


class MoveChips(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Chips that a player buys or takes away."""

    id: CommandId
    act: Literal["buy_in", "cash_out"]
    amount: AmountText
    player: PlayerName | None = None
    """Left out, oneself."""
    second: Signature | None = None
    """A second person, who signs with a password above what the sender moves alone."""


class RatingNow(Struct, frozen=True, kw_only=True):
    """One player's play in one stretch, in dollars; the house's gains are above zero."""

    table: str
    player: str
    day: str | None
    sheet: str
    since: str | None
    """The player's first chips or bet, in UTC; none where that is archived."""
    until: str | None
    minutes: int | None
    rounds: int
    average_bet: str
    """The player's average stake before the deal, per round."""
    handle: dict[str, str]
    """The player's stakes by bet, without returned bets."""
    theoretical: dict[str, str] | None
    """The exact edge of each bet on what was staked: the Ante's is that of the whole main game, played best;
    the jackpot's is by the value displayed when betting opened. None where no edge is known."""
    theoretical_win: str | None
    counting: bool
    """The edges of the sheet are still being calculated: ask again."""
    win: str
    """The win from settlements and rulings, without payments of a link."""
    paid_by_link: str
    bought: str
    cashed: str
