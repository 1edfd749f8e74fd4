"""The money of a table as the fold of its stream: its session's slips and wins, and its players' chips."""

from msgspec import Struct, structs

from pitboss.floor.tables.money.events import ChipsBought, ChipsCashed, MoneyEvent, SlipKind, SlipMade
from pitboss.invariant import InvariantBroken, OutOfOrder
from pitboss.ledger.accounts import kind_of, name_of
from pitboss.ledger.book import EMPTY, Book, TransfersPosted
from pitboss.ledger.book import evolve as evolve_book
from pitboss.money import format_exact
from pitboss.settlement import Settlement


class Session(Struct, frozen=True, kw_only=True):
    """From one opener to its closer; where no tray is counted, from the opening of the table to its end.

    Money is in cents, and the house's gains are above zero.
    """

    number: int
    found: int | None = None
    """What the closer before had left in the tray, if there was one."""
    slips: tuple[SlipMade, ...] = ()
    float_win: int = 0
    """By settlements and rulings, on bets that the table stands against."""
    house_win: int = 0
    """On jackpot bets and in Envy Bonus; what a link pays is left out."""
    link_pays: int = 0
    """Shares of displays won in its rounds: paid by the link's slips, never from the tray."""
    bought: int = 0
    cashed: int = 0
    closed: bool = False
    """Its closer has been counted, or its table closed."""

    @property
    def standing(self) -> tuple[SlipMade, ...]:
        """The slips that no other has replaced."""
        gone = {slip.replaces for slip in self.slips}
        return tuple(slip for slip in self.slips if slip.number not in gone)

    def counted(self, kind: SlipKind) -> int | None:
        """What the slips of a kind amount to; none where there are none."""
        found = [slip.amount for slip in self.standing if slip.kind == kind]
        return sum(found) if found else None

    @property
    def win(self) -> int:
        """By settlements: all that is paid and collected at the table itself."""
        return self.float_win + self.house_win

    @property
    def tray(self) -> int:
        """What must be in the tray: chips for cash have left it, bets that were won have come."""
        opener, fills = self.counted("opener") or 0, self.counted("fill") or 0
        return opener + fills - (self.counted("credit") or 0) + self.win - self.bought

    @property
    def win_by_chips(self) -> int | None:
        """Closer, credits and drop less opener and fills; none before the closer."""
        closer = self.counted("closer")
        if closer is None:
            return None
        came = closer + (self.counted("credit") or 0) + (self.counted("drop") or 0)
        return came - (self.counted("opener") or 0) - (self.counted("fill") or 0)

    @property
    def tray_difference(self) -> int | None:
        """What the closer found more, or less, than must have been in the tray."""
        closer = self.counted("closer")
        return None if closer is None else closer - self.tray

    @property
    def drop_difference(self) -> int:
        """What the box held more, or less, than was taken for chips."""
        return (self.counted("drop") or 0) - self.bought

    @property
    def with_players(self) -> int:
        """Chips of the session that its players hold by what was recorded, those on the layout included."""
        return self.bought - self.cashed - self.win


class TableMoney(Struct, frozen=True):
    """All of a table's money."""

    slips: int = 0
    """The number of the last slip."""
    book: Book = EMPTY
    """Its entries in the ledger."""
    chips: dict[str, int] = {}
    """What each player has at the table, in cents, what lies on the layout included."""
    session: Session | None = None
    """The one under way, or the last."""


def opened(money: TableMoney, counts_tray: bool) -> TableMoney:
    """A table opens; a counted tray begins its session with the opener."""
    return money if counts_tray else _new_session(money, None)


def closed(money: TableMoney) -> TableMoney:
    """The table closes, and its session with it."""
    return (
        structs.replace(money, session=structs.replace(money.session, closed=True))
        if money.session
        else money
    )


def _new_session(money: TableMoney, found: int | None) -> TableMoney:
    number = money.session.number + 1 if money.session else 1
    return structs.replace(money, session=Session(number=number, found=found))


def evolve_money(money: TableMoney, event: MoneyEvent) -> TableMoney:
    """The money after a slip, or after chips were bought or cashed."""
    match event:
        case SlipMade():
            return _with_slip(money, event)
        case ChipsBought(amount=amount):
            return _in_session(money, bought=amount)
        case ChipsCashed(amount=amount):
            return _in_session(money, cashed=amount)


def _with_slip(money: TableMoney, slip: SlipMade) -> TableMoney:
    if slip.kind == "opener" and slip.replaces is None:
        money = _new_session(money, money.session.counted("closer") if money.session else None)
    if money.session is None:
        raise OutOfOrder(f"slip {slip.number} of a table stands before its first session")
    if slip.number != money.slips + 1:
        raise OutOfOrder(f"slip {slip.number} of a table stands after slip {money.slips}")
    session = structs.replace(
        money.session,
        slips=(*money.session.slips, slip),
        closed=money.session.closed or slip.kind == "closer",
    )
    # Chips of a table that people deal at are real, and leave it with their players.
    chips = {} if slip.kind == "closer" else money.chips
    return structs.replace(money, slips=slip.number, session=session, chips=chips)


def posted(money: TableMoney, event: TransfersPosted) -> TableMoney:
    """The money after entries of the table's book: settlements, rulings, chips bought and cashed."""
    chips = dict(money.chips)
    wins = {"table_float": 0, "house": 0}
    for transfer in event.transfers:
        if transfer.amount.denominator != 1:
            amount = format_exact(transfer.amount)
            raise InvariantBroken(f"transfer {transfer.id} moves {amount}, and a table pays whole cents")
        for account, cents in (
            (transfer.source, -int(transfer.amount)),
            (transfer.target, int(transfer.amount)),
        ):
            if kind_of(account) == "player":
                name = name_of(account)
                chips[name] = chips.get(name, 0) + cents
            elif kind_of(account) in wins:
                wins[kind_of(account)] += cents
    money = _in_session(money, float_win=wins["table_float"], house_win=wins["house"])
    held = {name: cents for name, cents in chips.items() if cents}
    return structs.replace(money, chips=held, book=evolve_book(money.book, event))


def settled(money: TableMoney, before: Settlement | None, now: Settlement | None) -> TableMoney:
    """The money after a settlement stands, in the place of another or none: what links pay for it."""
    shares = [sum(paid.amount for paid in one.shares_won()) if one else 0 for one in (before, now)]
    return _in_session(money, link_pays=shares[1] - shares[0])


def _in_session(money: TableMoney, **more: int) -> TableMoney:
    session = money.session
    if session is None or not any(more.values()):
        return money
    changed = {name: getattr(session, name) + cents for name, cents in more.items()}
    return structs.replace(money, session=structs.replace(session, **changed))
