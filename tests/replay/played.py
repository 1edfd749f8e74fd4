"""Round files played at a table of a floor, as people would, each with a link of its own."""

from fractions import Fraction

from msgspec import structs

from pitboss.commands.record import Signed
from pitboss.floor import Actor, Done
from pitboss.jackpots import LinkConfig, NextSeed
from pitboss.jackpots import commands as lc
from pitboss.jackpots.queue import shown
from pitboss.records import RoundFile
from pitboss.records.round_file import FileStep
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.sheets import load
from tests.floor.house import DEALER, House
from tests.jackpots.floor import APPROVED, MANAGER

LEAST_RATE = Fraction(1, 10**9)
"""A link contributes more than nothing; so little changes no cent of any award."""


def play_at_floor(house: House, table: str, file: RoundFile) -> int:
    """Play a file's rounds at a new table; the answer is how many of them came to their end."""
    game = load(file.table.sheet)
    link = f"link-{table}" if file.display else None
    if file.display and link:
        config = LinkConfig(
            reset=file.display.reset,
            contribution_rate=file.display.contribution or LEAST_RATE,
            reserve_rate=Fraction(0),
            cap=10**15,
            overflow_to=NextSeed(),
            prescribed_bet=file.table.jackpot_bet or 500,
            rounding="down_to_the_cent",
            alarm_above=10**9,
        )
        member = lc.Member(table, file.table.sheet, config.prescribed_bet)
        house.link(
            lc.OpenLink(
                link=link,
                operator=game.sheet.identity.operator,
                config=config,
                members=(member,),
                approval=APPROVED,
            ),
            link,
        )
        if missing := file.display.value - file.display.reset:
            house.link(lc.CorrectDisplay(missing, APPROVED), link)
    opened = house.floor.open_table(table, file.table, house.id(), link=link, denominations=(1,))
    house.ok(opened)
    for number, steps in enumerate(file.rounds):
        if isinstance(house.floor.begin_round(table, DEALER, house.id()), Refusal):
            return number
        for step in steps:
            _step(house, table, link, step)
        if not house.round(table).settled:
            return number
        if link and house.state_of(link).failure:
            games = house.floor.rulebook.games
            house.link(lc.RestoreSystem(MANAGER, shown(games, house.state_of(link))), link)
    return len(file.rounds)


def _step(house: House, table: str, link: str | None, step: FileStep) -> None:
    command, by = step.command, DEALER
    sheet = house.floor.rulebook.games[_sheet(house, table)].sheet
    if isinstance(command, cmd.ViewHand):
        by = Actor("who", command.by or sheet.decline.viewed_by or "dealer")
    if isinstance(command, cmd.InterruptPlay):
        command = cmd.InterruptPlay("as told")
    if isinstance(command, cmd.Report | cmd.LiftRestriction):
        policy = sheet.irregularities.get(command.clause)
        by = Actor("who", command.by or (policy.by if policy else "dealer"))
        command = structs.replace(command, reason=command.reason or "as told")
    second = Signed(Actor("sam", "shift_manager"), "password")
    answer = house.floor.act(table, command, by, house.id(), second=second, approval=APPROVED)
    if step.must_be_refused:
        assert isinstance(answer, Refusal), step
        return
    assert isinstance(answer, Done), (step, answer)
    if link and isinstance(command, cmd.SettleRound) and not house.round(table).settled:
        for claim in [claim.id for claim in house.state_of(link).unpaid]:
            house.verify(claim, link)
        while unpaid := house.state_of(link).unpaid:
            first = min(unpaid, key=lambda claim: claim.place or 0)
            house.pay(first.id, link)
        house.ok(house.floor.act(table, cmd.SettleRound(), by, house.id(), approval=APPROVED))


def _sheet(house: House, table: str) -> str:
    state = house.floor.table(table)
    assert state is not None
    return state.plate.sheet
