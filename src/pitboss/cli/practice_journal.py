"""The practice table on a floor of its own: every act is recorded, and the software deals from a sealed shoe.

The player acts under their own name, the software deals, and a scripted staff decides what staff must. After
a crash the round continues with the cards that were shuffled for it: the journal holds the deck encrypted.
"""

import secrets
from fractions import Fraction
from itertools import count
from typing import Final

from pitboss.cards import Card
from pitboss.cli.practice import YOU, PracticeTable
from pitboss.cli.practice_staff import APPROVED, SHIFT_MANAGER, Staff
from pitboss.floor import SYSTEM, Actor, Done, Floor, Order
from pitboss.floor.commands import ActInRound, AtTable, BeginRound, CloseTable, DealNext, OpenTable
from pitboss.floor.proposed import AwardReversal
from pitboss.floor.tables.faces import as_seen_by
from pitboss.floor.tables.table import TableState
from pitboss.invariant import InvariantBroken
from pitboss.jackpots import LinkConfig, NextSeed
from pitboss.jackpots import commands as lc
from pitboss.refusal import Refusal
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.round.driver import JACKPOT_BET
from pitboss.round.plan import NextAct
from pitboss.sheets import Game
from pitboss.sheets.model import Device

TABLE: Final = "practice"
PLAYER: Final = Actor(YOU, "player")
_DEMO: Final = LinkConfig(
    reset=5_000_000,
    contribution_rate=Fraction(1, 10),
    reserve_rate=Fraction(1, 50),
    cap=50_000_000,
    overflow_to=NextSeed(),
    prescribed_bet=JACKPOT_BET,
    rounding="down_to_the_cent",
    alarm_above=100_000,
)
"""A jackpot to practise with; a casino sets its own."""
_OF_THE_PLAYER: Final = (cmd.PlaceBet, cmd.ExamineHand, cmd.FoldHand, cmd.Check, cmd.WithdrawBet, cmd.Choose)


class Occupied(Exception):
    """The practice table cannot be used now; the text says why and what to do."""


