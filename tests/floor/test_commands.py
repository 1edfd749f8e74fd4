"""The union of commands, and the tables that say what each of them is."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, get_args

import pytest
from msgspec import Struct

from pitboss.access import commands as ac
from pitboss.access.commands import ActKind
from pitboss.access.roles import PERMISSIONS, SYSTEM, Actor
from pitboss.card_sets import commands as sc
from pitboss.commands.record import CommandRecorded, Order, encode_command
from pitboss.floor import commands as fc
from pitboss.floor import proposed as pa
from pitboss.floor.acts import ACTS, LINK_ACTS, PROPOSED_ACTS, ROUND_ACTS, SET_ACTS, TABLE_MONEY_ACTS
from pitboss.floor.aggregates import floor_registry
from pitboss.floor.command_specs import SPECS, permission_of, subject_of
from pitboss.floor.tables.money.events import BuyIn, MoneyCommand
from pitboss.invariant import InvariantBroken
from pitboss.jackpots import commands as lc
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.settlement import Table
from pitboss.store import Journal
from pitboss.store.journal import HEAD
from tests.floor.house import DEALER, House
from tests.floor.scripts import play_everything
from tests.jackpots.floor import SUPERVISOR, THREE_CARD


def test_one_table_says_of_every_command_what_it_is() -> None:
    assert set(SPECS) == set(get_args(fc.FloorCommand))
    assert {spec.permission for spec in SPECS.values()} - {None} <= set(PERMISSIONS)
    words = [spec.words for spec in SPECS.values()]
    assert all(words)
    assert len(set(words)) == len(words)


def test_one_table_says_of_every_act_what_it_is() -> None:
    by_software = {
        lc.AcceptBets,
        lc.RecordHands,
        lc.ReturnBets,
        lc.FinishRound,
        lc.DetectWins,
        lc.ReceiveMoney,
    }
    tables: list[tuple[Mapping[type[Struct], ActKind], set[Any]]] = [
        (ROUND_ACTS, set(get_args(cmd.Command))),
        (LINK_ACTS, set(get_args(lc.JackpotCommand)) - by_software - {lc.ReceiveMoney}),
        (SET_ACTS, set(get_args(sc.CardSetCommand)) - {sc.DemandRetention}),
        (TABLE_MONEY_ACTS, set(get_args(MoneyCommand))),
        (PROPOSED_ACTS, set(get_args(pa.ProposedFloorAct))),
        (ac.ACCOUNT_ACTS, set(get_args(ac.AccountAction))),
    ]
    for table, union in tables:
        assert set(table) == union
        words = [kind.word for kind in table.values()]
        assert len(set(words)) == len(words)
    assert len(ACTS) == sum(len(table) for table, _ in tables)


def test_every_command_that_is_sent_has_one_permission() -> None:
    by_software = {fc.OpenTable, fc.TimeOut, fc.TakeSheet, fc.SetAmounts}
    carries_an_act = {type_ for type_ in SPECS if "act" in type_.__struct_fields__}
    for type_, spec in SPECS.items():
        said = spec.permission is not None or spec.by_content is not None
        elsewhere = type_ in by_software or type_ in carries_an_act or type_ in get_args(ac.OfPeople)
        assert said != elsewhere, type_


def test_a_permission_depends_on_who_asks_and_for_whom() -> None:
    sit = fc.SitDown(table="T1", box=1, player="ann")
    assert permission_of(sit, "ann", player=True) == "play"
    assert permission_of(sit, "dan") == "run_table"
    off = fc.SignOff(table="T1", name="Dan")
    assert permission_of(off, "dan") == "run_table"
    assert permission_of(off, "pam") == "supervise_table"
    bet = fc.ActInRound(table="T1", act=cmd.PlaceBet(box=1, player="ann", bet="ante", amount=500))
    assert permission_of(bet, "ann", player=True) == "play"
    close = fc.ActInRound(table="T1", act=cmd.CloseBets())
    assert permission_of(close, "ann", player=True) == "run_table"
    with pytest.raises(InvariantBroken, match="by no request"):
        permission_of(fc.TimeOut(table="T1", box=1), "ann", player=True)


def test_commands_are_frozen_and_made_by_keyword() -> None:
    for type_ in get_args(fc.FloorCommand):
        config = type_.__struct_config__
        assert config.frozen
        assert config.omit_defaults, "a field that a later version adds changes no digest"
        tag = "Act" if type_ is fc.ActInRound else type_.__name__
        assert config.tag == tag, "journals hold commands by their tags"
        try:
            type_("T1", 1, 2)
        except TypeError:
            continue
        raise AssertionError(f"{type_.__name__} is made by position")


def test_every_append_begins_with_its_command_and_says_how_many_events_follow(journal: Journal) -> None:
    play_everything(journal)
    left, commands = 0, set[type[Struct]]()
    for recorded in journal.read_all(0, 100_000):
        assert (recorded.kind == HEAD) == (left == 0), recorded
        if recorded.kind != HEAD:
            left -= 1
            continue
        head = floor_registry().decode(recorded)
        assert isinstance(head, CommandRecorded)
        left = head.events
        command = fc.command_of(head)
        commands.add(type(command))
        assert encode_command(command) == bytes(head.command), "it is read as it was written"
        subject = subject_of(command)
        assert subject == recorded.stream or isinstance(command, fc.ProposeTogether), subject
    assert left == 0
    assert len(commands) > 11


@pytest.mark.parametrize(
    "command",
    [
        fc.ActAtLink(link="grand", act=lc.FailSystem(SUPERVISOR, "a wire")),
        fc.HandleCards(table="T1", act=sc.OpenSet("S1", "red", SUPERVISOR, SUPERVISOR)),
        fc.TakeMoney(table="T1", act=BuyIn(player="ann", amount=10_000, by=Actor("sue", "pit_supervisor"))),
    ],
)
def test_nobody_acts_in_the_name_of_another(journal: Journal, command: fc.FloorCommand) -> None:
    """What an act says of who does it is what its order says, in a record that was written anew too."""
    house = House(journal).open({"T1": THREE_CARD})
    answer = house.floor.execute(Order(command=command, by=DEALER, id="in another's name"))
    assert isinstance(answer, Refusal)
    assert answer.code == "other_person"


@pytest.mark.parametrize(
    "act",
    [
        lc.AcceptBets("T1", "1", 1, (lc.BetToAccept(1, "ann", 500),)),
        lc.FinishRound("T1", "1"),
        lc.ReceiveMoney("display", Fraction(500), "silver"),
    ],
)
def test_nobody_asks_for_what_follows_from_a_round(journal: Journal, act: lc.JackpotCommand) -> None:
    house = House(journal).open({"T1": THREE_CARD})
    answer = house.floor.execute(Order(command=fc.ActAtLink(link="grand", act=act), by=SYSTEM, id="mine"))
    assert isinstance(answer, Refusal)
    assert answer.code == "other_person"


def test_only_the_floor_s_file_opens_a_table_without_two_people(journal: Journal) -> None:
    house = House(journal).open({"T1": THREE_CARD})
    asked = fc.OpenTable(table="T2", plate=Table(sheet=THREE_CARD))
    for by in (DEALER, Actor("sam", "shift_manager"), Actor("adam", "administrator")):
        answer = house.floor.execute(Order(command=asked, by=by, id="a table of my own"))
        assert isinstance(answer, Refusal)
        assert answer.code == "approval_missing"
