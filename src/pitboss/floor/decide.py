"""``decide(view, order)``: the events that follow from a command in every stream, or its refusal. Pure.

The view holds every input of the decision. The audit decides each recorded command again; a dry run decides
without the append.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, assert_never

from msgspec import Struct, structs

from pitboss.access import commands as ac
from pitboss.access.decide import no_account
from pitboss.access.decide_command import decide_about_people
from pitboss.access.roles import SYSTEM, Actor
from pitboss.access.sign_on import sign_off, sign_on
from pitboss.commands.record import Changes, Order, StreamChange
from pitboss.floor import commands as fc
from pitboss.floor.acts import moves_money
from pitboss.floor.aggregates import AMOUNTS
from pitboss.floor.amounts import set_amounts
from pitboss.floor.command_specs import link_need
from pitboss.floor.gaming_days import decide_days
from pitboss.floor.links import decide_at_link
from pitboss.floor.log.audits import keep_audit
from pitboss.floor.log.gaps import accept_gap
from pitboss.floor.players.enforcement import buy_in_refusal, limit_passed, play_noted
from pitboss.floor.players.enforcement import seat_refusal as limits_on_seat
from pitboss.floor.players.own_limits import decide_own_limits
from pitboss.floor.players.seating import seat_noted
from pitboss.floor.proposed import is_of_floor
from pitboss.floor.round_changes import changes_of, no_table, round_context
from pitboss.floor.setup.sheet_changes import take_sheet
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.actors import other_person
from pitboss.floor.tables.card_sets import dispute, handle_cards
from pitboss.floor.tables.dealing import dealers_next
from pitboss.floor.tables.money import events as mc
from pitboss.floor.tables.money.chips import buy_in, cash_out, make_slip
from pitboss.floor.tables.opening import change_method, close, post_notice, reopen
from pitboss.floor.tables.reading_shoe import read_card
from pitboss.floor.tables.ready import say_ready
from pitboss.floor.tables.round_context import RoundChanges, RoundContext
from pitboss.floor.tables.round_link import adjust_past
from pitboss.floor.tables.rounds import GIVE_BACK, act, begin_round, deal_next, stale_refusal, time_is_up
from pitboss.floor.tables.seats import sit_down, stand_up, walking_away
from pitboss.floor.tables.table import TableState, memory_now
from pitboss.floor.tables.table_limits import plate_refusal, settings_refusal
from pitboss.floor.two_person import approve, propose, propose_together
from pitboss.floor.view import View, amounts_of
from pitboss.people import known_as
from pitboss.projection import project
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.round import commands as cmd
from pitboss.sheets import Game


def decide(view: View, order: Order) -> Changes | Refusal:
    """The changes to every stream that follow from an order, or its refusal."""
    command: Any = order.command
    match command:
        case fc.OpenTable():
            return _open_table(view, command, order.by)
        case fc.BeginRound() | fc.ActInRound() | fc.DealNext() | fc.TimeOut() | fc.ReadCard():
            return _in_round(view, command, order)
        case fc.StandUp():
            return _stand_up(view, command, order)
        case fc.SignOn() | fc.SignOff():
            return _crew(view, command, order.by)
        case fc.TakeMoney() | fc.DisputeRound() | fc.AdjustRound():
            return _with_money(view, command, order)
        case _ if isinstance(command, fc.TableCommand):
            return _at_table(view, command, order.by)
        case fc.ActAtLink(link=link, act=asked):
            return decide_at_link(view, link, asked, order.by)
        case _ if isinstance(command, fc.PlayerCommand):
            return decide_own_limits(view, command, order.by)
        case fc.TakeSheet():
            return take_sheet(view, command.sheet, view.sheet_text(command.hash), None)
        case fc.EndGamingDay() | fc.CloseGamingDay() | fc.SignOffGamingDay():
            return decide_days(view, command, order.by)
        case fc.KeepAudit():
            return keep_audit(command, order.by)
        case fc.AcceptGap():
            return accept_gap(view, command, order)
        case fc.SetAmounts():
            return _set_amounts(view, command)
        case fc.Propose(act=proposed, reason=reason):
            return propose(view, proposed, order.by, reason)
        case fc.ProposeTogether(act=proposed, reason=reason, second=second):
            return propose_together(view, proposed, order.by, second, reason)
        case ac.Approve() if is_of_floor(command.subject):
            return approve(view, command, order.by)
        case _:
            return decide_about_people(view, order)


def _open_table(view: View, command: fc.OpenTable, by: Actor) -> Changes | Refusal:
    """Open a table of the floor's file. Only the software does; two people set up any other table."""
    if by.role != "system":
        return refuse("approval_missing", because("approval_missing.table"))
    name, plate = command.table, command.plate
    table = view.table(name).state
    game = view.games.get(plate.sheet)
    if game is None:
        return refuse("no_such_sheet", because("no_such_sheet.plate", sheet=plate.sheet), ())
    refusal = plate_refusal(game, plate, command.denominations)
    if refusal := refusal or settings_refusal(game, name, command, seals=view.seals):
        return refusal
    if table and table.open:
        return refuse("table_known", because("table_known.open", table=name), game.ruling_clauses)
    if command.link is not None:
        linked = view.link(command.link).state
        if linked is None or linked.members.get(name) != plate.sheet:
            reason = because("no_such_table.link", table=name, link=command.link, sheet=plate.sheet)
            return refuse("no_such_table", reason, game.ruling_clauses)
    operator, plate = game.sheet.identity.operator, structs.replace(plate, live=True)
    opened = project(fe.TableOpened, command, operator=operator, plate=plate, by=by)
    return (StreamChange("table", name, (opened,)),)