class RecordedTable(PracticeTable):
    """The table ``practice`` on a link of its own, if its game has a jackpot."""

    def __init__(self, floor: Floor, game: Game, device: Device) -> None:
        super().__init__(game, device)
        self._floor = floor
        self._session = secrets.token_hex(8)
        self._acts = count(1)
        link = f"{TABLE}-{game.sheet.identity.short.lower()}"
        self._staff = Staff(floor, link, self._next_id)
        self._version = 0
        self._round: Round | None = None
        recorded = floor.table(TABLE)
        if recorded and recorded.in_play and not self._is_of_another_game(recorded):
            self._go_on(recorded)
        else:
            self._set_up(floor.table(TABLE), link if game.sheet.jackpot else None)
        self._take()

    @property
    def state(self) -> Round:
        """The round on the table."""
        assert self._round is not None, "a round has been opened"
        return self._round

    @property
    def in_play(self) -> bool:
        """Whether a round was under way when the player sat down, or is now."""
        return self._recorded.in_play

    @property
    def number(self) -> int:
        """The number of the round."""
        return self._recorded.number

    @property
    def has_wins(self) -> bool:
        """Whether the round waits for the link to pay."""
        return bool(self._recorded.pending)

    @property
    def seen(self) -> Round:
        """The round with the faces of the hands that the player has looked at, from the sealed deck."""
        return as_seen_by(self._recorded, YOU, self._floor.sealer) or self.state

    def open(self) -> None:
        """Begin a round with a freshly shuffled and sealed deck."""
        self._alone()
        self.counted = 0
        self._staff.restore()
        answer = self._execute(BeginRound(table=TABLE))
        if isinstance(answer, Refusal) and answer.code == "table_closed":
            self._reopen(self._recorded.link)
            answer = self._execute(BeginRound(table=TABLE))
        if isinstance(answer, Refusal):
            raise InvariantBroken(f"the practice table refuses a new round: {answer.code}")
        self._take()

    def carry_on(self) -> None:
        """Do nothing: the floor keeps the jackpot and the table's memory."""

    def do(self, command: cmd.Command) -> bool:
        """Execute a command as the person who gives it; prints the refusal and returns false if refused."""
        self._alone()
        if isinstance(command, cmd.SettleRound):
            return self._settle()
        return self._told(self._execute(ActInRound(table=TABLE, act=command), _actor(command)))

    def end(self) -> None:
        """End the round for the player: it is ruled void and settled."""
        if self.state.has_bets and not self.state.void:
            self.void("the player ends the practice round")
        self.do(cmd.SettleRound())

    def next_two(self) -> tuple[Card, Card]:
        """The two cards that come next."""
        table, sealer = self._recorded, self._floor.sealer
        if table.shoe is None or sealer is None:
            raise InvariantBroken("the practice table is not dealt from a shoe of its own with its key")
        cards = sealer.open(table.shoe.commitment.shoe, table.sealed).cards[table.shoe.drawn :]
        return cards[0], cards[1]

    def swap_next_two(self) -> bool:
        """Refuse: the order of a committed shoe is fixed."""
        print("  The shoe was committed to before the first bet: its order stands.")
        return False

    def _deal(self, act: NextAct) -> bool:
        if act.act == "settle":
            return self.do(cmd.SettleRound())
        self._alone()
        return self._told(self._execute(DealNext(table=TABLE)))

    def _settle(self) -> bool:
        """Settle the round, after the staff has paid its jackpot wins."""
        for _ in range(2):
            self._staff.pay_wins()
            answer = self._execute(ActInRound(table=TABLE, act=cmd.SettleRound()))
            if isinstance(answer, Refusal) and answer.code == "awards_differ":
                answer = self._staff.agree(AwardReversal(table=TABLE))
            if not self._told(answer):
                return False
            if self.state.settled:
                break
        self._staff.file_slips()
        return True

    def _is_of_another_game(self, recorded: TableState) -> bool:
        """Whether the round under way is of another game; an empty one is settled, one with bets raises."""
        assert recorded.round is not None, "a round under way"
        if recorded.plate.sheet == self.game.sheet.id:
            return False
        if recorded.round.has_bets:
            short = self._floor.game_of(recorded).sheet.identity.short
            raise Occupied(
                f"round {recorded.number} of {short} is under way in this journal: play {short} to go on "
                "with it or to end it"
            )
        self._execute(ActInRound(table=TABLE, act=cmd.SettleRound()))
        return True

    def _go_on(self, recorded: TableState) -> None:
        assert recorded.round is not None, "a round under way"
        self.game, self.table = self._floor.game_of(recorded), recorded.round.table

    def _set_up(self, recorded: TableState | None, link: str | None) -> None:
        sheet = self.game.sheet.id
        self._staff.take_sheet(sheet)
        self.game = self._floor.rulebook.in_force(sheet)
        if link and self._floor.link(link) is None:
            operator = self.game.sheet.identity.operator
            member = lc.Member(TABLE, sheet, JACKPOT_BET)
            self._staff.do(
                lc.OpenLink(link=link, operator=operator, config=_DEMO, members=(member,), approval=APPROVED)
            )
        self._staff.file_slips()
        plate = (recorded.plate.sheet, recorded.plate.device) if recorded and recorded.open else None
        if plate != (sheet, self.table.device):
            self._reopen(link)

    def _reopen(self, link: str | None) -> None:
        """Close the table if it is open, and open it with this plate."""
        self._execute(CloseTable(table=TABLE))
        # An automatic table would not wait for its player.
        answer = self._execute(
            OpenTable(table=TABLE, plate=self.table, link=link, cards="shoe", denominations=(1,))
        )
        if isinstance(answer, Refusal):
            raise InvariantBroken(f"the practice table cannot be opened: {answer.code}")

    @property
    def _recorded(self) -> TableState:
        found = self._floor.tables.get(TABLE).state
        assert found is not None, "the table has been opened"
        return found

    def _alone(self) -> None:
        """Raise :class:`Occupied` if another process has played here since our last act."""
        if self._version and self._floor.tables.refresh(TABLE).version != self._version:
            raise Occupied("somebody else plays at this table now: start again to see where it stands")

    def _told(self, answer: Done | Refusal) -> bool:
        if isinstance(answer, Refusal):
            return self.refused(answer)
        self._take()
        return True

    def _take(self) -> None:
        """Take over the state of the table after our own act."""
        self._version = self._floor.tables.get(TABLE).version
        self._round = self._recorded.round or self._round

    def _execute(self, command: AtTable, by: Actor = SYSTEM) -> Done | Refusal:
        return self._floor.execute(Order(command=command, by=by, id=self._next_id()))

    def _next_id(self) -> str:
        return f"practice-{self._session}-{next(self._acts)}"


def _actor(command: cmd.Command) -> Actor:
    """The actor of a command: the player, staff for reports, the software for the rest."""
    if isinstance(command, _OF_THE_PLAYER):
        return PLAYER
    if isinstance(command, cmd.Report):
        return Actor(SHIFT_MANAGER.name, command.by or "shift_manager")
    return SYSTEM
