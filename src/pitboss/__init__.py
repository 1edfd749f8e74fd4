"""Pitboss runs house-banked poker tables by their approved rule sheets.

>>> import pitboss as pb
>>> game = pb.sheet("3CP")
>>> r = game.table().round()
>>> r.bet("ann", "ante", 25)
>>> r.deal(ann="Qs 7d 4c", dealer="Kh 8d 2s")
>>> [choice.word for choice in r.asks[0].choices]
['play', 'fold']
>>> r.answer("play")
>>> [(line.bet, line.net) for line in r.settlement.lines]
[('ante', Decimal('-25')), ('play', Decimal('-25'))]

Every name here is public and typed; a module is loaded when one of its names is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.records.round_file import FileFault
    from pitboss.records.runner import FileFailed
    from pitboss.sheets.library import LibraryFault, sheet_ids
    from pitboss.toolkit.frames import JournalFrames, journal
    from pitboss.toolkit.playing import Choice, Decision, GameRound, GameTable, Refused
    from pitboss.toolkit.rule_sheet import RuleSheet, sheet
    from pitboss.toolkit.settling import SettledFile, SettledLine, SettledRound, settle
    from pitboss.toolkit.simulating import Simulation, best_play, simulate

__version__ = "0.1.0"

_MODULES = {
    "FileFailed": "records.runner",
    "FileFault": "records.round_file",
    "LibraryFault": "sheets.library",
    "JournalFrames": "toolkit.frames",
    "journal": "toolkit.frames",
    "Choice": "toolkit.playing",
    "Decision": "toolkit.playing",
    "GameRound": "toolkit.playing",
    "GameTable": "toolkit.playing",
    "Refused": "toolkit.playing",
    "RuleSheet": "toolkit.rule_sheet",
    "sheet": "toolkit.rule_sheet",
    "sheet_ids": "sheets.library",
    "SettledFile": "toolkit.settling",
    "SettledLine": "toolkit.settling",
    "SettledRound": "toolkit.settling",
    "settle": "toolkit.settling",
    "Simulation": "toolkit.simulating",
    "best_play": "toolkit.simulating",
    "simulate": "toolkit.simulating",
}

__all__ = [
    "Choice",
    "Decision",
    "FileFailed",
    "FileFault",
    "GameRound",
    "GameTable",
    "JournalFrames",
    "LibraryFault",
    "Refused",
    "RuleSheet",
    "SettledFile",
    "SettledLine",
    "SettledRound",
    "Simulation",
    "best_play",
    "journal",
    "settle",
    "sheet",
    "sheet_ids",
    "simulate",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'pitboss' has no name {name!r}; it has {', '.join(__all__)}")
    from pitboss.extras import needed_by

    with needed_by(f"pitboss.{name}"):
        return getattr(import_module(f"pitboss.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
