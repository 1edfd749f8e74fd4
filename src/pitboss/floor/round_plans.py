"""What the commands that make up a round would record: begin, bet, deal, decide, settle."""

from msgspec import structs

from pitboss.access.identity import identify
from pitboss.floor.amounts import DEFAULT_AMOUNTS, MOVES_MONEY, Signed
from pitboss.floor.carrying import Order, Parts, Plan, no_table
from pitboss.floor.dealing import dealers_next
from pitboss.floor.methods import close
from pitboss.floor.people import Actor
from pitboss.floor.plans import Plans
from pitboss.floor.reads import Reads
from pitboss.floor.rounds import (
    Outcome,
    Scene,
    act,
    begin_round,
    concerns_link,
    deal_next,
    stale,
    time_is_up,
)
from pitboss.floor.seats import holds_a_hand, stand_up
from pitboss.jackpots import Approval
from pitboss.round import Refusal
from pitboss.round import commands as cmd
from pitboss.store import CommandIdentity


class RoundPlans(Plans):
    """A floor that can say what a command to a round would record."""

    def to_begin(self, name: str, by: Actor) -> Plan:
        """Open the betting of the next round."""

        def plan(reads: Reads) -> Parts | Refusal:
            return self.round_plan(
                reads, name, by, lambda scene: begin_round(scene, self.shuffle()), True, begins=True
            )

        return plan

    def to_deal(self, name: str, by: Actor, number: int | None = None) -> Plan:
        """The Dealer's next act, with the next cards of the table's shoe."""

        def plan(reads: Reads) -> Parts | Refusal:
            table = reads.table(name).state
            due = dealers_next(self.game_of(table), table) if table else None
            settles = due is not None and due.act == "settle"
            return self.round_plan(
                reads,
                name,
                by,
                lambda scene: stale(scene, number) or deal_next(scene, due),
                settles,
            )

        return plan

    def to_act(
        self,
        name: str,
        command: cmd.Command,
        by: Actor,
        *,
        approval: Approval | None = None,
        entered: Actor | None = None,
        number: int | None = None,
        second: Signed | None = None,
    ) -> Plan:
        """A command to the round of a table."""

        def plan(reads: Reads) -> Parts | Refusal:
            amounts = self.amounts(reads) if isinstance(command, MOVES_MONEY) else DEFAULT_AMOUNTS

            def decide(scene: Scene) -> Outcome | Refusal:
                asked = structs.replace(
                    scene, approval=approval, entered=entered, amounts=amounts, second=second
                )
                return stale(scene, number) or act(asked, command)

            return self.round_plan(reads, name, by, decide, concerns_link(command))

        return plan

    def to_time_out(self, name: str, box: int, by: Actor) -> Plan:
        """The player of a box has not decided in time; refused if he has by now, at whichever server."""

        def plan(reads: Reads) -> Parts | Refusal:
            return self.round_plan(reads, name, by, lambda scene: time_is_up(scene, box), True)

        return plan

    def to_stand_up(self, name: str, box: int, by: Actor) -> Plan:
        """Somebody gives up his seat; with a hand in play he walks away from it, by the round's own rule."""

        def plan(reads: Reads) -> Parts | Refusal:
            table = reads.table(name).state
            if table is None:
                return no_table(name)
            if holds_a_hand(table.seats, table.round, box):
                return self.round_plan(reads, name, by, lambda scene: act(scene, cmd.LeaveTable(box)), True)
            answer = stand_up(self.game_of(table), table.seats, table.round, box, by)
            return answer if isinstance(answer, Refusal) else (reads.to_table(name, *answer),)

        return plan

    def to_close(self, name: str, by: Actor, *, after_round: bool = False) -> Plan:
        """Close a table, or let the round under way be its last."""
        return self.table_plan(name, lambda game, table: close(game, table, by, after_round=after_round))

    def order(
        self,
        name: str,
        command: cmd.Command,
        by: Actor,
        command_id: str,
        *,
        entered: Actor | None = None,
        number: int | None = None,
        second: Signed | None = None,
    ) -> Order:
        """A command to the round of a table, for whoever has a loop to carry it out on.

        Of a bet the link only says whether it has failed; it accepts the bets when they are closed.
        """
        plan = self.to_act(name, command, by, entered=entered, number=number, second=second)
        asked = act_identity(name, command, by, command_id, entered=entered, number=number, second=second)
        if isinstance(command, MOVES_MONEY):
            # The amounts of the floor are read.
            return Order(name, plan, asked)
        linked = concerns_link(command) and not isinstance(command, cmd.PlaceBet)
        return Order(name, plan, asked, "link" if linked else "table")


def act_identity(
    name: str,
    command: cmd.Command,
    by: Actor,
    command_id: str,
    *,
    approval: Approval | None = None,
    entered: Actor | None = None,
    number: int | None = None,
    second: Signed | None = None,
) -> CommandIdentity:
    """The identity of a command to a round. Its sender is whoever's screen it is entered on."""
    return identify(entered or by, command_id, "act", name, command, by, approval, entered, number, second)
