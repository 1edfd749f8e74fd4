"""What is due is legal, and what is legal is accepted, at tables that people deal at.

``python -m tests.floor.due_and_legal [SEQUENCES] [SEED]`` plays so many random sequences of acts,
irregularities included, at a manual table of every sheet, with the software's shoe and with cards from
outside.
"""

import sys
import tempfile
from collections import Counter
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import msgspec

from pitboss.access.principal import Principal
from pitboss.access.roles import Actor
from pitboss.api.authentication import Who
from pitboss.api.dry_run import TableDryRun
from pitboss.api.routes.legal import legal_now
from pitboss.api.wire import round_command
from pitboss.cards import DECK, UNKNOWN, Card
from pitboss.floor import Order
from pitboss.floor.commands import ActInRound, AtTable, BeginRound, DealNext
from pitboss.floor.tables.dealing import Sealer
from pitboss.floor.tables.table import TableState
from pitboss.messages.acts import AnyAct
from pitboss.messages.legal import ActNow, BetRangeNow, LegalNow
from pitboss.refusal import Refusal
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.round.reportable import probe_reports, reportable
from pitboss.sheets import Game, sheet_ids
from tests.floor.desk import Desk
from tests.floor.house import House, plate
from tests.store.quick import quick_journal
from tests.store.server import in_memory
from tests.strategies import Luck, anything, propose, seeded

TABLE: Final = "T1"
CARDS: Final = ("shoe", "outside")
DEALER: Final = Actor("dan", "dealer")
ABOVE: Final = Actor("sam", "shift_manager")


class Disagreement(AssertionError):
    """What is due, what is legal and what is accepted are not the same."""


class ManualTable:
    """A table in play at which people deal, asked what it offers and taken at its word."""

    def __init__(self, folder: Path, sheet: str, cards: str, luck: Luck) -> None:
        path = folder / "floor.db"
        path.unlink(missing_ok=True)
        path.touch(mode=0o600)
        self.luck = luck
        self._journal = quick_journal(path)
        self.floor = Desk(self._journal, sealer=Sealer(bytes(32)))
        self._house = House(self.floor)
        self._house.take_sheets()
        self._house.ok(self.floor.open_table(TABLE, plate(sheet), self._house.id(), cards=cards))
        self.done: Counter[str] = Counter()

    def close(self) -> None:
        """Let go of the journal."""
        self._journal.close()

    @property
    def state(self) -> TableState:
        """The table as it is."""
        found = self.floor.table(TABLE)
        assert found is not None
        return found

    @property
    def game(self) -> Game:
        """The sheet in force at the table."""
        return self.floor.game_of(self.state)

    @property
    def newcomer(self) -> str:
        """Somebody who has never been here, and so is not barred."""
        return f"new{self.state.number}"

    def legal(self, by: Actor = DEALER) -> LegalNow:
        """What somebody is told that they may do."""
        who = Who(Principal(name=by.name, roles=(by.role,), session="s", means="password"))  # type: ignore[arg-type]
        site: Any = SimpleNamespace(floor=self.floor)
        return legal_now(TableDryRun(site, who, TABLE))

    def would(self, command: AtTable, by: Actor = DEALER) -> Refusal | None:
        """The refusal that a command would have."""
        answer = self.floor.questions().would(Order(command=command, by=by), names_cards=True)
        return answer if isinstance(answer, Refusal) else None

    def does(self, command: AtTable, by: Actor = DEALER) -> Refusal | None:
        """Carry out a command; why not, if it is refused."""
        answer = self.floor.execute(Order(command=command, by=by, id=self._house.id()))
        return answer if isinstance(answer, Refusal) else None

    def check(self) -> LegalNow:
        """Whatever is due or offered is accepted, and somebody has a way on."""
        now = self.legal()
        for act in now.acts:
            if refusal := self.would(_command(act)):
                raise Disagreement(f"{act} is offered and refused: {refusal}")
        for bet in now.bets:
            for amount in (bet.least, bet.most or bet.least):
                act = _bet(bet, amount, self.newcomer)
                if refusal := self.would(_command(act)):
                    raise Disagreement(f"{act} is offered and refused: {refusal}")
        self._check_due(now)
        state = self.state.round
        reported = self._check_reports(state)
        if state and not state.settled and not (now.acts or now.bets or now.due or reported):
            raise Disagreement("nobody has a way on")
        self.done[now.due.act if now.due else "nothing"] += 1
        return now

    def _check_reports(self, state: Round | None) -> int:
        """A report that applies is accepted from the role that its sheet names; how many apply."""
        applying = [one for one in reportable(self.game, state) if one.refusal is None]
        if state and applying:
            one = self.luck.pick(applying)
            by = Actor("sam", one.policy.by)
            reports = probe_reports(state, one.clause, one.policy)
            refusals = [self.would(ActInRound(table=TABLE, act=report), by) for report in reports]
            if all(refusals):
                raise Disagreement(f"a report of {one.clause} applies and is refused: {refusals[0]}")
        return len(applying)

    def _check_due(self, now: LegalNow) -> None:
        due, state = now.due, self.state.round
        if due is None:
            return
        assert state is not None
        offered = [act["act"] for act in now.acts]
        match due.act:
            case "ask":
                for box in due.boxes:
                    if not any(act.get("box") == box and act["act"] in _DECISIONS for act in now.acts):
                        raise Disagreement(f"box {box} is asked and offered no decision")
            case "reveal":
                if "reveal" not in offered:
                    raise Disagreement(f"a reveal is due and not offered: {self.why_not(now, 'reveal')}")
            case "settle":
                if now.unnamed:
                    self._check_unnamed(now)
                elif "settle" not in offered:
                    raise Disagreement(f"a settlement is due and not offered: {self.why_not(now, 'settle')}")
            case _:
                if self.state.shoe is not None and "deal_next" not in offered:
                    raise Disagreement(f"{due} is due and not offered: {self.why_not(now, 'deal_next')}")
                command = self.cards_for(due)
                if self.state.shoe is None and (refusal := self.would(ActInRound(table=TABLE, act=command))):
                    raise Disagreement(f"{due} is due and refused: {refusal}")

    def _check_unnamed(self, now: LegalNow) -> None:
        """Cards that are to be named may be."""
        state = self.state.round
        assert state is not None
        left = iter([card for card in DECK if card not in state.cards_out()])
        for place in now.unnamed:
            named = tuple(next(left) for card in state.cards_at(place) if card == UNKNOWN)  # type: ignore[arg-type]
            show = cmd.ShowCards(place, named)  # type: ignore[arg-type]
            if refusal := self.would(ActInRound(table=TABLE, act=show)):
                raise Disagreement(f"the cards of {place} are to be named, and {named} is refused: {refusal}")

    def why_not(self, now: LegalNow, act: str) -> str:
        """Why an act is not offered."""
        return "; ".join(f"{r.code}: {r.message}" for r in now.refused if r.act["act"] == act)

    def cards_for(self, due: Any) -> cmd.Command:
        """The Dealer's act with cards that are not out."""
        assert self.state.round is not None
        decided = self.state.round.next_cards
        gone = {*self.state.round.cards_out(), *decided}
        left = [card for card in DECK if card not in gone]
        others = [left.pop(self.luck.below(len(left))) for _ in range(due.cards)]
        dealt: tuple[Card, ...] = (*decided, *others)[: due.cards]
        if due.act == "deal":
            return cmd.DealCards(due.to, dealt)
        return cmd.BurnCard(dealt[0]) if due.act == "burn" else cmd.DiscardCard(dealt[0])

    def step(self, now: LegalNow) -> None:
        """Something that people do: what is due, what is offered, or anything at all."""
        state, luck = self.state.round, self.luck
        if state is None or (state.settled and not state.reopened and luck.chance(70)):
            self.does(BeginRound(table=TABLE))
            return
        due = now.due
        plain = [act for act in now.acts if act["act"] not in _SELDOM or luck.chance(4)]
        if luck.chance(8):
            self._tries(anything(luck, self.game, state))
        elif now.bets and luck.chance(20 if due and due.act != "ask" else 75):
            bet = luck.pick(now.bets)
            self._surely(_command(_bet(bet, luck.pick((bet.least, bet.most or bet.least)), self.newcomer)))
        elif due and due.act in ("deal", "burn", "discard") and luck.chance(85):
            typed = ActInRound(table=TABLE, act=self.cards_for(due))
            self._surely(DealNext(table=TABLE) if self.state.shoe else typed)
        elif plain and luck.chance(70):
            self._surely(_command(luck.pick(plain)))
        else:
            self._tries(propose(luck, self.game, state, 20))

    def _surely(self, command: AtTable) -> None:
        if refusal := self.does(command):
            raise Disagreement(f"{command} was offered and refused: {refusal}")

    def _tries(self, command: cmd.Command) -> None:
        self.does(ActInRound(table=TABLE, act=command), ABOVE if isinstance(command, _RULINGS) else DEALER)


