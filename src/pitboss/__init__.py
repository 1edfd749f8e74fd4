"""Pitboss runs house-banked poker tables by their approved rule sheets.

>>> import pitboss as pb
>>> game = pb.sheet("3CP")
>>> r = game.table().round()
>>> r.bet("ann", "ante", 25)
>>> r.deal(ann="Qs 7d 4c", dealer="Kh 8d 2s")
>>> [str(choice) for choice in r.asks[0].choices]
['play 25', 'fold']
>>> game.advise(r.asks[0]).best
'play'
>>> r.answer("play")
>>> for line in r.settlement.lines:
...     print(line.bet, line.net, *line.clauses)
ante -25 3.15.2 3.1.3
play -25 3.15.2 3.1.3
>>> line.why
"Queen high is lower than the Dealer's king high, which qualifies, so the Play loses."
>>> game.odds().bets["ante"].figures.house_edge
Fraction(686689, 20358520)

What there is:

- ``sheet`` finds a rule sheet, whose ``table().round()`` is played step by step; ``sheet_ids`` lists them;
- ``settle`` settles a round file;
- ``odds`` and ``advise`` count exactly, ``best_play`` is the best strategy as a function;
- ``rank`` and ``compare`` tell which of two hands is higher, with or without a sheet;
- ``simulate`` plays a strategy of your own many times;
- ``journal`` reads the record of a floor as data frames.

An amount is dollars: ``25``, ``"12.50"`` or a ``Decimal``. What a sheet does not allow raises
``Refused`` with its clauses. Every name is public and typed, and its module is loaded when it is first used.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboss.analysis.model import Advice, AnalysisFault
    from pitboss.records.round_file import FileFault
    from pitboss.records.runner import FileFailed
    from pitboss.sheets.library import LibraryFault
    from pitboss.store.errors import JournalError
    from pitboss.toolkit.decisions import Choice, Decision, Refused
    from pitboss.toolkit.frames import JournalFrames, journal
    from pitboss.toolkit.functions import advise, odds, settle
    from pitboss.toolkit.hand_ranks import Card, HandRank, compare, rank
    from pitboss.toolkit.mathematics import Odds
    from pitboss.toolkit.playing import GameRound, GameTable
    from pitboss.toolkit.rule_sheet import RuleSheet, sheet, sheet_ids
    from pitboss.toolkit.settling import SettledFile, SettledLine, SettledRound
    from pitboss.toolkit.simulating import Simulation, best_play, simulate

__version__ = "0.1.0"

_MODULES = {
    "Advice": "analysis.model",
    "AnalysisFault": "analysis.model",
    "Card": "toolkit.hand_ranks",
    "Choice": "toolkit.decisions",
    "Decision": "toolkit.decisions",
    "FileFailed": "records.runner",
    "FileFault": "records.round_file",
    "GameRound": "toolkit.playing",
    "GameTable": "toolkit.playing",
    "HandRank": "toolkit.hand_ranks",
    "JournalError": "store.errors",
    "JournalFrames": "toolkit.frames",
    "LibraryFault": "sheets.library",
    "Odds": "toolkit.mathematics",
    "Refused": "toolkit.decisions",
    "RuleSheet": "toolkit.rule_sheet",
    "SettledFile": "toolkit.settling",
    "SettledLine": "toolkit.settling",
    "SettledRound": "toolkit.settling",
    "Simulation": "toolkit.simulating",
    "advise": "toolkit.functions",
    "best_play": "toolkit.simulating",
    "compare": "toolkit.hand_ranks",
    "journal": "toolkit.frames",
    "odds": "toolkit.functions",
    "rank": "toolkit.hand_ranks",
    "settle": "toolkit.functions",
    "sheet": "toolkit.rule_sheet",
    "sheet_ids": "toolkit.rule_sheet",
    "simulate": "toolkit.simulating",
}

__all__ = [
    "Advice",
    "AnalysisFault",
    "Card",
    "Choice",
    "Decision",
    "FileFailed",
    "FileFault",
    "GameRound",
    "GameTable",
    "HandRank",
    "JournalError",
    "JournalFrames",
    "LibraryFault",
    "Odds",
    "Refused",
    "RuleSheet",
    "SettledFile",
    "SettledLine",
    "SettledRound",
    "Simulation",
    "advise",
    "best_play",
    "compare",
    "journal",
    "odds",
    "rank",
    "settle",
    "sheet",
    "sheet_ids",
    "simulate",
]

if not TYPE_CHECKING:

    def __getattr__(name):
        if name not in _MODULES:
            raise AttributeError(f"module 'pitboss' has no name {name!r}; it has {', '.join(__all__)}")
        from importlib import import_module

        from pitboss.extras import needed_by

        with needed_by(f"pitboss.{name}"):
            found = globals()[name] = getattr(import_module(f"pitboss.{_MODULES[name]}"), name)
        return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
