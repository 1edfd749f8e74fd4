"""A floor with a short word for every command: for tests, which give hundreds of them."""

from typing import Any

from pitboss.access.account import account_name
from pitboss.access.commands import BeginAccount
from pitboss.access.events import Position
from pitboss.card_sets import commands as sc
from pitboss.commands.record import Signed
from pitboss.floor import SYSTEM, Actor, Done, Floor, Order
from pitboss.floor import commands as fc
from pitboss.floor import proposed as pa
from pitboss.floor.acts import LINK_ACTS
from pitboss.floor.amounts import FloorAmounts
from pitboss.floor.service import read_at
from pitboss.floor.tables.events import Method, Read
from pitboss.floor.tables.money import MoneyCommand
from pitboss.jackpots import commands as lc
from pitboss.people import Approval, Person
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.settlement import Table
from pitboss.sheets.formats import FORMAT
from pitboss.sheets.loader import read_texts

Answer = Done | Refusal


def desk(floor: Floor) -> "Desk":
    """The same floor, with a word for every command."""
    if isinstance(floor, Desk):
        return floor
    found = Desk.__new__(Desk)
    vars(found).update(vars(floor))
    return found


_BY_TWO = (
    *(lc.OpenLink, lc.JoinTable, lc.RemoveTable, lc.ProposeChange, lc.CorrectDisplay),
    *(lc.MoveMoney, lc.CloseLink, lc.DenyClaim, lc.ReverseAward),
)
assert set(_BY_TWO) == {act for act, kind in LINK_ACTS.items() if kind.proposed}