def _at_table(view: View, command: fc.TableCommand, by: Actor) -> Changes | Refusal:
    """Decide a command that affects one table's stream only."""
    held = view.table(command.table)
    table = held.state
    if table is None:
        return no_table(command.table)
    answer = _table_events(view.game_of(table), table, command, by)
    noted: Changes = ()
    if isinstance(command, fc.SitDown) and not isinstance(answer, Refusal):
        answer = limits_on_seat(view, command.player, partial(view.day, held.heard)) or answer
        noted = seat_noted(view, command) if by.role == "player" else ()
    return answer if isinstance(answer, Refusal) else (StreamChange("table", table.id, answer), *noted)


def _table_events(
    game: Game, table: TableState, command: fc.TableCommand, by: Actor
) -> tuple[Struct, ...] | Refusal:
    match command:
        case fc.ReopenTable(method=method):
            return reopen(game, table, method, by)
        case fc.CloseTable(after_round=after_round):
            return close(game, table, by, after_round=after_round)
        case fc.ChangeMethod(method=method):
            return change_method(game, table, method, by)
        case fc.PostNotice(text=text):
            return post_notice(game, table, text, by)
        case fc.SitDown(box=box, player=player):
            if not table.open:
                return _closed(game, table)
            return sit_down(
                game, table.seats, box, player, by, boxes=table.plate.boxes, memory=memory_now(table)
            )
        case fc.SayReady(player=player):
            return say_ready(game, table, player, by)
        case fc.HandleCards(act=asked):
            return other_person(asked, by) or handle_cards(game, table, asked)
    raise TypeError(f"{type(command).__name__} is no command to one table")


def _closed(game: Game, table: TableState) -> Refusal:
    return refuse("table_closed", because("table_closed.crew", table=table.id), game.ruling_clauses)


def _in_round(view: View, command: fc.InRound, order: Order) -> Changes | Refusal:
    """Decide a command to the round of a table, which may affect its link too."""
    held = view.table(command.table)
    if held.state is None:
        return no_table(command.table)
    begins = isinstance(command, fc.BeginRound)
    table = held.state
    game = view.in_force(table.plate.sheet) if begins else view.game_of(table)
    context = round_context(view, held, table, game, order, _link_of(game, table, command))
    if table.unsigned:
        context = structs.replace(context, amounts=amounts_of(view))
    outcome = _outcome(view, context, command)
    if isinstance(outcome, Refusal):
        return outcome
    changes = changes_of(view, context, outcome)
    if isinstance(command, fc.ActInRound) and isinstance(command.act, cmd.PlaceBet):
        changes += play_noted(view, table.id, command.act.player)
    return changes


def _link_of(game: Game, table: TableState, command: fc.InRound) -> bool:
    """Whether a command may need the link of its table. The Dealer's next act does if it settles."""
    if isinstance(command, fc.DealNext):
        due = dealers_next(game, table)
        return due is not None and due.act == "settle"
    return link_need(command) != "none"


def _outcome(view: View, context: RoundContext, command: fc.InRound) -> RoundChanges | Refusal:
    match command:
        case fc.BeginRound():
            return begin_round(context, view.build, view.shuffle, _barred_elsewhere(view, context))
        case fc.ActInRound(act=asked, round=number):
            context = _with_amounts(view, context, asked)
            outcome = stale_refusal(context, number) or act(context, asked)
            if isinstance(asked, cmd.PlaceBet) and not isinstance(outcome, Refusal):
                passed = limit_passed(view, context.game, context.table, asked, context.day, context.by)
                if isinstance(passed, Refusal):
                    return passed
                if passed:
                    outcome = structs.replace(outcome, table=(*outcome.table, passed))
            return outcome
        case fc.DealNext(round=number):
            return stale_refusal(context, number) or deal_next(
                context, dealers_next(context.game, context.table)
            )
        case fc.TimeOut(box=box, round=number):
            return stale_refusal(context, number) or time_is_up(context, box)
        case fc.ReadCard(read=read):
            return read_card(context, read)
        case _:
            assert_never(command)


def _with_amounts(view: View, context: RoundContext, asked: cmd.Command) -> RoundContext:
    """The context of an act with the floor's amounts, where it moves money or may give bets back."""
    if moves_money(asked) or isinstance(asked, GIVE_BACK):
        return structs.replace(context, amounts=amounts_of(view))
    return context


