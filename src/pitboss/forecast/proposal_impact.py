"""The impact of a proposal: past rounds settled again, edges, a year's money, and bets beyond new limits."""

import time
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.analysis.model import CountProgress
from pitboss.floor.proposed import PlateChange, SheetAdoption, TableChange
from pitboss.floor.sheets_in_force import Rulebook
from pitboss.floor.tables.past_rounds import PastRound
from pitboss.forecast.impact import BetEdges, StakesOfText, impact_of
from pitboss.forecast.impact_json import EdgesQuestion, impact_json
from pitboss.money import format_cents
from pitboss.replay.entries import floor_entries
from pitboss.replay.rerun import Rerun, rerun
from pitboss.settlement import Limits
from pitboss.sheets.formats import SheetText
from pitboss.sheets.game import Game
from pitboss.sheets.loader import read_texts
from pitboss.store import Journal

MOST_ROUNDS: Final = 200
"""Changed rounds that are listed; all are counted."""
_PAUSE: Final = 0.0005
"""Seconds of rest after each round, so that a server's other threads come to their turn."""

Asked = PlateChange | TableChange | SheetAdoption
"""The proposals that have an impact on past rounds."""
AskEdges = Callable[[EdgesQuestion], msgspec.Raw]


class _BetEdges(Struct, frozen=True):
    then: BetEdges
    now: BetEdges


class ProposalImpact:
    """The impact of one proposal, worked out from a record."""

    def __init__(self, act: Asked, journal: Journal, rulebook: Rulebook) -> None:
        self._act, self._journal, self._rulebook = act, journal, rulebook
        self._new = _new_text(act, rulebook)

    def worked_out(self, progress: CountProgress, ask: AskEdges) -> dict[str, Any]:
        """The impact as JSON values; ``ask`` has edges counted."""
        found = list(self._rounds(progress))
        edges = impact_of(found, lambda stakes: self._edges(stakes, ask))
        changed = [_changed(one) for one in edges.differ[:MOST_ROUNDS]]
        failed = sum(1 for one in found if one.failed)
        limits = () if isinstance(self._act, SheetAdoption) else _beyond(self._act.limits, found)
        return {**impact_json(edges, failed), "changed": changed, "limits": list(limits)}

    def _rounds(self, progress: CountProgress) -> Iterable[Rerun]:
        journal, last = self._journal, self._journal.last_position()

        def heard(position: int) -> None:
            progress("settling past rounds again", min(position, last), last)

        heard(0)
        entries = floor_entries(journal, journal.archived(), heard, heads=True)
        for one in rerun(entries, self._choose, self._wanted):
            yield one
            time.sleep(_PAUSE)

    def _wanted(self, past: PastRound) -> bool:
        if isinstance(self._act, SheetAdoption):
            return past.round.table.sheet == self._act.sheet
        return past.table == self._act.table

    def _choose(self, past: PastRound) -> tuple[Game, Game]:
        recorded = self._rulebook.with_hash(past.round.hashes.sheet)
        return recorded, self._new[0] if self._new else recorded

    def _edges(self, stakes: StakesOfText, ask: AskEdges) -> tuple[Game, BetEdges, BetEdges]:
        then = self._rulebook.text_with_hash(stakes.text)
        now = self._new[1] if self._new else then
        found = msgspec.json.decode(ask(EdgesQuestion(then=then, now=now, stakes=stakes)), type=_BetEdges)
        return self._rulebook.with_hash(stakes.text), found.then, found.now


def _new_text(act: Asked, rulebook: Rulebook) -> tuple[Game, SheetText] | None:
    """The text that rounds are settled by again; None where the proposal changes none."""
    if isinstance(act, SheetAdoption):
        text = SheetText(act.sheet_toml, act.clauses_toml, act.format)
        return read_texts(act.sheet_toml, act.clauses_toml, act.format), text
    if isinstance(act, TableChange):
        return (
            (rulebook.games[act.sheet], rulebook.text_in_force(act.sheet))
            if act.sheet in rulebook.games
            else None
        )
    return None


def _changed(one: Rerun) -> dict[str, str]:
    house = sum(change.then - change.now for change in one.changes)
    return {"round": one.round, "day": str(one.day), "sheet": one.sheet, "house": format_cents(house)}


def _beyond(limits: dict[str, Limits], found: list[Rerun]) -> Iterable[dict[str, Any]]:
    """By bet, what past rounds staked beyond new limits, and what the house won on it."""
    for bet, limit in limits.items():
        rounds, staked, won = 0, 0, 0
        for one in found:
            lines = [
                line
                for line in (one.then.lines if one.then else ())
                if line.bet == bet and line.stake and not limit.minimum <= line.stake <= limit.maximum
            ]
            rounds += bool(lines)
            staked += sum(line.stake for line in lines)
            won -= sum(line.net for line in lines)
        yield {"bet": bet, "rounds": rounds, "staked": format_cents(staked), "house": format_cents(won)}