class Desk(Floor):
    """Every command as a method."""

    def do(self, command: fc.FloorCommand, by: Actor, command_id: str | None, **more: Any) -> Answer:
        return self.execute(Order(command=command, by=by, id=command_id, **more))

    def open_table(self, name: str, plate: Table, command_id: str, **how: Any) -> Answer:
        """As the floor's file opens it."""
        return self.do(fc.OpenTable(table=name, plate=plate, **how), SYSTEM, command_id)

    def close_table(self, name: str, by: Actor, command_id: str, *, after_round: bool = False) -> Answer:
        return self.do(fc.CloseTable(table=name, after_round=after_round), by, command_id)

    def reopen_table(self, name: str, method: Method | None, by: Actor, command_id: str) -> Answer:
        return self.do(fc.ReopenTable(table=name, method=method), by, command_id)

    def change_method(self, name: str, method: Method, by: Actor, command_id: str) -> Answer:
        return self.do(fc.ChangeMethod(table=name, method=method), by, command_id)

    def post_notice(self, name: str, text: str, by: Actor, command_id: str) -> Answer:
        return self.do(fc.PostNotice(table=name, text=text), by, command_id)

    def sit_down(self, name: str, box: int, player: str, by: Actor, command_id: str) -> Answer:
        return self.do(fc.SitDown(table=name, box=box, player=player), by, command_id)

    def stand_up(self, name: str, box: int, by: Actor, command_id: str) -> Answer:
        return self.do(fc.StandUp(table=name, box=box), by, command_id)

    def sign_on(self, name: str, position: Position, by: Actor, command_id: str) -> Answer:
        return self.do(fc.SignOn(table=name, position=position), by, command_id)

    def sign_off(self, name: str, who: str, by: Actor, command_id: str) -> Answer:
        return self.do(fc.SignOff(table=name, name=who), by, command_id)

    def begin_round(self, name: str, by: Actor, command_id: str) -> Answer:
        return self.do(fc.BeginRound(table=name), by, command_id)

    def deal_next(self, name: str, by: Actor, command_id: str, *, number: int | None = None) -> Answer:
        return self.do(fc.DealNext(table=name, round=number), by, command_id)

    def act(
        self,
        name: str,
        command: cmd.Command,
        by: Actor,
        command_id: str,
        *,
        entered: Actor | None = None,
        number: int | None = None,
        second: Signed | None = None,
        approval: Approval | None = None,
    ) -> Answer:
        answer = self.do(
            fc.ActInRound(table=name, act=command, round=number),
            by,
            command_id,
            entered=entered,
            second=second,
        )
        if approval and isinstance(answer, Refusal) and answer.code == "awards_differ":
            return self.two_people(pa.AwardReversal(name), approval, command_id)
        return answer

    def order(
        self, name: str, command: cmd.Command, by: Actor, command_id: str, *, number: int | None = None
    ) -> Order:
        return Order(command=fc.ActInRound(table=name, act=command, round=number), by=by, id=command_id)

    def time_is_up(self, name: str, box: int, by: Actor, command_id: str) -> Answer:
        return self.do(fc.TimeOut(table=name, box=box), by, command_id)

    def read_card(self, name: str, read: Read, by: Actor, command_id: str) -> Answer:
        return read_at(self, name, read, by, command_id)

    def to_card_sets(self, name: str, command: sc.CardSetCommand, sender: Actor, command_id: str) -> Answer:
        return self.do(fc.HandleCards(table=name, act=command), _doer(command, sender), command_id)

    def dispute(self, name: str, number: int, reason: str, by: Actor, command_id: str) -> Answer:
        return self.do(fc.DisputeRound(table=name, round=number, reason=reason), by, command_id)

    def adjust(
        self,
        name: str,
        number: int,
        command: cmd.AdjustSettlement,
        by: Actor,
        command_id: str,
        *,
        entered: Actor | None = None,
        second: Signed | None = None,
    ) -> Answer:
        asked = fc.AdjustRound(table=name, round=number, act=command)
        return self.do(asked, by, command_id, entered=entered, second=second)

    def money(self, name: str, command: MoneyCommand, sender: Actor, command_id: str) -> Answer:
        return self.do(fc.TakeMoney(table=name, act=command), _doer(command, sender), command_id)

    def change_plate(
        self,
        name: str,
        plate: Table,
        denominations: tuple[int, ...],
        approval: Approval,
        command_id: str | None,
    ) -> Answer:
        act = pa.PlateChange(name, plate.boxes, plate.limits, denominations)
        return self.two_people(act, approval, command_id)

    def set_amounts(self, amounts: FloorAmounts, approval: Approval, command_id: str | None) -> Answer:
        """As the floor's file says, where nothing is recorded; otherwise by two people."""
        answer = self.do(fc.SetAmounts(amounts=amounts, approval=approval), SYSTEM, command_id)
        if isinstance(answer, Refusal) and answer.code == "approval_missing":
            return self.two_people(pa.AmountsChange(amounts), approval, command_id)
        return answer

    def new_sheet(self, sheet_toml: str, clauses_toml: str, approval: Approval) -> Answer:
        """A version of a sheet that two people bring into force."""
        game = read_texts(sheet_toml, clauses_toml, FORMAT)
        return self.two_people(
            pa.SheetAdoption(game.sheet.id, FORMAT, sheet_toml, clauses_toml), approval, None
        )

    def to_link(self, name: str, command: lc.JackpotCommand, sender: Actor, command_id: str) -> Answer:
        if not isinstance(command, _BY_TWO):
            return self.do(fc.ActAtLink(link=name, act=command), _doer(command, sender), command_id)
        if isinstance(command, lc.OpenLink) and self.link(name) is None:
            return self.do(fc.ActAtLink(link=name, act=command), SYSTEM, command_id)
        return self.two_people(_proposed(name, command), command.approval, command_id)

    def two_people(self, act: pa.ProposedFloorAct, approval: Approval, command_id: str | None) -> Answer:
        """Proposed and approved at one screen, by people who have accounts."""
        for person in (approval.first, approval.second):
            self.hire(person)
        second = Actor(approval.second.name, approval.second.role)
        asked = fc.ProposeTogether(act=act, reason=approval.reason, second=second)
        return self.do(asked, Actor(approval.first.name, approval.first.role), command_id)

    def hire(self, person: Person) -> None:
        name = account_name(person.name) or person.name
        if self.accounts.refresh(name).state is None:
            begin = BeginAccount(account=name, kind="staff", roles=(person.role,), reason="hired")
            answer = self.do(begin, SYSTEM, None)
            if isinstance(answer, Refusal) and answer.code != "account_known":
                raise ValueError(answer.message)


def _doer(command: Any, sender: Actor) -> Actor:
    """Whoever an act names as doing it; for one that names nobody, its sender."""
    if approval := getattr(command, "approval", None):
        return Actor(approval.first.name, approval.first.role)
    person = command.warrant.by if hasattr(command, "warrant") else getattr(command, "by", None)
    return Actor(person.name, person.role) if person else sender


def _proposed(link: str, command: Any) -> pa.ProposedFloorAct:
    match command:
        case lc.OpenLink(config=config, members=members):
            return pa.LinkOpening(link, config, {member.table: member.sheet for member in members})
        case lc.ProposeChange(config):
            return pa.LinkChange(link, config)
        case lc.CorrectDisplay(amount):
            return pa.DisplayCorrection(link, amount)
        case lc.MoveMoney(part, amount, to):
            return pa.LinkTransfer(link, part, amount, to)
        case lc.RemoveTable(table):
            return pa.TableRemoval(link, table)
        case lc.CloseLink(to):
            return pa.LinkClosure(link, to)
        case lc.DenyClaim(claim):
            return pa.ClaimDenial(link, claim)
    raise AssertionError(f"{type(command).__name__} is no act that two people propose")
