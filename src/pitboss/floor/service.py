"""Tables and links as services: every command that can be given to a floor.

A command is one append: the events of the round, what they move at the link, and every transfer. Any
server may take any command; its id makes it safe to send again. An id belongs to the sender: to whoever acts
(``by``) or, where they answer for it on the screen of somebody else, to the owner of that screen. Where the
command itself names its people, the sender is named beside it.
"""

from typing import Final

from msgspec import Struct, structs

from pitboss.access.account import Account
from pitboss.access.events import Position, SignedOn
from pitboss.access.identity import identify
from pitboss.access.refusals import refuse
from pitboss.access.sign_on import sign_off, sign_on
from pitboss.card_sets import commands as sc
from pitboss.floor import events as fe
from pitboss.floor.amounts import FloorAmounts, Signed
from pitboss.floor.card_sets import dispute, handle_cards
from pitboss.floor.carrying import Done, Parts, no_table
from pitboss.floor.methods import change_method, post_notice, reopen
from pitboss.floor.money import MoneyCommand
from pitboss.floor.money.decide import decide_money
from pitboss.floor.past import find_round
from pitboss.floor.people import SYSTEM, Actor
from pitboss.floor.reading import Read, doubt_standing, read_card
from pitboss.floor.reads import Reads
from pitboss.floor.round_plans import RoundPlans, act_identity
from pitboss.floor.rounds import (
    adjust_past,
)
from pitboss.floor.rulebook import sheet_taken
from pitboss.floor.seats import sit_down
from pitboss.floor.table import TableState, memory_now
from pitboss.jackpots import Approval
from pitboss.jackpots import commands as lc
from pitboss.round import Refusal
from pitboss.round import commands as cmd
from pitboss.settlement import Table
from pitboss.sheets import Game

AWAY_SECONDS: Final = 60
"""How long an automatic table may be away before its absence interrupts the play."""


