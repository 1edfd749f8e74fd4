"""Reopening and closing a table, its dealing method and its notice: the House's choices. Pure."""

from functools import lru_cache
from typing import Final

from msgspec import structs

from pitboss.access.roles import Actor, permission_refusal
from pitboss.citation import Clause
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.table import TableState, memory_now
from pitboss.floor.tables.table_limits import dealing_clauses
from pitboss.projection import project
from pitboss.reason import Reason, because
from pitboss.refusal import Refusal, refuse
from pitboss.round.commands import Memory
from pitboss.settlement import Table
from pitboss.sheets.game import Game
from pitboss.sheets.model import DealingProcedure, Device
from pitboss.sheets.script import Script

LONGEST_NOTICE: Final = 400


def reopen(
    game: Game, table: TableState, method: fe.Method | None, by: Actor
) -> tuple[fe.TableOpened] | Refusal:
    """Open a table as it stood. One person alone changes neither its limits nor its link."""
    if refusal := permission_refusal(by.role, "open_table", game):
        return refusal
    if table.open:
        return refuse("table_known", because("table_known.open", table=table.id), game.ruling_clauses)
    method = method or fe.Method(table.plate.device, table.method, table.plate.boxes)
    if refusal := _method_refusal(game, method):
        return refusal
    plate, operator = _dealt(table.plate, method), game.sheet.identity.operator
    opened = project(
        fe.TableOpened,
        table,
        table=table.id,
        operator=operator,
        plate=plate,
        by=by,
        method=method.title,
        memory=kept_memory(game, table),
    )
    return (opened,)


def kept_memory(game: Game, table: TableState | None) -> Memory:
    """The memory that a table keeps when it is reopened, by the readings of its sheet.

    Reopening ends a closing. Blocked boxes and a suspended jackpot stay until they are lifted (RWS 5.17.2).
    """
    if table is None:
        return Memory()
    before = memory_now(table)
    kept = Memory(blocked=before.blocked, no_jackpot=before.no_jackpot)
    if game.readings.under_minimum_span == "gaming_day":
        kept = structs.replace(kept, under_minimum=before.under_minimum)
    if game.readings.bar_scope == "session_of_the_table":
        return kept
    return structs.replace(kept, barred=before.barred, one_position=before.one_position)


def close(
    game: Game, table: TableState, by: Actor, *, after_round: bool = False
) -> tuple[fe.TableClosed] | tuple[fe.LastRoundAnnounced] | Refusal:
    """Close a table between rounds or before the first bet; otherwise, if asked to, after the round."""
    if not table.open:
        return refuse("table_closed", because("table_closed.already", table=table.id), game.ruling_clauses)
    if not table.in_play or (table.round and not table.round.closed and not table.round.has_bets):
        if table.counts_tray and table.money.session and not table.money.session.closed:
            why = because("closer_missing", table=table.id)
            return refuse("closer_missing", why, game.ruling_clauses)
        return (fe.TableClosed(by),)
    if after_round and not table.closing:
        return (fe.LastRoundAnnounced(by),)
    why = because("round_in_play.close", round=table.number, table=table.id)
    return refuse("round_in_play", why, game.ruling_clauses)


def change_method(
    game: Game, table: TableState, method: fe.Method, by: Actor
) -> tuple[fe.MethodChanged] | Refusal:
    """Choose the dealing method and the number of boxes of the next rounds (ML3 3.11.3)."""
    if refusal := permission_refusal(by.role, "open_table", game):
        return refusal
    if not table.open:
        return refuse("table_closed", because("table_closed.method", table=table.id), game.ruling_clauses)
    return _method_refusal(game, method) or (fe.MethodChanged(method, by),)


def post_notice(game: Game, table: TableState, text: str, by: Actor) -> tuple[fe.NoticePosted] | Refusal:
    """Post the House's notice at a table; an empty text takes it down."""
    if refusal := permission_refusal(by.role, "open_table", game):
        return refusal
    if len(text) > LONGEST_NOTICE or not text.isprintable():
        why = because("notice_not_possible", most=LONGEST_NOTICE)
        return refuse("notice_not_possible", why, game.ruling_clauses)
    if text.strip() == table.notice:
        if table.notice:
            why = because("notice_known", table=table.id)
        else:
            why = because("notice_known.none", table=table.id)
        return refuse("notice_known", why, game.ruling_clauses)
    return (fe.NoticePosted(text.strip(), by),)


def notices(game: Game, table: TableState) -> tuple[tuple[str | Reason, tuple[Clause, ...]], ...]:
    """All notices at the table: the House's own, and restrictions after a jackpot failure."""
    found: list[tuple[str | Reason, tuple[Clause, ...]]] = [(table.notice, ())] if table.notice else []
    memory = table.round.memory_after() if table.round else table.memory
    if memory.closed:
        found.append((because("notice.closed"), _after_failure(game, "close")))
    if memory.blocked:
        blocked = because("notice.blocked", boxes=tuple(sorted(memory.blocked)))
        found.append((blocked, _after_failure(game, "block")))
    if memory.no_jackpot and game.sheet.jackpot:
        title = game.sheet.bets["jackpot"].title
        found.append((because("notice.no_jackpot", bet=title), _after_failure(game, "no_jackpot")))
    return tuple(found)


def procedure(game: Game, device: Device, title: str) -> tuple[DealingProcedure, Script]:
    """The dealing procedure with this title; if the sheet has none, the device's first."""
    return _procedure(game, device, title)


@lru_cache
def _procedure(game: Game, device: Device, title: str) -> tuple[DealingProcedure, Script]:
    both = list(zip(procedures(game, device), game.scripts[device], strict=True))
    return next((found for found in both if found[0].title == title), both[0])


def procedures(game: Game, device: Device) -> tuple[DealingProcedure, ...]:
    """The dealing procedures of a sheet for a device."""
    return tuple(dealing for dealing in game.sheet.dealing if dealing.device == device)


def _method_refusal(game: Game, method: fe.Method) -> Refusal | None:
    layout, known = game.sheet.layout, [dealing.title for dealing in procedures(game, method.device)]
    if not layout.fewest_boxes <= method.boxes <= layout.most_boxes:
        why = because(
            "plate_not_possible.boxes", least=layout.fewest_boxes, most=layout.most_boxes, boxes=method.boxes
        )
        return refuse("plate_not_possible", why, layout.clauses)
    if wrong := game.device_fault(method.device):
        return refuse("method_not_possible", wrong, dealing_clauses(game))
    if method.title and method.title not in known:
        why = because(
            "method_not_possible.title", method=method.title, device=method.device, known=tuple(known)
        )
        return refuse("method_not_possible", why, dealing_clauses(game))
    return None


def _dealt(plate: Table, method: fe.Method) -> Table:
    return structs.replace(plate, device=method.device, boxes=method.boxes, live=True)


def _after_failure(game: Game, action: str) -> tuple[Clause, ...]:
    for clause, policy in game.sheet.irregularities.items():
        if policy.effect == "restrict_table":
            return policy.action_clauses.get(action, (clause,))
    return game.ruling_clauses
