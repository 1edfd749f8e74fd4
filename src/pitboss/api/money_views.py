"""The money of a table as text: its session's slips and figures, and the chips of its players."""

from pitboss.floor.tables.money import Session, SlipMade
from pitboss.floor.tables.money.chips import on_layout
from pitboss.floor.tables.money.state import differences
from pitboss.floor.tables.table import TableState
from pitboss.messages.money import ChipsNow, MoneyNow, PiecesNow, SlipNow, TableSessionNow
from pitboss.money import format_cents
from pitboss.projection import project
from pitboss.words import say


def money_now(table: TableState) -> MoneyNow:
    """All of a table's money."""
    session = table.money.session
    return MoneyNow(
        table.id, table.counts_tray, _session(session) if session else None, tuple(_players(table))
    )


def _players(table: TableState) -> list[ChipsNow]:
    return [
        ChipsNow(name, format_cents(held - on_layout(table, name)), format_cents(on_layout(table, name)))
        for name, held in sorted(table.money.chips.items())
    ]


def _session(session: Session) -> TableSessionNow:
    by_chips, drop = session.win_by_chips, session.counted("drop")
    counted, why = session.counted("opener") is not None, differences(session)
    return TableSessionNow(
        number=session.number,
        closed=session.closed,
        found=_dollars(session.found),
        opener=_dollars(session.counted("opener")),
        fills=_dollars(session.counted("fill")),
        credits=_dollars(session.counted("credit")),
        drop=_dollars(drop),
        closer=_dollars(session.counted("closer")),
        tray=format_cents(session.tray) if counted else None,
        win_by_chips=_dollars(by_chips),
        win_by_settlements=format_cents(session.win),
        win_of_the_table=format_cents(session.float_win),
        win_of_the_house=format_cents(session.house_win),
        paid_by_link=format_cents(session.link_pays),
        bought=format_cents(session.bought),
        cashed=format_cents(session.cashed),
        with_players=format_cents(session.with_players),
        difference=None if by_chips is None else format_cents(by_chips - session.win),
        tray_difference=_dollars(session.tray_difference),
        drop_difference=format_cents(session.drop_difference) if by_chips is not None else None,
        why=tuple(map(say, why)),
        reasons=why,
        slips=tuple(_slip(session, slip) for slip in session.slips),
    )


def _slip(session: Session, slip: SlipMade) -> SlipNow:
    warrant = slip.warrant
    return project(
        SlipNow,
        slip,
        amount=format_cents(slip.amount),
        count=tuple(PiecesNow(format_cents(pieces.each), pieces.number) for pieces in slip.count),
        by=warrant.by.name,
        second=warrant.approved.name if warrant.approved else "",
        reason=warrant.reason,
        day=str(slip.day),
        replaced=slip not in session.standing,
    )


def _dollars(cents: int | None) -> str | None:
    return None if cents is None else format_cents(cents)