_SELDOM: Final = ("interrupt", "leave", "withdraw", "begin")
_RULINGS: Final = (cmd.Report, cmd.InterruptPlay, cmd.AdjustSettlement, cmd.CorrectCard, cmd.CorrectBet)
_DECISIONS: Final = ("bet", "fold", "check", "withdraw")


def _bet(bet: BetRangeNow, amount: str, newcomer: str) -> ActNow:
    return {"act": "bet", "box": bet.box, "bet": bet.bet, "amount": amount, "player": bet.player or newcomer}


def _command(act: ActNow) -> AtTable:
    if act["act"] == "begin":
        return BeginRound(table=TABLE)
    if act["act"] == "deal_next":
        return DealNext(table=TABLE)
    wire: Any = msgspec.convert(act, AnyAct)
    return ActInRound(table=TABLE, act=round_command(wire, str(act.get("player") or "")))


def sequence(folder: Path, sheet: str, cards: str, seed: object, steps: int = 60) -> Counter[str]:
    """One random sequence at a table; what was due, and how often."""
    table = ManualTable(folder, sheet, cards, seeded(f"{sheet} {cards} {seed}"))
    try:
        for number in range(steps):
            try:
                table.step(table.check())
            except Disagreement as fault:
                raise Disagreement(f"{sheet}, {cards}, seed {seed}, step {number}: {fault}") from None
    finally:
        table.close()
    return table.done


def main(sequences: int, seed: int) -> None:
    """Every sheet, with both kinds of cards."""
    faults = 0
    with tempfile.TemporaryDirectory(dir=in_memory()) as folder:
        for sheet, cards in product(sheet_ids(), CARDS):
            done: Counter[str] = Counter()
            for number in range(sequences):
                try:
                    done += sequence(Path(folder), sheet, cards, f"{seed}/{number}")
                except Disagreement as fault:
                    print(fault)
                    faults += 1
            told = ", ".join(f"{act} {times}" for act, times in done.most_common())
            print(f"{sheet}, cards {cards}: {sequences} sequences, {done.total()} steps; due were {told}")
    sys.exit(f"{faults} disagreements" if faults else 0)


if __name__ == "__main__":
    main(*(int(given) for given in (*sys.argv[1:3], *("20", "1")[len(sys.argv) - 1 :])))
