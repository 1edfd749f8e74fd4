"""The scripted staff of a recorded practice table, under names that say so."""

from collections.abc import Callable
from typing import Final

from pitboss.access.commands import BeginAccount
from pitboss.cli.text import money, paragraph
from pitboss.floor import SYSTEM, Actor, Done, Floor, Order
from pitboss.floor.commands import ActAtLink, ProposeTogether
from pitboss.floor.proposed import ProposedFloorAct, SheetAdoption
from pitboss.invariant import InvariantBroken
from pitboss.jackpots import Link
from pitboss.jackpots import commands as lc
from pitboss.jackpots.queue import shown, units
from pitboss.jackpots.state import Claim
from pitboss.jackpots.verifying import CHECKLIST
from pitboss.people import ROLES, Approval, Person
from pitboss.refusal import Refusal
from pitboss.sheets.formats import FORMAT
from pitboss.sheets.library import text_of
from pitboss.sheets.loader import read_texts

SUPERVISOR: Final = Person("practice supervisor", "pit_supervisor")
MANAGER: Final = Person("practice manager", "pit_manager")
SHIFT_MANAGER: Final = Person("practice shift manager", "shift_manager")
_TWO: Final = (Actor("practice-manager", "pit_manager"), Actor("practice-shift-manager", "shift_manager"))
"""The two managers with accounts, who approve what needs two people."""
APPROVED: Final = Approval(MANAGER, SHIFT_MANAGER, "the practice table's staff agree to everything")


class Staff:
    """Acts for the link of a practice table; idempotent, so that a crash repeats nothing."""

    def __init__(self, floor: Floor, link: str, next_id: Callable[[], str]) -> None:
        self._floor = floor
        self._name = link
        self._next_id = next_id

    @property
    def link(self) -> Link:
        """The link as it stands."""
        found = self._floor.link(self._name)
        if found is None:
            raise InvariantBroken(f"the practice table plays for link {self._name}, which was never opened")
        return found

    @property
    def _links(self) -> bool:
        """Whether the table plays for a link; one of a game without a jackpot does not."""
        return self._floor.link(self._name) is not None

    def do(self, command: lc.JackpotCommand) -> Done:
        """Execute a command at the link; a refusal is a defect."""
        person: Person | None = getattr(command, "by", None)
        by = Actor(person.name, person.role) if person else SYSTEM
        order = Order(command=ActAtLink(link=self._name, act=command), by=by, id=self._next_id())
        answer = self._floor.execute(order)
        if isinstance(answer, Refusal):
            what = type(command).__name__
            raise InvariantBroken(f"link {self._name} of the practice table refuses {what}: {answer.code}")
        return answer

    def agree(self, act: ProposedFloorAct) -> Done | Refusal:
        """Two managers of the script propose and approve an act together."""
        for actor in _TWO:
            self._hire(actor)
        first, second = _TWO
        command = ProposeTogether(act=act, reason=APPROVED.reason, second=second)
        return self._floor.execute(Order(command=command, by=first, id=self._next_id()))

    def _hire(self, actor: Actor) -> None:
        """Open an account without a password, if there is none: it cannot sign in."""
        if self._floor.accounts.refresh(actor.name).state is None and actor.role in ROLES:
            begin = BeginAccount(
                account=actor.name, kind="staff", roles=(actor.role,), reason="the practice table's staff"
            )
            self._floor.execute(Order(command=begin, by=SYSTEM))

    def take_sheet(self, sheet: str) -> None:
        """Bring a sheet of the library into force, if it is not."""
        text = text_of(sheet)
        texts = text.sheet_toml, text.clauses_toml
        if not self._floor.table_names():
            self._floor.take_sheet(*texts)
            return
        self._floor.rulebook.refresh()
        known = self._floor.rulebook.games.get(sheet)
        if known is None or known.hashes != read_texts(*texts, FORMAT).hashes:
            self.agree(SheetAdoption(sheet, FORMAT, *texts))

    def pay_wins(self) -> None:
        """Take every open claim through checklist, signatures and payment, in the link's order."""
        while self._links and self.link.unpaid:
            for claim in self.link.unpaid:
                self._verify(claim)
            paid = len(self.link.slips)
            first = units(self._floor.rulebook.games, self.link)[0].claims[0]
            self.do(lc.PayClaim(first.id, SUPERVISOR, "attendant"))
            for slip in self.link.slips[paid:]:
                _say(f"slip {slip.number}, {money(slip.amount)} for {slip.hand} on box {slip.box}: paid.")

    def file_slips(self) -> None:
        """Close the claims that are paid."""
        for claim in self.link.claims.values() if self._links else ():
            if claim.paid:
                self.do(lc.CloseClaim(claim.id, SUPERVISOR))
                _say(f"slip {claim.slip} is filed.")

    def restore(self) -> None:
        """Restore the jackpot system after a failure."""
        if self._links and self.link.failure:
            self.do(lc.RestoreSystem(MANAGER, shown(self._floor.rulebook.games, self.link)))
            _say("the jackpot system works again.")

    def _verify(self, claim: Claim) -> None:
        if not claim.verified:
            _say(f"a win of {claim.percent} % of the jackpot, {claim.hand} on box {claim.box}, is verified.")
        cards = self._floor.rulebook.games[claim.sheet].sheet.deck.cards
        for item in CHECKLIST:
            if item not in claim.checks:
                count = cards if item == "deck_count" else None
                self.do(lc.CheckClaim(claim=claim.id, item=item, by=SUPERVISOR, note="practice", count=count))
                _say(f"checked: {item.replace('_', ' ')}.")
        for person in (SUPERVISOR, MANAGER):
            if person not in claim.signatures:
                self.do(lc.SignClaim(claim.id, person))
                _say(f"signed by the {person.name}.")


def _say(what: str) -> None:
    print(paragraph(f"[practice staff] {what}", "  ", "  "))
