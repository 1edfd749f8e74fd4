"""The figures of a gaming day as rows under a fixed header, and as plain data for JSON.

The ratings of a past gaming day, from the record: each stretch of a table's play.
"""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Any, Final

import msgspec

from pitboss.floor.tables import events as fe
from pitboss.floor.tables.money.ratings import Ratings, rate, stretch_of_day
from pitboss.money import format_cents
from pitboss.reconcile.figures import DayFigures, Holding, LinkDay, Movements, ShiftFigures, TableDay
from pitboss.reconcile.gaming_days import parts_of_day
from pitboss.store import Journal
from pitboss.store.codec import to_plain


def ratings_of_day(journal: Journal, table: str, day: date) -> tuple[Ratings, ...]:
    """Every stretch of a table in a gaming day, in order; rounds count in the day they began."""
    found: list[Ratings] = []
    now = Ratings()
    for part in parts_of_day(journal, day):
        if (part.kind, part.name) != ("table", table):
            continue
        for entry in part.entries:
            before = now
            match entry.event:
                case fe.RoundBegan(day=begun):
                    now = stretch_of_day(now, begun)
                case fe.PastRoundAdjusted(adjusted=adjusted):
                    now = rate(now, adjusted, entry.recorded.position)
                case fe.TableOpened():
                    now = Ratings()
                case event:
                    now = rate(now, event, entry.recorded.position)
            if before.players and not now.players:
                found.append(before)
    return tuple(stretch for stretch in (*found, now) if stretch.day == day and stretch.players)


HEADER: Final = ("day", "scope", "name", "shift", "figure", "detail", "count", "dollars", "exact_cents")
"""The columns; ``docs/how-to/operator/reconcile.md`` explains them."""
_COUNTS: Final = ("rounds", "void_rounds", "rulings", "corrections")
_BY_BET: Final = ("wagers", "win")
_LEFT_OUT: Final = ("house_adjustments",)

FigureRow = tuple[str, ...]


def rows(found: DayFigures) -> Iterator[FigureRow]:
    """Every figure of every table, shift and link; then slips, claims, alarms and what was accepted."""
    day = str(found.day)
    for table in found.tables.values():
        for shift, figures in table.shifts.items():
            yield from ((day, "table", table.name, shift, *figure) for figure in _of_table(figures))
        yield from ((day, "table", table.name, "", *figure) for figure in _of_tray(table))
        yield from ((day, "table", table.name, "", *figure) for figure in _given_back(table))
    for link in found.links.values():
        yield from ((day, "link", link.name, "", *figure) for figure in _of_link(link))
    for alarm in found.alarms:
        yield day, "alarm", alarm.where, "", "alarm", alarm.why, "", "", ""
    for alarm in found.accepted:
        yield day, "accepted", alarm.where, "", "alarm", alarm.why, "", "", ""


def as_data(found: DayFigures) -> dict[str, Any]:
    """The figures as plain data: cents as integers, or as ``n/d`` where they may be fractions."""
    data: dict[str, Any] = msgspec.to_builtins(found, enc_hook=to_plain)
    data["agrees"] = not found.alarms
    for name, alarms in (("alarms", found.alarms), ("accepted", found.accepted)):
        for told, alarm in zip(data[name], alarms, strict=True):
            told |= {"where": alarm.where, "why": alarm.why}
    data["tables"] = [_table(table) for table in found.tables.values()]
    data["links"] = [_link(link) for link in found.links.values()]
    return data


def _table(table: TableDay) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(table, enc_hook=to_plain)
    data["sessions"] = msgspec.to_builtins(table.sessions.figures())
    data["total"] = msgspec.to_builtins(table.total(), enc_hook=to_plain)
    return data


def _link(link: LinkDay) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(link, enc_hook=to_plain)
    data["expected_closing_pool"] = to_plain(link.expected_closing)
    data["alarms_raised"] = link.alarms_raised
    data["liability"] = to_plain(link.closing.liability)
    return data


def _of_table(figures: ShiftFigures) -> Iterator[FigureRow]:
    for name in figures.__struct_fields__:
        value = getattr(figures, name)
        if name in _BY_BET:
            yield from (_amount(name, cents, bet) for bet, cents in value.items())
        elif name in _COUNTS:
            yield name, "", str(value), "", ""
        elif name not in _LEFT_OUT:
            yield _amount(name, value)


def _of_tray(table: TableDay) -> Iterator[FigureRow]:
    tray = table.tray
    for slip in tray.slips:
        why = f"{slip.number}: {slip.kind}" + (f" instead of {slip.replaces}" if slip.replaces else "")
        yield _amount("table_slip", slip.amount, why)
    if tray.slips or tray.sold or tray.cashed:
        yield _amount("chips_sold", tray.sold)
        yield _amount("chips_cashed", tray.cashed)
    day = tray.together(table.total())
    if tray.comparable and day.win_by_chips is not None:
        yield _amount("win_by_chips", day.win_by_chips)
        yield _amount("win_by_settlements", day.win)


def _given_back(table: TableDay) -> Iterator[FigureRow]:
    for line in table.given_back:
        detail = f"{line.by.name} ({line.by.role}) to {line.player}"
        _, _, _, *money = _amount("", line.amount)
        yield "bets_given_back", detail, str(line.acts), *money


def _of_link(link: LinkDay) -> Iterator[FigureRow]:
    yield from _held("opening", link.opening)
    meters = link.meters
    for name in meters.__struct_fields__:
        value = getattr(meters, name)
        yield (name, "", str(value), "", "") if name in ("hits", "alarms") else _amount(name, value)
    yield from _held("closing", link.closing)
    yield _amount("expected_closing_pool", link.expected_closing)
    yield _amount("liability", link.closing.liability)
    yield _amount("table_bets", link.table_bets)
    yield _amount("table_contributions", link.table_contributions)
    for name in link.ledger.__struct_fields__:
        yield _amount(f"ledger_{name}", getattr(link.ledger, name))
    if link.other_days != Movements():
        for name in link.other_days.__struct_fields__:
            yield _amount(f"other_days_{name}", getattr(link.other_days, name))
    for slip in link.slips:
        yield _amount("slip", slip.amount, f"{slip.number}: {slip.claim}, {slip.hand}")
    for number in link.reversed_slips:
        yield "slip_reversed", str(number), "1", "", ""
    for claim in link.unpaid:
        yield _amount("unpaid_claim", claim.amount, f"{claim.claim}, {claim.hand}")
    for why in link.alarms_raised:
        yield "alarm_raised", why, "1", "", ""


def _held(when: str, held: Holding) -> Iterator[FigureRow]:
    for name in held.__struct_fields__:
        yield _amount(f"{when}_{name}", getattr(held, name))


def _amount(figure: str, cents: Fraction | int, detail: str = "") -> FigureRow:
    exact = Fraction(cents)
    text = str(exact.numerator) if exact.denominator == 1 else str(to_plain(exact))
    return figure, detail, "", format_cents(round(exact)), text
