"""A reconciled gaming day as text: tables that fit the terminal, and a verdict."""

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from fractions import Fraction

from pitboss.cli.text import money, paragraph, short, table, width
from pitboss.floor.tables.money import SlipKind
from pitboss.people import role_in_words
from pitboss.plural import counted
from pitboss.reconcile.figures import DayFigures, LinkDay, ShiftFigures, TableDay
from pitboss.time_zones import journal_time

_GAP = 2
TextRow = tuple[str, ...]


def print_day(found: DayFigures, zone: tzinfo) -> None:
    """Print a gaming day by the clock of a zone, and whether it agrees."""
    print(f"Gaming day {found.day}: {found.entries} entries, positions {found.first} to {found.last}\n")
    if len(found.tables) > 1:
        _print_columns("table", *_summary(found))
    for one in found.tables.values():
        if one.shifts:
            _print_columns(f"table {one.name}", *_by_shift(one))
        if one.tray.slips:
            print(table((f"tray of {one.name}", "amount", ""), _of_tray(one), right="amount"), end="\n\n")
        if one.given_back:
            columns = (f"given back at {one.name} after cards were seen", "to", "acts", "amount", "reasons")
            print(table(columns, _given_back(one), right="amount"), end="\n\n")
    for link in found.links.values():
        _print_link(link)
    if found.archived:
        print(
            paragraph(
                f"Note: everything up to position {found.archived} has been archived. If entries of this day "
                "are among it, they are not counted here."
            )
        )
    if found.closed:
        when = journal_time(found.closed.at, zone)
        by = " and ".join(filter(None, (found.closed.by, found.closed.second)))
        so = " as it is" if found.accepted else " with a difference"
        why = f"{so}: {found.closed.reason}" if found.closed.reason else "."
        print(f"Closed by {by} on {when:%Y-%m-%d at %H:%M}{why}")
    for alarm in found.accepted:
        print(paragraph(f"Accepted by both: {alarm.where}: {alarm.why}.", "  ", "  "))
    if not found.alarms:
        print("Everything agrees.")
        return
    print("ALARM" if len(found.alarms) == 1 else f"{len(found.alarms)} ALARMS")
    for alarm in found.alarms:
        print(paragraph(f"{alarm.where}: {alarm.why}.", "  ", "  "))


def _given_back(one: TableDay) -> list[TextRow]:
    return [
        (
            f"{line.by.name}, {role_in_words(line.by.role)}",
            line.player,
            str(line.acts),
            money(line.amount),
            "; ".join(line.reasons),
        )
        for line in one.given_back
    ]


def _print_columns(title: str, columns: Sequence[str], body: Sequence[TextRow]) -> None:
    """Print rows with a column for each table or shift; columns that do not fit follow below."""
    first = max(len(title), *(len(row[0]) for row in body))
    sizes = [max(len(column), *(len(row[place]) for row in body)) for place, column in enumerate(columns, 1)]
    start = 0
    while start < len(columns):
        end, used = start, first
        while end < len(columns) and (end == start or used + _GAP + sizes[end] <= width()):
            used += _GAP + sizes[end]
            end += 1
        shown = [(row[0].ljust(first), *row[start + 1 : end + 1]) for row in body]
        print(_aligned((title, *columns[start:end]), shown, sizes[start:end]))
        print()
        start = end


def _aligned(headers: TextRow, body: Sequence[TextRow], sizes: Sequence[int]) -> str:
    """A table with all but the first column aligned to the right."""
    fitted = [
        (row[0], *(cell.rjust(size) for cell, size in zip(row[1:], sizes, strict=True)))
        for row in (headers, *body)
    ]
    return table(fitted[0], fitted[1:])


def _summary(found: DayFigures) -> tuple[list[str], list[TextRow]]:
    def row(name: str, figures: ShiftFigures) -> TextRow:
        return (
            name,
            str(figures.rounds),
            str(figures.void_rounds),
            money(sum(figures.wagers.values())),
            money(sum(figures.win.values()) + figures.adjustments),
            money(figures.jackpot_wagers_in - figures.jackpot_wagers_returned),
        )

    every = ShiftFigures()
    body = []
    for one in found.tables.values():
        total = one.total()
        every.add(total)
        body.append(row(one.name, total))
    return ["rounds", "void", "wagers", "win", "jackpot in"], [*body, row("all", every)]


