"""The state of a link, folded from its events."""

from fractions import Fraction

from msgspec import Struct, field

from pitboss.invariant import InvariantBroken
from pitboss.jackpots.commands import CheckItem
from pitboss.jackpots.config import LinkConfig
from pitboss.jackpots.events import ChangeQueued
from pitboss.jackpots.parts import BookedBet, BornePart, Slip
from pitboss.ledger.book import EMPTY, Book
from pitboss.money import format_cents, format_exact
from pitboss.people import Person
from pitboss.settlement import Denied


class LinkUnbalanced(InvariantBroken):
    """An identity of a link's money is broken."""


class Meters(Struct, frozen=True, kw_only=True):
    """Running totals since the link opened, in exact cents. They never decrease."""

    wagers_in: int = 0
    wagers_returned: int = 0
    contributions: Fraction = field(default_factory=Fraction)
    """Shares for the display, including those that became overflow."""
    seed_funding: Fraction = field(default_factory=Fraction)
    paid: Fraction = field(default_factory=Fraction)
    overflowed: Fraction = field(default_factory=Fraction)
    corrections: Fraction = field(default_factory=Fraction)
    """Net documented corrections of the display."""
    moved: Fraction = field(default_factory=Fraction)
    """Approved transfers into the display less those out of it."""
    reserve_in: Fraction = field(default_factory=Fraction)
    reserve_out: Fraction = field(default_factory=Fraction)
    overflow_out: Fraction = field(default_factory=Fraction)
    hits: int = 0
    by_attendant: int = 0
    by_device: int = 0
    """Wins in cents, by means of payment."""
    alarms: int = 0

    @property
    def wins(self) -> int:
        """All wins, in cents."""
        return self.by_attendant + self.by_device

    def closing(self, opening: Fraction = Fraction(0)) -> Fraction:
        """The display's money by the link's identity."""
        gained = self.contributions + self.seed_funding + self.corrections + self.moved
        return opening + gained - self.paid - self.overflowed

    def since(self, earlier: "Meters") -> "Meters":
        """What has moved since earlier meters; :meth:`closing` adds it to the opening display."""
        return Meters(
            **{name: getattr(self, name) - getattr(earlier, name) for name in self.__struct_fields__}
        )


class RoundInPlay(Struct, frozen=True, kw_only=True):
    """A round with accepted jackpot bets; a settled one stays until its table's next round."""

    table: str
    round: str
    sheet: str
    at: int
    mark: int
    """The number of its booking."""
    bets: tuple[BookedBet, ...]
    """What still stands of its bets."""
    inflow: Fraction = field(default_factory=Fraction)
    """The total inflow of the display before its booking."""
    left: Fraction = field(default_factory=lambda: Fraction(1))
    """The fraction of their shares that remains in the display after wins paid since."""
    complete: tuple[tuple[int, int], ...] = ()
    detected: bool = False
    """Its winning hands have been entered."""
    denied: tuple[Denied, ...] = ()
    """Denied wins, which are not entered again."""
    settled: bool = False
    """No claim waits for it; only an error found after payment still concerns it."""


class Claim(Struct, frozen=True, kw_only=True):
    """A win from detection until its slip is filed."""

    id: str
    table: str
    round: str
    sheet: str
    box: int
    player: str
    hand: str
    percent: int
    complete_at: int
    entered_at: int
    frozen_at: int
    inflow: Fraction
    place: int | None = None
    """The final place in the order of payment, counted over the life of the link."""
    checks: tuple[CheckItem, ...] = ()
    signatures: tuple[Person, ...] = ()
    borne: tuple[BornePart, ...] = ()
    slip: int | None = None

    @property
    def paid(self) -> bool:
        """Whether a slip has been made."""
        return self.slip is not None

    @property
    def verified(self) -> bool:
        """Whether two people have signed, after the whole checklist."""
        return len(self.signatures) == SIGNATURES


SIGNATURES = 2


class Failure(Struct, frozen=True):
    """The jackpot system at its failure."""

    registered: Fraction
    mark: int
    inflow: Fraction
    taken: tuple[tuple[Fraction, int], ...] = ()
    """Shares taken back since then, by booking."""


class Link(Struct, frozen=True, kw_only=True):
    """A jackpot shared by tables of one operator."""

    id: str
    operator: str
    config: LinkConfig
    pool: Fraction
    """The money behind the display, including unpaid claims."""
    meters: Meters
    book: Book = EMPTY
    members: dict[str, str] = {}
    """Sheets by table, in the order of joining."""
    inflow: Fraction = field(default_factory=Fraction)
    """Total inflow of the display, without wins and the seeds after them."""
    mark: int = 0
    """Counts the movements of the inflow."""
    reserve: Fraction = field(default_factory=Fraction)
    overflow: Fraction = field(default_factory=Fraction)
    rounds: dict[str, RoundInPlay] = {}
    claims: dict[str, Claim] = {}
    places: int = 0
    slips: tuple[Slip, ...] = ()
    reversed_slips: tuple[int, ...] = ()
    queued: ChangeQueued | None = None
    failure: Failure | None = None
    closed: bool = False

    @property
    def in_play(self) -> tuple[str, ...]:
        """The rounds that are not settled."""
        return tuple(key for key, booked in self.rounds.items() if not booked.settled)

    @property
    def unpaid(self) -> tuple[Claim, ...]:
        """Claims that must still be paid or denied, in the order of detection."""
        return tuple(claim for claim in self.claims.values() if not claim.paid)


def round_key(table: str, name: str) -> str:
    """The key of a round among all rounds of a link."""
    return f"{table}/{name}"


def check(link: Link) -> None:
    """Raise :class:`LinkUnbalanced` unless all identities of a link hold exactly."""
    meters = link.meters
    if link.pool != (due := meters.closing()):
        raise _unbalanced(link, "the display holds", link.pool, due)
    if link.reserve != (due := meters.reserve_in - meters.reserve_out):
        raise _unbalanced(link, "the reserve holds", link.reserve, due)
    if link.overflow != (due := meters.overflowed - meters.overflow_out):
        raise _unbalanced(link, "the overflow holds", link.overflow, due)
    if (least := min(link.pool, link.reserve, link.overflow)) < 0:
        raise LinkUnbalanced(f"link {link.id}: a meter holds less than nothing, {format_exact(least)}")
    if len(link.slips) != meters.hits:
        raise LinkUnbalanced(f"link {link.id}: {len(link.slips)} slips stand beside {meters.hits} hits")
    paid = sum(slip.amount for slip in link.slips)
    if not paid == meters.wins == meters.paid:
        said = f"slips say {format_cents(paid)}, wins {format_cents(meters.wins)}"
        raise LinkUnbalanced(f"link {link.id}: {said}, and {format_exact(meters.paid)} was paid")
    if link.slips and link.slips[-1].number != meters.hits:
        raise LinkUnbalanced(f"link {link.id}: slip {link.slips[-1].number} is the last of {meters.hits}")


def _unbalanced(link: Link, what: str, found: Fraction, due: Fraction) -> LinkUnbalanced:
    is_, must = format_exact(found), format_exact(due)
    return LinkUnbalanced(f"link {link.id}: {what} {is_}, and {must} is what went in less what went out")
