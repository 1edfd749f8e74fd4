"""A new command in a round is added to a copy of the sources: what is written by hand for it is counted.

Its step in round files, its message, its call, its place in the journal's registry and in the table of
permissions follow.
"""

import os
from pathlib import Path

import pitboss
from pitboss.sheets import rounds_folder
from tests.programs import python

SOURCES = Path(pitboss.__file__).parent
MOST = 9
"""Files written by hand, one for each language's entry and the round file included."""
COMMAND = '''class ThankDealer(Struct, frozen=True, tag=True, omit_defaults=True):
    """The player of a box thanks the Dealer."""

    box: int


'''
EVENT = '''class DealerThanked(Struct, frozen=True, tag=True):
    """The player of a box has thanked the Dealer."""

    box: int


'''
DECISION = """def _thank_dealer(game: Game, state: Round, command: cmd.ThankDealer) -> RoundAnswer:
    return (DealerThanked(command.box),)


"""
ADDED: dict[str, tuple[tuple[str, str], ...]] = {
    "round/commands.py": (
        ("class SettleRound(", COMMAND),
        ("    | PlaceBet\n    | WithdrawBet", "    | ThankDealer\n"),
        ('    SettleRound: "settle",', '    ThankDealer: "thank",\n'),
    ),
    "round/events.py": (("class RoundSettled(", EVENT), ("    | BetPlaced\n", "    | DealerThanked\n")),
    "round/decide.py": (
        ("from pitboss.round.evolve import", "from pitboss.round.events import DealerThanked\n"),
        ("_DECIDE: dict", DECISION),
        ("    cmd.PlaceBet: place_bet,", "    cmd.ThankDealer: _thank_dealer,\n"),
    ),
    "round/evolve.py": (
        ("    ev.BetPlaced: _bet_placed,", "    ev.DealerThanked: lambda state, event: state,\n"),
    ),
    "round/words.py": (('    cmd.FoldHand: "did.fold",', '    cmd.ThankDealer: "did.thank",\n'),),
    "floor/acts.py": (
        ("    cmd.PlaceBet: ActSpec(", "    cmd.ThankDealer: ActSpec(player=True, link=False),\n"),
    ),
    "words/en/round-events.json": (('  "did.fold":', '  "did.thank": "box {box} thanks the Dealer",\n'),),
    "words/zh/round-events.json": (('  "did.fold":', '  "did.thank": "{box} 号框向荷官致谢",\n'),),
}
"""Where each text is added: before the words that stand in front of it."""
FOLLOWS = """
import sys
from pathlib import Path
import msgspec
from pitboss.api.wire import round_command
from pitboss.client import calls
from pitboss.floor import floor_registry
from pitboss.floor.acts import act_permission
from pitboss.messages import acts
from pitboss.records import play, read_round_file
from pitboss.records.steps import format_step, parse_step
from pitboss.round.commands import ThankDealer
from pitboss.round.words import act_said
from pitboss.sheets import load
from pitboss.words import say

command = ThankDealer(1)
assert parse_step("thank 1") == (command, False)
assert format_step(command) == "thank 1"
read = read_round_file(Path(sys.argv[1]))
(played,) = play(read)
assert any(type(event).__name__ == "DealerThanked" for event in played.events), played
sent = calls.act("3CP-1", acts.ThankDealer(box=1)).content()
assert b'"act":{"act":"thank","box":1}' in sent, sent
act = msgspec.json.decode(b'{"act":"thank","box":1}', type=acts.AnyAct)
assert round_command(act, "ann") == command
assert act_permission(command, player=True) == "play"
assert ("DealerThanked", 1) in {(entry.kind, entry.schema) for entry in floor_registry().types()}
said = act_said(load("rws-three-card-v3"), command, None, None)
print(say(said), say(said, "zh"))
"""


def copied(to: Path, changed: set[str]) -> None:
    """The sources under another folder: links to them, but for the files that change and their folders."""
    folders = {parent for name in changed for parent in Path(name).parents}
    for folder in folders:
        (to / folder).mkdir(parents=True, exist_ok=True)
        for entry in os.scandir(SOURCES / folder):
            name = folder / entry.name
            if name not in folders and name.as_posix() not in changed and entry.name != "__pycache__":
                (to / name).symlink_to(entry.path)


def test_a_new_command_is_written_in_few_places(tmp_path: Path) -> None:
    package = tmp_path / "pitboss"
    copied(package, set(ADDED))
    for name, additions in ADDED.items():
        text = (SOURCES / name).read_text("utf-8")
        for before, added in additions:
            assert text.count(before) == 1, (name, before)
            text = text.replace(before, added + before)
        (package / name).write_text(text, "utf-8")
    proof = next(rounds_folder("rws-three-card-v3").glob("4.7_*.toml"))
    file = tmp_path / "thanks.toml"
    file.write_text(proof.read_text("utf-8").replace('  "look 1",', '  "look 1",\n  "thank 1",'), "utf-8")
    said = python(FOLLOWS, file, env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert said.split("\n")[0] == "box 1 thanks the Dealer 1 号框向荷官致谢"
    assert len({*ADDED, file}) <= MOST