def _by_shift(one: TableDay) -> tuple[list[str], list[TextRow]]:
    """Figures as rows, shifts as columns, the whole day last."""
    every = {**one.shifts, "whole day": one.total()}
    total = every["whole day"]
    body: list[TextRow] = []

    def counts(label: str, name: str, always: bool = False) -> None:
        if always or getattr(total, name):
            body.append((label, *(str(getattr(figures, name)) for figures in every.values())))

    def amounts(label: str, name: str, always: bool = False) -> None:
        if always or any(getattr(figures, name) for figures in every.values()):
            body.append((label, *(short(getattr(figures, name)) for figures in every.values())))

    counts("rounds", "rounds", always=True)
    counts("void rounds", "void_rounds")
    for name in ("wagers", "win"):
        for bet in getattr(total, name):
            cells = [getattr(figures, name).get(bet, 0) for figures in every.values()]
            if any(cells):
                body.append((f"{name}, {bet.replace('_', ' ')}", *map(money, cells)))
    amounts("adjustments", "adjustments")
    counts("rulings", "rulings")
    counts("corrections", "corrections")
    amounts("float movement", "float_movement", always=True)
    amounts("jackpot wagers in", "jackpot_wagers_in")
    amounts("jackpot wagers returned", "jackpot_wagers_returned")
    amounts("contributions", "contributions")
    amounts("reserve shares", "reserve_shares")
    amounts("shares taken back", "shares_taken_back")
    amounts("fixed jackpot pays", "fixed_jackpot_pays")
    amounts("envy pays", "envy_pays")
    amounts("paid by the link", "link_pays")
    return list(every), body


def _of_tray(one: TableDay) -> list[TextRow]:
    """Rows of the tray: closer, credits and drop less opener and fills, compared with the settlements."""
    day = one.tray.together(one.total())
    signs: dict[SlipKind, str] = {"opener": "-", "fill": "-", "credit": "+", "drop": "+", "closer": "+"}
    body: list[TextRow] = [
        (f"{sign} {kind}", money(day.counted(kind) or 0), "" if day.counted(kind) is not None else "none")
        for kind, sign in signs.items()
    ]
    if one.tray.comparable and day.win_by_chips is not None:
        note = "agrees" if day.win_by_chips == day.win else f"not {money(day.win)}"
        body.append(("= win by chips", money(day.win_by_chips), note))
    body += [("chips sold", money(day.bought), ""), ("chips cashed", money(day.cashed), "")]
    return body


def _print_link(link: LinkDay) -> None:
    print(table((f"link {link.name}", "amount", ""), _of_link(link), right="amount"))
    slips = [
        (
            str(slip.number),
            f"{slip.table}/{slip.round}",
            str(slip.box),
            slip.player,
            money(slip.amount),
            slip.hand + (", reversed" if slip.number in link.reversed_slips else ""),
        )
        for slip in link.slips
    ]
    if slips:
        print()
        print(table(("slip", "round", "box", "player", "amount", "hand"), slips, right="slip box amount"))
    for number in link.reversed_slips:
        if number not in [slip.number for slip in link.slips]:
            print(f"Slip {number} of an earlier day was reversed.")
    for claim in link.unpaid:
        print(paragraph(f"Not paid when the day ended: {claim.claim}, {claim.hand}, {money(claim.amount)}."))
    for why in link.alarms_raised:
        print(paragraph(f"The link itself raised an alarm: {why}."))
    print()


def _of_link(link: LinkDay) -> Iterator[TextRow]:
    opening, closing, meters = link.opening, link.closing, link.meters
    agrees = link.expected_closing == closing.pool
    yield "opening pool", short(opening.pool), ""
    yield "+ contributions", short(meters.contributions), ""
    yield "+ seed funding", short(meters.seed_funding), ""
    yield "- paid", short(meters.paid), _hits(meters.hits)
    yield "- overflow", short(meters.overflowed), ""
    yield "+/- corrections", short(meters.corrections), ""
    yield "+/- moved", short(meters.moved), ""
    if link.other_days.pool:
        yield "+/- by other days", short(link.other_days.pool), ""
    yield "= closing pool", short(closing.pool), "agrees" if agrees else f"not {short(link.expected_closing)}"
    by_ledger = opening.pool + link.ledger.pool + link.other_days.pool
    yield "closing by the ledger", short(by_ledger), ""
    yield "sign at opening", short(opening.display), ""
    yield "sign at closing", short(closing.display), ""
    yield from _account("reserve", opening.reserve, meters.reserve_in, meters.reserve_out, closing.reserve)
    yield from _account(
        "overflow", opening.overflow, meters.overflowed, meters.overflow_out, closing.overflow
    )
    yield "liability", short(closing.liability), "pool, reserve and overflow"
    if link.unpaid:
        yield "of it unpaid claims", money(sum(claim.amount for claim in link.unpaid)), ""
    yield "wagers in", money(meters.wagers_in), f"{money(link.table_bets)} at the tables"
    yield "wagers returned", money(meters.wagers_returned), ""
    by_rate = f"{short(link.table_contributions)} by the rate"
    yield "contributions", short(meters.contributions), by_rate


def _hits(number: int) -> str:
    return counted(number, "hit") if number else ""


def _account(
    name: str, opening: Fraction, into: Fraction, out: Fraction, closing: Fraction
) -> Iterator[TextRow]:
    if any((opening, into, out, closing)):
        yield f"{name} at opening", short(opening), ""
        yield f"+ into the {name}", short(into), ""
        yield f"- out of the {name}", short(out), ""
        yield f"{name} at closing", short(closing), ""
