"""The money of a table, folded from its stream: session, slips, wins, and its players' chips.

Differences in the money of a table's session.
"""

from msgspec import Struct, structs

from pitboss.floor.tables.money.events import ChipsBought, ChipsCashed, MoneyEvent, SlipKind, SlipMade
from pitboss.invariant import InvariantBroken, OutOfOrder
from pitboss.ledger.accounts import kind_of, name_of
from pitboss.ledger.book import EMPTY, Book, TransfersPosted
from pitboss.ledger.book import evolve as evolve_book
from pitboss.money import format_exact
from pitboss.reason import Reason, because
from pitboss.settlement import Settlement


class Session(Struct, frozen=True, kw_only=True):
    """From an opener to its closer; where no tray is counted, from opening to closing the table.

    Money in cents; gains of the house are positive.
    """

    number: int
    found: int | None = None
    """The tray as the previous closer left it, if there was one."""
    slips: tuple[SlipMade, ...] = ()
    float_win: int = 0
    """By settlements and rulings, on bets against the table's float."""
    house_win: int = 0
    """On jackpot bets and Envy Bonus, without awards of a link."""
    link_pays: int = 0
    """Shares of displays won in its rounds. The link pays them by slip, never from the tray."""
    bought: int = 0
    cashed: int = 0
    closed: bool = False
    """The closer was counted, or the table closed."""

    @property
    def standing(self) -> tuple[SlipMade, ...]:
        """The slips that no other slip replaces."""
        gone = {slip.replaces for slip in self.slips}
        return tuple(slip for slip in self.slips if slip.number not in gone)

    def counted(self, kind: SlipKind) -> int | None:
        """The sum of the slips of a kind; None if there are none."""
        found = [slip.amount for slip in self.standing if slip.kind == kind]
        return sum(found) if found else None

    @property
    def win(self) -> int:
        """By settlements: all that is paid and collected at the table itself."""
        return self.float_win + self.house_win

    @property
    def tray(self) -> int:
        """The expected tray, from fills, credits, chips sold and cashed, and settlements."""
        opener, fills = self.counted("opener") or 0, self.counted("fill") or 0
        return opener + fills - (self.counted("credit") or 0) + self.win - self.bought

    @property
    def win_by_chips(self) -> int | None:
        """Closer, credits and drop less opener and fills; None before the closer."""
        closer = self.counted("closer")
        if closer is None:
            return None
        came = closer + (self.counted("credit") or 0) + (self.counted("drop") or 0)
        return came - (self.counted("opener") or 0) - (self.counted("fill") or 0)

    @property
    def tray_difference(self) -> int | None:
        """The closer's difference from the expected tray."""
        closer = self.counted("closer")
        return None if closer is None else closer - self.tray

    @property
    def drop_difference(self) -> int:
        """The drop box's difference from the price of the chips sold."""
        return (self.counted("drop") or 0) - self.bought

    @property
    def with_players(self) -> int:
        """Chips of the session that its players hold by the record, including the layout."""
        return self.bought - self.cashed - self.win


class TableMoney(Struct, frozen=True):
    """All money of a table."""

    slips: int = 0
    """The number of the last slip."""
    book: Book = EMPTY
    chips: dict[str, int] = {}
    """Each player's chips at the table, in cents, including the layout."""
    session: Session | None = None
    """The current session, or the last."""


def opened(money: TableMoney, counts_tray: bool) -> TableMoney:
    """The money when the table opens; a counted tray begins its session with the opener."""
    return money if counts_tray else _new_session(money, None)


def closed(money: TableMoney) -> TableMoney:
    """The money when the table closes, which ends its session."""
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
    """The money after entries of the table's book."""
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
    """The money after a settlement replaces another or none: what links pay for it."""
    shares = [sum(paid.amount for paid in one.shares_won()) if one else 0 for one in (before, now)]
    return _in_session(money, link_pays=shares[1] - shares[0])


def _in_session(money: TableMoney, **more: int) -> TableMoney:
    session = money.session
    if session is None or not any(more.values()):
        return money
    changed = {name: getattr(session, name) + cents for name, cents in more.items()}
    return structs.replace(money, session=structs.replace(session, **changed))


def differences(session: Session) -> tuple[Reason, ...]:
    """Differences; none before the closer, or if all agrees."""
    tray, drop = session.tray_difference, session.counted("drop")
    if tray is None:
        return ()
    found = []
    if tray:
        closer = session.counted("closer") or 0
        found.append(
            because("tray.closer", found=closer, amount=abs(tray), sign=_sign(tray), tray=session.tray)
        )
    if drop is None and session.bought:
        found.append(because("tray.no_drop", bought=session.bought))
    elif more := session.drop_difference:
        bought = session.bought
        found.append(because("tray.drop", found=drop or 0, amount=abs(more), sign=_sign(more), bought=bought))
    opener = session.counted("opener")
    if session.found is not None and opener is not None and opener != session.found:
        more = opener - session.found
        found.append(because("tray.opener", amount=abs(more), sign=_sign(more), left=session.found))
    return tuple(found)


def _sign(cents: int) -> str:
    return "more" if cents > 0 else "less"