def _barred_elsewhere(view: View, context: RoundContext) -> frozenset[str]:
    """The players barred at other tables, where a bar holds at every table."""
    if context.game.readings.bar_scope != "every_table":
        return frozenset()
    others = (table for table in view.tables() if table.id != context.table.id)
    return frozenset().union(*(memory_now(table).barred for table in others))


def _stand_up(view: View, command: fc.StandUp, order: Order) -> Changes | Refusal:
    """A player stands up; with a hand in play they walk away from it, by the round's own rule.

    The software frees seats without a bet, and folds no hand of a player who bet before its command came.
    """
    held = view.table(command.table)
    table = held.state
    if table is None:
        return no_table(command.table)
    game = view.game_of(table)
    away = walking_away(table.seats, table.round, command.box)
    if away and order.by != SYSTEM:
        context = round_context(view, held, table, game, order, linked=True)
        outcome = act(_with_amounts(view, context, away), away)
        return outcome if isinstance(outcome, Refusal) else changes_of(view, context, outcome)
    answer = stand_up(game, table.seats, table.round, command.box, order.by)
    return answer if isinstance(answer, Refusal) else (StreamChange("table", table.id, answer),)


def _crew(view: View, command: fc.SignOn | fc.SignOff, by: Actor) -> Changes | Refusal:
    """Sign staff on or off: one event for the table and for their account, in one append."""
    who = known_as(command.name if isinstance(command, fc.SignOff) else by.name)
    table, account = view.table(command.table).state, view.account(who)
    if table is None:
        return no_table(command.table)
    if account is None:
        return no_account(who)
    game = view.game_of(table)
    if isinstance(command, fc.SignOff):
        event: Struct | Refusal = sign_off(game, table.id, table.crew, command.name, by)
    elif not table.open:
        return _closed(game, table)
    elif table.automatic and command.position == "dealer":
        return refuse("dealer_signed_on", because("dealer_signed_on.software", table=table.id))
    else:
        event = sign_on(game, table.id, table.crew, account, command.position, by)
    if isinstance(event, Refusal):
        return event
    return StreamChange("table", table.id, (event,)), StreamChange("account", who, (event,))


_MONEY: Final[dict[type[Struct], Callable[..., tuple[Struct, ...] | Refusal]]] = {
    mc.MakeSlip: make_slip,
    mc.BuyIn: buy_in,
    mc.CashOut: cash_out,
}


def _with_money(
    view: View, command: fc.TakeMoney | fc.DisputeRound | fc.AdjustRound, order: Order
) -> Changes | Refusal:
    held = view.table(command.table)
    table = held.state
    if isinstance(command, fc.TakeMoney):
        if table is None:
            return no_table(command.table)
        if refusal := other_person(command.act, order.by):
            return refusal
        day = view.day(held.heard)
        decide_money = _MONEY[type(command.act)]
        answer = decide_money(view.game_of(table), table, amounts_of(view), day, command.act)
        if isinstance(command.act, mc.BuyIn) and not isinstance(answer, Refusal):
            answer = buy_in_refusal(view, command.act, partial(view.day, held.heard)) or answer
        if isinstance(answer, Refusal):
            return answer
        noted = play_noted(view, table.id, command.act.player) if isinstance(command.act, mc.BuyIn) else ()
        return StreamChange("table", table.id, answer), *noted
    if isinstance(command, fc.AdjustRound) and table and table.number == command.round:
        # The last round of a table is ruled on as long as it may be put right.
        context = round_context(view, held, table, view.game_of(table), order, linked=True)
        outcome = act(_with_amounts(view, context, command.act), command.act)
        return outcome if isinstance(outcome, Refusal) else changes_of(view, context, outcome)
    past = view.past_round(command.table, command.round)
    if table is None or past is None:
        return refuse("no_such_round", because("no_such_round", table=command.table, round=command.round))
    if isinstance(command, fc.DisputeRound):
        sets = past.began.sets
        answer = dispute(view.game_of(table), table, command.round, sets, command.reason, order.by)
    else:
        game, day = view.with_hash(past.round.hashes.sheet), view.day(held.heard)
        answer = adjust_past(game, table, past, order, command.act, day=day, amounts=amounts_of(view))
    return answer if isinstance(answer, Refusal) else (StreamChange("table", table.id, answer),)


def _set_amounts(view: View, command: fc.SetAmounts) -> Changes | Refusal:
    """Set the amounts of the floor's file on a floor without any; afterwards two people set them."""
    recorded = view.amounts()
    if recorded not in (None, command.amounts):
        return refuse("approval_missing", because("approval_missing.amounts"))
    answer = set_amounts(recorded, command.amounts, command.approval)
    return answer if isinstance(answer, Refusal) else (StreamChange(AMOUNTS.kind, AMOUNTS.name, answer),)
