"""The union of commands, and the tables that say what each of them is."""

from fractions import Fraction
from typing import get_args

import pytest
from msgspec import Struct

from pitboss.access.recording import CommandRecorded, Order, encode_command
from pitboss.access.roles import PERMISSIONS, SYSTEM, Actor
from pitboss.card_sets import commands as sc
from pitboss.floor import commands as fc
from pitboss.floor.acts import ACTS
from pitboss.floor.money import BuyIn
from pitboss.floor.registry import floor_registry
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
    assert set(fc.SPECS) == set(get_args(fc.Command))
    assert {spec.permission for spec in fc.SPECS.values()} - {None} <= set(PERMISSIONS)
    words = [spec.words for spec in fc.SPECS.values()]
    assert all(words)
    assert len(set(words)) == len(words)


def test_one_table_says_of_every_act_what_it_is() -> None:
    assert set(ACTS) == set(get_args(cmd.Command))
    words = [kind.word for kind in ACTS.values()]
    assert len(set(words)) == len(words)


def test_commands_are_frozen_and_made_by_keyword() -> None:
    for type_ in get_args(fc.Command):
        config = type_.__struct_config__
        assert config.frozen
        assert config.omit_defaults, "a field that a later version adds changes no digest"
        assert config.tag == type_.__name__
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
        subject = fc.subject_of(command)
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
def test_nobody_acts_in_the_name_of_another(journal: Journal, command: fc.Command) -> None:
    """What an act says of who does it is what its order says, in a record that was written anew too."""
    house = House(journal).open({"T1": THREE_CARD})
    answer = house.floor.execute(Order(command=command, by=DEALER, id="in another's name"))
    assert isinstance(answer, Refusal)
    assert answer.code == "other_person"


@pytest.mark.parametrize(
    "act",
    [
        lc.AcceptBets("T1", "1", 1, (lc.JackpotBet(1, "ann", 500),)),
        lc.FinishRound("T1", "1"),
        lc.ReceiveMoney("display", Fraction(500), "silver"),
    ],
)
def test_nobody_asks_for_what_follows_from_a_round(journal: Journal, act: lc.Command) -> None:
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
