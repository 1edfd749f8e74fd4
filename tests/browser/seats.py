"""Somebody who plays at a table through its page, and decks whose order a test has chosen."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from pitboss.cards import DECK, Card
from pitboss.floor.dealer.turns import Pace
from pitboss.floor.tables import dealing
from pitboss.floor.tables.dealing import dealers_next
from pitboss.floor.tables.money.chips import free_chips
from pitboss.floor.tables.table import TableState
from pitboss.ledger.accounts import player
from pitboss.money import format_cents
from pitboss.shoe import Shoe, fresh_shoe
from tests.api.served import Served
from tests.browser.visitor import Visitor
from tests.floor.house import House
from tests.ledger.whole import ledger_of
from tests.waiting import Sentence, until

STILL = Pace(betting=300, decision=300, dealing=0.0, pause=300)
"""Nothing but the dealing happens by itself."""


@contextmanager
def known_decks(patch: pytest.MonkeyPatch, **first: str) -> Iterator[None]:
    """Rounds at a table, named with an underscore, begin with these cards."""

    def chosen(name: str) -> Shoe:
        shoe = fresh_shoe(name)
        text = first.get(name.partition("/")[0].replace("-", "_"))
        if text is None:
            return shoe
        top = [Card(card) for card in text.split()]
        return Shoe(name, (*top, *(card for card in DECK if card not in top)), shoe.secret)

    with patch.context() as patched:
        patched.setattr(dealing, "fresh_shoe", chosen)
        yield


class Seat:
    """A player at a table, with a window of his own."""

    def __init__(self, visitor: Visitor, served: Served, table: str, name: str) -> None:
        self.served = served
        self.table = table
        self.name = name
        self.visitor = visitor
        self.page: Page = visitor.page

    def sit(self) -> "Seat":
        """Come to the table for the first time."""
        self.served.player(self.name).close()
        self.visitor.sign_in(self.served.sign_in(self.name))
        return self.open()

    def open(self) -> "Seat":
        """Open the page, or open it again."""
        self.visitor.open(f"/tables/{self.table}")
        self.page.locator(".felt").wait_for()
        return self

    def area(self, box: int, bet: str) -> Locator:
        """A bet area."""
        return self.page.locator(f'[data-area="{box} {bet}"]')

    def chip(self, value: str) -> Locator:
        """A chip on the rail."""
        return self.page.get_by_role("radio", name=f"Chip of S${value}", exact=True)

    def act(self, name: str) -> Locator:
        """A button of the rail or of the own box."""
        return self.page.locator(f'button[data-act="{name}"]')

    def hand(self, box: int) -> Locator:
        """The cards of a box."""
        return self.page.locator(f'[data-hand="{box}"]')

    @property
    def house(self) -> House:
        """Whoever opens and closes the bets."""
        return House(self.served.site.floor, f"{self.name}-{uuid4()}")

    @property
    def says(self) -> Locator:
        """What the Dealer says."""
        return self.page.locator(".saying-words")

    @property
    def balance(self) -> Locator:
        """The own chips."""
        return self.page.locator(".balance-value")

    @property
    def state(self) -> TableState:
        """The table as the journal has it."""
        found = self.served.site.floor.tables.refresh(self.table).state
        assert found is not None
        return found

    def until(self, found: Callable[[], object], awaited: Sentence) -> None:
        """Let the page go on until something is found."""
        until(found, awaited, pause=lambda _: self.page.wait_for_timeout(20))

    def shown(self, wanted: Callable[[TableState], bool]) -> TableState:
        """The table as soon as it is as wanted and its page shows all that the journal has of it."""
        found: list[TableState] = []

        def shows() -> bool:
            held = self.served.site.floor.tables.refresh(self.table)
            if held.state is None or not wanted(held.state):
                return False
            found[:] = [held.state]
            return self.page.locator(".stage").get_attribute("data-version") == str(held.version)

        self.until(shows, "the page shows all that the journal has of the table, and that is as wanted")
        return found[0]

    def asks(self, box: int) -> Callable[[TableState], bool]:
        """Whether the round of a table is over, or a box is asked to decide."""

        def asked(table: TableState) -> bool:
            due = dealers_next(self.served.site.floor.game_of(table), table) if table.in_play else None
            return not table.in_play or (due is not None and box in due.boxes)

        return asked

    def expect_journal(self) -> None:
        """The balance on the screen is what the journal says."""
        expect(self.balance).to_have_text(shown(free_chips(self.state, self.name)))

    def bets(self) -> list[str]:
        """The bets before the deal, those first that others need."""
        rules = self.served.site.floor.game_of(self.state).sheet.bets
        before = [bet for bet, rule in rules.items() if rule.placed == "before_deal"]
        return sorted(before, key=lambda bet: rules[bet].needs_ante)

    def begin(self) -> None:
        """Place your Bets."""
        self.house.begin(self.table)
        expect(self.says).to_have_text(re.compile("Place your Bets"))

    def close(self) -> None:
        """No more Bets."""
        self.house.play(self.table, "close")

    def look(self, box: int) -> None:
        """Turn the cards of a box over as soon as they may be looked at: not while others are dealt to."""
        self.page.locator(f'[data-hand="{box}"].ready').click()

    def expect_settled(self) -> None:
        """The round is over, and the own net is in the middle of the felt."""
        expect(self.page.locator(".gained")).to_be_visible()

    def play_by_mouse(self) -> None:
        """A whole round at box 3 with every bet there is, held against the journal."""
        before = self._booked()
        self.begin()
        self.chip("25").click()
        for bet in self.bets():
            self.area(3, bet).click()
            expect(self.area(3, bet)).to_have_accessible_name(re.compile(r"^Box 3, .*, S\$(5|25) placed"))
        self.expect_journal()
        self.close()
        expect(self.page.locator(".area-coin.lit")).to_have_count(1)
        self.look(3)
        expect(self.hand(3).locator(".card.back")).to_have_count(0)
        main = self.page.locator(".panel .large:not(.quiet)")
        while self.state.in_play:
            expect(main.or_(self.page.locator(".gained"))).to_be_visible()
            if self.state.in_play:
                due = main.get_attribute("data-act")
                main.click()
                expect(self.page.locator(f'.panel [data-act="{due}"]')).to_have_count(0)
        self.expect_settled()
        self.expect_journal()
        settlement = self.state.round.settlement if self.state.round else None
        assert settlement is not None
        assert self._booked() - before == settlement.players()[self.name]

    def _booked(self) -> Fraction:
        return ledger_of(self.served.site.journal).balance(player(self.name))


def shown(cents: int) -> str:
    """An amount as pages write it."""
    dollars, rest = format_cents(abs(cents)).split(".")
    return f"{'−' if cents < 0 else ''}S${int(dollars):,}.{rest}"
