"""The entries of a sheet that a what-if can change: pays, envy, caps, sizes, qualifier, readings."""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from pitboss.citation import Clause
from pitboss.money import format_cents, parse_cents
from pitboss.sheets.model import Jackpot, PayTable, Sheet
from pitboss.sheets.rates import Fixed, ForOne, Percent, Push, ToOne, parse_rate
from pitboss.sheets.readings import options
from pitboss.sheets.settings import NONE
from pitboss.words.catalogue import slug

ValueForm = Literal["to", "for", "fixed", "percent", "dollars", "times", "choice"]
"""The form of a value: to 1, for 1, an amount, a share of the display, times the Ante, or a choice."""
_HIGH_CARDS: Final = ("J", "Q", "K", "A")
_RATES: Final = ("1 to 1", "2 to 1", "3 to 1")


class Movable(Struct, frozen=True, kw_only=True):
    """An entry of a sheet that :func:`pitboss.sheets.settings.changed` takes as ``path=value``."""

    path: str
    of: str
    """The bet that the entry belongs to; or qualifier, or readings."""
    title: str
    hand: str | None = None
    """The hand of the ranking list that the entry is for; None if it is for none."""
    form: ValueForm
    value: str
    """The sheet's value: a number, or the choice taken."""
    clauses: tuple[Clause, ...]
    choices: tuple[str, ...] = ()


def movables(sheet: Sheet) -> Iterator[Movable]:
    """All entries of a sheet that a what-if can change."""
    for bet, table in sheet.pays.items():
        yield from _pays(bet, table)
    if sheet.jackpot:
        yield from _jackpot(sheet.jackpot)
    for bet, rule in sheet.bets.items():
        if len(rule.sizes) == 1:
            yield Movable(
                path=f"bets.{bet}.times_ante",
                of=bet,
                title="times the Ante",
                form="times",
                value=str(rule.sizes[0]),
                clauses=rule.clauses,
            )
    if sheet.qualifier:
        now = sheet.qualifier.least
        yield Movable(
            path="qualifier",
            of="qualifier",
            title="qualifier",
            form="choice",
            value=now,
            clauses=sheet.qualifier.clauses,
            choices=tuple(dict.fromkeys((NONE, *(() if sheet.qualifier.hand else _HIGH_CARDS), now))),
        )
    for name, reading in sheet.readings.items():
        if len(options(name)) > 1:
            yield Movable(
                path=f"readings.{name}",
                of="readings",
                title=name,
                form="choice",
                value=reading.choice,
                clauses=reading.clauses,
                choices=options(name),
            )


def _pays(bet: str, table: PayTable) -> Iterator[Movable]:
    if table.pays is not None:
        yield _rate(f"pays.{bet}.pays", bet, "", table.pays_from, table.pays, table.clauses)
    for hand, pays in table.hands.items():
        yield _rate(f"pays.{bet}.hands.{hand}", bet, "", hand, pays, table.clauses)
    for line in table.hole_cards:
        path = f"pays.{bet}.hole_cards.{slug(line.title)}"
        yield _rate(path, bet, line.title, None, line.pays, table.clauses)
    if table.most_paid is not None:
        cap = format_cents(parse_cents(table.most_paid)).removesuffix(".00")
        yield Movable(
            path=f"pays.{bet}.most_paid",
            of=bet,
            title="most paid",
            form="dollars",
            value=cap,
            clauses=table.cap_clauses,
        )


def _jackpot(jackpot: Jackpot) -> Iterator[Movable]:
    for line in jackpot.lines:
        path = f"jackpot.lines.{slug(line.title)}"
        yield _rate(path, "jackpot", line.title, line.hand, line.pays, jackpot.clauses)
        if line.envy is not None:
            yield Movable(
                path=f"{path}.envy",
                of="envy",
                title=line.title,
                hand=line.hand,
                form="dollars",
                value=line.envy,
                clauses=jackpot.envy_clauses,
            )


def _rate(
    path: str, bet: str, title: str, hand: str | None, pays: str, clauses: tuple[Clause, ...]
) -> Movable:
    form: ValueForm
    match parse_rate(pays):
        case ToOne(times, 1):
            form, value = "to", str(times)
        case ToOne() | Push() as rate:
            form, value = "choice", str(rate)
        case ForOne(times):
            form, value = "for", str(times)
        case Fixed(cents):
            form, value = "fixed", format_cents(cents).removesuffix(".00")
        case Percent(percent):
            form, value = "percent", str(percent)
    return Movable(
        path=path,
        of=bet,
        title=title,
        hand=hand,
        form=form,
        value=value,
        clauses=clauses,
        choices=tuple(dict.fromkeys((value, *_RATES))) if form == "choice" else (),
    )