class Floor(RoundPlans):
    """One floor, on one journal: every command that can be given to it."""

    def take_sheet(
        self, sheet_toml: str, clauses_toml: str, approval: Approval | None = None
    ) -> Done | Refusal:
        """Bring a sheet into force; the same text again changes nothing. Raises ``SheetFault``.

        Once something is open, two people answer for it.
        """
        taken = sheet_taken(sheet_toml, clauses_toml, approval=approval)
        return self.carry_out(lambda reads: self.sheet_plan(reads, taken))

    def open_table(
        self,
        name: str,
        plate: Table,
        by: Actor,
        command_id: str,
        *,
        link: str | None = None,
        cards: fe.CardSource = "outside",
        denominations: tuple[int, ...] = (1,),
        automatic: bool = False,
        away_seconds: int = AWAY_SECONDS,
        card_sets: bool = False,
        counts_tray: bool = False,
        crewed: bool = False,
        idle_rounds: int = 0,
    ) -> Done | Refusal:
        """Open a table, or open it again with another plate."""

        def plan(reads: Reads) -> Parts | Refusal:
            table = reads.table(name).state
            game = self.rulebook.games.get(plate.sheet)
            if game is None:
                return Refusal("no_such_sheet", f"{plate.sheet} is no sheet in force", ())
            if cards == "shoe" and self.sealer is None:
                return Refusal("no_shoe", "this floor has no key to seal decks with", game.sheet.deck.clauses)
            if table and table.open:
                return Refusal("table_known", f"table {name} is open already", game.ruling_clauses)
            if link is not None:
                linked = reads.link(link).state
                if linked is None or linked.members.get(name) != plate.sheet:
                    message = f"table {name} is not on link {link} with {plate.sheet}"
                    return Refusal("no_such_table", message, game.ruling_clauses)
            operator, live = game.sheet.identity.operator, structs.replace(plate, live=True)
            if automatic and counts_tray:
                message = f"table {name} is dealt by the software, which keeps its chips: it has no tray"
                return Refusal("no_tray", message, game.ruling_clauses)
            opened = fe.TableOpened(
                name,
                operator,
                live,
                link,
                cards,
                denominations,
                automatic,
                away_seconds,
                by,
                crewed,
                idle_rounds,
                card_sets=card_sets,
                counts_tray=counts_tray,
            )
            return (reads.to_table(name, opened),)

        how = (denominations, automatic, away_seconds, card_sets, counts_tray, crewed, idle_rounds)
        asked = identify(by, command_id, "open", name, plate, by, link, cards, how)
        return self.carry_out(plan, asked)

    def change_plate(
        self, name: str, plate: Table, denominations: tuple[int, ...], approval: Approval, command_id: str
    ) -> Done | Refusal:
        """Limits, boxes and chips for the next round; two people answer for it, and the first sends it."""
        sender = Actor(approval.first.name, approval.first.role)
        asked = identify(sender, command_id, "plate", name, plate, denominations, approval)
        return self.carry_out(
            lambda reads: self.plate_plan(reads, name, plate, denominations, approval), asked
        )

    def close_table(
        self, name: str, by: Actor, command_id: str, *, after_round: bool = False
    ) -> Done | Refusal:
        """Close a table, or let the round under way be its last."""
        asked = identify(by, command_id, "close", name, by, after_round)
        return self.carry_out(self.to_close(name, by, after_round=after_round), asked)

    def reopen_table(self, name: str, method: fe.Method | None, by: Actor, command_id: str) -> Done | Refusal:
        """Open a table again as it stood, dealt in another way if need be."""
        asked = identify(by, command_id, "reopen", name, method, by)
        return self.at_table(name, lambda game, table: reopen(game, table, method, by), asked)

    def change_method(self, name: str, method: fe.Method, by: Actor, command_id: str) -> Done | Refusal:
        """How the next rounds of a table are dealt, and at how many boxes."""
        asked = identify(by, command_id, "method", name, method, by)
        return self.at_table(name, lambda game, table: change_method(game, table, method, by), asked)

    def post_notice(self, name: str, text: str, by: Actor, command_id: str) -> Done | Refusal:
        """Tell everybody at a table something; an empty text takes the notice down."""
        asked = identify(by, command_id, "notice", name, text, by)
        return self.at_table(name, lambda game, table: post_notice(game, table, text, by), asked)

    def sit_down(self, name: str, box: int, player: str, by: Actor, command_id: str) -> Done | Refusal:
        """Somebody takes a free seat."""

        def decide(game: Game, table: TableState) -> tuple[Struct, ...] | Refusal:
            if not table.open:
                return Refusal("table_closed", f"table {name} is closed", game.ruling_clauses)
            return sit_down(game, table.seats, table.plate.boxes, memory_now(table), box, player, by)

        return self.at_table(name, decide, identify(by, command_id, "sit_down", name, box, player, by))

    def stand_up(self, name: str, box: int, by: Actor, command_id: str) -> Done | Refusal:
        """Somebody gives up his seat; with a hand in play he walks away from it, by the round's own rule."""
        asked = identify(by, command_id, "stand_up", name, box, by)
        return self.carry_out(self.to_stand_up(name, box, by), asked)

    def sign_on(self, name: str, position: Position, by: Actor, command_id: str) -> Done | Refusal:
        """Somebody begins to deal at a table, or to watch it."""

        def decide(game: Game, table: TableState, account: Account) -> SignedOn | Refusal:
            if not table.open:
                return Refusal("table_closed", f"table {name} is closed", game.ruling_clauses)
            if table.automatic and position == "dealer":
                return refuse(
                    "dealer_signed_on", f"the software deals at table {name}: nobody signs on to it"
                )
            return sign_on(game, name, table.crew, account, position, by)

        return self.to_crew(name, by.name, decide, identify(by, command_id, "sign_on", name, position, by))

    def sign_off(self, name: str, who: str, by: Actor, command_id: str) -> Done | Refusal:
        """Somebody leaves a table he works at, or is signed off by a supervisor."""
        asked = identify(by, command_id, "sign_off", name, who, by)
        return self.to_crew(
            name, who, lambda game, table, account: sign_off(game, name, table.crew, who, by), asked
        )

    def begin_round(self, name: str, by: Actor, command_id: str) -> Done | Refusal:
        """Open the betting of the next round."""
        return self.carry_out(self.to_begin(name, by), identify(by, command_id, "begin", name, by))

    def deal_next(
        self, name: str, by: Actor, command_id: str, *, number: int | None = None
    ) -> Done | Refusal:
        """The Dealer's next act, with the next cards of the table's shoe.

        With the number of a round it is for that round alone.
        """
        asked = identify(by, command_id, "deal", name, by, number)
        return self.carry_out(self.to_deal(name, by, number), asked)

    def act(
        self,
        name: str,
        command: cmd.Command,
        by: Actor,
        command_id: str,
        *,
        approval: Approval | None = None,
        entered: Actor | None = None,
        number: int | None = None,
        second: Signed | None = None,
    ) -> Done | Refusal:
        """Give a command to the round of a table; ``entered`` says on whose screen, if on another's.

        With the number of a round it is for that round alone. ``second`` signs too for an amount above what
        the first moves alone.
        """
        plan = self.to_act(
            name, command, by, approval=approval, entered=entered, number=number, second=second
        )
        asked = act_identity(
            name,
            command,
            by,
            command_id,
            approval=approval,
            entered=entered,
            number=number,
            second=second,
        )
        return self.carry_out(plan, asked)

    def time_is_up(self, name: str, box: int, by: Actor, command_id: str) -> Done | Refusal:
        """The player of a box has not decided in time; refused if he has by now, at whichever server."""
        asked = identify(by, command_id, "time_is_up", name, box, by)
        return self.carry_out(self.to_time_out(name, box, by), asked)

    def read_card(self, name: str, read: Read, by: Actor, command_id: str) -> Done | Refusal:
        """A reading shoe says which card left it; what cannot be is recorded as a doubt and refused."""

        def plan(reads: Reads) -> Parts | Refusal:
            return self.round_plan(reads, name, by, lambda scene: read_card(scene, read), False)

        answer = self.carry_out(plan, identify(by, command_id, "read_card", name, read, by))
        if isinstance(answer, Refusal):
            return answer
        doubt = doubt_standing(self.tables.get(name).state, read)
        return doubt or structs.replace(answer, repeated=answer.repeated or not answer.events)

    def to_card_sets(self, name: str, command: sc.Command, sender: Actor, command_id: str) -> Done | Refusal:
        """Give a command, which names its people, to the card sets of a table."""

        def plan(reads: Reads) -> Parts | Refusal:
            table = reads.table(name).state
            if table is None:
                return no_table(name)
            answer = handle_cards(self.game_of(table), table, command)
            return answer if isinstance(answer, Refusal) else (reads.to_table(name, *answer),)

        return self.carry_out(plan, identify(sender, command_id, "card_sets", name, command))

    def dispute(self, name: str, number: int, reason: str, by: Actor, command_id: str) -> Done | Refusal:
        """A round of a table is disputed: the sets it was dealt from must be retained."""

        def plan(reads: Reads) -> Parts | Refusal:
            table = reads.table(name).state
            past = find_round(self.journal, name, number)
            if table is None or past is None:
                return Refusal("no_such_round", f"table {name} has no round {number} in the journal", ())
            answer = dispute(self.game_of(table), table, number, past.began.sets, reason, by)
            return answer if isinstance(answer, Refusal) else (reads.to_table(name, *answer),)

        return self.carry_out(plan, identify(by, command_id, "dispute", name, number, reason, by))

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
    ) -> Done | Refusal:
        """A ruling on an earlier round of a table; it never touches the rounds since."""

        def plan(reads: Reads) -> Parts | Refusal:
            held = reads.table(name)
            past = find_round(self.journal, name, number)
            if held.state is None or past is None:
                return Refusal("no_such_round", f"table {name} has no round {number} in the journal", ())
            game = self.rulebook.with_hash(past.round.hashes.sheet)
            answer = adjust_past(
                game,
                held.state,
                past,
                command,
                by,
                self.day(held),
                entered,
                amounts=self.amounts(reads),
                second=second,
            )
            return answer if isinstance(answer, Refusal) else (reads.to_table(name, *answer),)

        # Sent again after the next round has begun, it is still the same command.
        asked = identify(entered or by, command_id, "adjust", name, number, command, by, entered, second)
        table = self.table(name)
        if table and table.number == number:
            return self.carry_out(self.to_act(name, command, by, entered=entered, second=second), asked)
        return self.carry_out(plan, asked)

    def money(self, name: str, command: MoneyCommand, sender: Actor, command_id: str) -> Done | Refusal:
        """Give a command, which names its people, about a table's money: a slip, chips bought or cashed."""

        def plan(reads: Reads) -> Parts | Refusal:
            held = reads.table(name)
            if held.state is None:
                return no_table(name)
            game, day = self.game_of(held.state), self.day(held)
            answer = decide_money(game, held.state, self.amounts(reads), day, command)
            return answer if isinstance(answer, Refusal) else (reads.to_table(name, *answer),)

        return self.carry_out(plan, identify(sender, command_id, "money", name, command))

    def set_amounts(self, amounts: FloorAmounts, approval: Approval, command_id: str) -> Done | Refusal:
        """What roles move alone; two people answer for it."""
        asked = identify(SYSTEM, command_id, "set_amounts", amounts, approval)
        return self.carry_out(lambda reads: self.amounts_plan(reads, amounts, approval), asked)

    def to_link(self, name: str, command: lc.Command, sender: Actor, command_id: str) -> Done | Refusal:
        """Give a command, which names its people, to a link: open, verify, pay, change, move, close."""
        asked = identify(sender, command_id, "link", name, command)
        return self.carry_out(lambda reads: self.link_plan(reads, name, command), asked)
