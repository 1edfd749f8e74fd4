"""The ledger of a whole journal: the books of all its streams, and what every player holds by name."""

from fractions import Fraction

from pitboss.floor.aggregates import floor_registry
from pitboss.ledger import Book, Transfer, evolve
from pitboss.ledger.accounts import LedgerAccount
from pitboss.ledger.book import EMPTY, Balances, TransfersPosted, book
from pitboss.store import Journal


class Whole:
    """Every entry of a journal in its one order."""

    def __init__(self) -> None:
        self.books: dict[str, Book] = {}
        self.balances: Balances = {}
        self.posted: dict[str, Transfer] = {}

    def balance(self, account: LedgerAccount) -> Fraction:
        return self.balances.get(account, Fraction(0))

    def take(self, stream: str, event: TransfersPosted) -> None:
        self.books[stream] = evolve(self.books.get(stream, EMPTY), event)
        book(self.balances, event.transfers)
        for transfer in event.transfers:
            assert transfer.id not in self.posted, "an id is posted once on the whole floor"
            self.posted[transfer.id] = transfer


def ledger_of(journal: Journal) -> Whole:
    ledger = Whole()
    for recorded in journal.read_all(0, 1_000_000):
        if recorded.kind == TransfersPosted.__name__:
            ledger.take(recorded.stream, floor_registry().decode(recorded))
    return ledger
