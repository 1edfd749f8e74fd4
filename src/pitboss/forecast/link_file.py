"""The file of a forecast: the terms of a link, its meters now, and the tables that feed it. Read strictly."""

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from pitboss.jackpots import LinkConfig, NextSeed, OtherLink, Revenue
from pitboss.jackpots.config import Destination, config_fault
from pitboss.jackpots.strict_file import StrictFile
from pitboss.money import Dollars
from pitboss.reason import Fault, because
from pitboss.sheets.game import Game
from pitboss.sheets.library import load, sheet_ids

_MOST_TABLES: Final = 10_000
_MOST_ROUNDS: Final = 1_000


class ForecastFault(Fault):
    """A fault in the file or the question of a forecast, with its place."""


class ForecastLink(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The terms of the link, as in the file of a floor, and what its meters hold now."""

    prescribed_bet: Dollars
    reset: Dollars
    contribution_rate: str
    reserve_rate: str
    cap: Dollars
    overflow_to: Literal["next_seed", "revenue", "another_link"]
    display: Dollars | None = None
    """The display at the start; the reset value if left out."""
    reserve: Dollars = 0
    overflow: Dollars = 0


class TablesPart(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A group of equal tables of one game."""

    sheet: str
    tables: Annotated[int, Meta(ge=1, le=_MOST_TABLES)] = 1
    hours_per_day: Annotated[float, Meta(gt=0, le=24)]
    rounds_per_hour: Annotated[float, Meta(gt=0, le=_MOST_ROUNDS)]
    boxes: Annotated[float, Meta(gt=0)]
    """Boxes with an Ante in a round, on the average."""
    take_up: str
    """The share of those boxes that also hold a jackpot bet."""
    units: Annotated[int, Meta(ge=1)] = 1
    """The jackpot bet in units of the prescribed one."""


class _File(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    link: ForecastLink
    tables: Annotated[tuple[TablesPart, ...], Meta(min_length=1)]


class StartMeters(Struct, frozen=True):
    """Balances of a link at the start of a forecast, in cents."""

    display: Fraction | float
    reserve: Fraction | float = 0
    overflow: Fraction | float = 0


class TableGroup(Struct, frozen=True, kw_only=True):
    """A group of equal tables of one game, as parsed."""

    game: Game
    tables: int
    hours_per_day: float
    rounds_per_hour: float
    boxes: float
    take_up: Fraction
    units: int

    @property
    def bets_per_hour(self) -> float:
        """Jackpot bets of all the group's tables in an hour in which they are open."""
        return self.tables * self.rounds_per_hour * self.boxes * float(self.take_up)


class LinkPlan(Struct, frozen=True, kw_only=True):
    """All that a forecast starts from."""

    config: LinkConfig
    meters: StartMeters
    groups: tuple[TableGroup, ...]


def read_link_file(path: Path) -> LinkPlan:
    """Read the file of a forecast; raises :class:`ForecastFault`."""
    return parse_link_file(_LinkReader.text_at(path), str(path))


def parse_link_file(text: str, file: str) -> LinkPlan:
    """Parse the text of a forecast's file; a fault names its place and its line."""
    return _LinkReader(text, file).read()


class _LinkReader(StrictFile):
    fault = ForecastFault

    def read(self) -> LinkPlan:
        file = self.convert(_File)
        config = self.config(file.link)
        groups = tuple(self.group(f"tables[{n}]", part) for n, part in enumerate(file.tables))
        return LinkPlan(config=config, meters=self.meters(file.link, config), groups=groups)

    def config(self, part: ForecastLink) -> LinkConfig:
        to: dict[str, Destination] = {
            "next_seed": NextSeed(),
            "revenue": Revenue(),
            "another_link": OtherLink("another"),
        }
        config = LinkConfig(
            reset=self.cents("link.reset", part.reset),
            contribution_rate=self.rate("link.contribution_rate", part.contribution_rate),
            reserve_rate=self.rate("link.reserve_rate", part.reserve_rate),
            cap=self.cents("link.cap", part.cap),
            overflow_to=to[part.overflow_to],
            prescribed_bet=self.cents("link.prescribed_bet", part.prescribed_bet),
            rounding="down_to_the_cent",
            alarm_above=1,
        )
        if fault := config_fault(config):
            raise self.fail("link", fault)
        return config

    def meters(self, part: ForecastLink, config: LinkConfig) -> StartMeters:
        display = config.reset if part.display is None else self.cents("link.display", part.display)
        reserve = self.cents("link.reserve", part.reserve)
        overflow = self.cents("link.overflow", part.overflow)
        for name, held in (("display", display), ("reserve", reserve), ("overflow", overflow)):
            if held < 0:
                raise self.fail(f"link.{name}", because("forecast.meter"))
        if display > config.cap:
            raise self.fail("link.display", because("forecast.above_cap"))
        return StartMeters(Fraction(display), Fraction(reserve), Fraction(overflow))

    def group(self, path: str, part: TablesPart) -> TableGroup:
        try:
            game = load(part.sheet)
        except KeyError:
            reason = because("command.no_sheet", given=repr(part.sheet), sheets=sheet_ids())
            raise self.fail(f"{path}.sheet", reason) from None
        if game.sheet.jackpot is None:
            raise self.fail(f"{path}.sheet", because("question.no_jackpot", game=game.sheet.identity.title))
        layout = game.sheet.layout
        if part.boxes > layout.most_boxes:
            reason = because("forecast.boxes", most=layout.most_boxes, clauses=layout.clauses)
            raise self.fail(f"{path}.boxes", reason)
        if part.units > game.jackpot.most_units:
            raise self.fail(f"{path}.units", because("forecast.units", most=game.jackpot.most_units))
        take_up = self.rate(f"{path}.take_up", part.take_up)
        if not 0 < take_up <= 1:
            raise self.fail(f"{path}.take_up", because("forecast.take_up"))
        return TableGroup(
            game=game,
            tables=part.tables,
            hours_per_day=part.hours_per_day,
            rounds_per_hour=part.rounds_per_hour,
            boxes=part.boxes,
            take_up=take_up,
            units=part.units,
        )
