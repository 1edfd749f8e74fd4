"""Round files played on a floor: every table with a jackpot gets a link that stands where the file says."""

from fractions import Fraction
from typing import Any

from msgspec import structs

from pitboss.floor import Actor
from pitboss.jackpots import LinkConfig, NextSeed
from pitboss.jackpots import commands as lc
from pitboss.records.round_file import RoundFile
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from tests.floor.house import DEALER, House
from tests.jackpots.floor import APPROVED

RULER = Actor("Shaw", "shift_manager")


def play_file(house: House, name: str, file: RoundFile) -> None:
    """As far as it goes: what a live floor refuses is left out, as it would be."""
    link = _link(house, name, file)
    house.ok(house.floor.open_table(name, file.table, house.id(), link=link))
    for steps in file.rounds:
        if isinstance(house.floor.begin_round(name, DEALER, house.id()), Refusal):
            return
        for step in steps:
            _act(house, name, link, step.command)


def _act(house: House, name: str, link: str | None, command: cmd.Command) -> None:
    by: Any = DEALER
    if isinstance(command, cmd.Report):
        by, command = RULER, structs.replace(command, reason=command.reason or "seen by all")
    house.floor.act(name, command, by, house.id(), approval=APPROVED)
    table = house.floor.tables.get(name).state
    if isinstance(command, cmd.SettleRound) and link and table and table.in_play:
        for claim in [claim.id for claim in house.state_of(link).unpaid]:
            house.verify(claim, link)
        for claim in list(house.state_of(link).claims):
            if not house.state_of(link).claims[claim].paid:
                house.pay(claim, link)
        house.floor.act(name, command, by, house.id(), approval=APPROVED)


def _link(house: House, name: str, file: RoundFile) -> str | None:
    display, bet = file.display, file.table.jackpot_bet
    if display is None or not bet:
        return None
    config = LinkConfig(
        reset=display.reset,
        contribution_rate=display.contribution,
        reserve_rate=Fraction(0),
        cap=10**12,
        overflow_to=NextSeed(),
        prescribed_bet=bet,
        rounding="down_to_the_cent",
        alarm_above=10**9,
    )
    operator = house.floor.rulebook.games[file.table.sheet].sheet.identity.operator
    link = f"of-{name}"
    opened = lc.OpenLink(
        link=link,
        operator=operator,
        config=config,
        members=(lc.Member(name, file.table.sheet, bet),),
        approval=APPROVED,
    )
    if isinstance(house.floor.to_link(link, opened, DEALER, house.id()), Refusal):
        return None
    if display.value != display.reset:
        house.link(lc.CorrectDisplay(display.value - display.reset, APPROVED), link)
    return link
