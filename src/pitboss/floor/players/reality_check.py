"""When a reality check is due, and which bets wait for its answer.

Like rounds that are held back, a check that is due is a gate in front of the decision and no part of it: it
refuses bets that players send themselves, and nothing in the record depends on it. The answer is recorded.
"""

from collections.abc import Callable, Iterable

from pitboss.access.account import account_name
from pitboss.commands.record import Order
from pitboss.floor import commands as fc
from pitboss.floor.players.events import PlayLimits
from pitboss.floor.players.figures import in_round, played_since, session_of
from pitboss.floor.tables.play import MINUTE
from pitboss.floor.tables.table import TableState
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.round.commands import PlaceBet

_MOST_KNOWN = 10_000


def check_due(limits: PlayLimits, tables: Iterable[TableState], player: str, now: int) -> bool:
    """Whether a player has played for so long since the last check that the next one is due."""
    return minutes_to_check(limits, tables, player, now) <= 0


def minutes_to_check(limits: PlayLimits, tables: Iterable[TableState], player: str, now: int) -> float:
    """The minutes of play until the next reality check; none are left if it is due."""
    tables = tuple(tables)
    session = session_of(tables, player, now)
    if session is None:
        return limits.check_minutes
    since = max(session.began, limits.answered)
    return limits.check_minutes - played_since(tables, player, since, now) / MINUTE


class RealityChecks:
    """The reality checks of a floor, asked before every bet that a player sends.

    When a check can be due at the earliest is remembered: time played is never more than time passed.
    """

    def __init__(
        self,
        limits: Callable[[str], tuple[int, PlayLimits | None]],
        tables: Callable[[str], Iterable[TableState]],
    ) -> None:
        """``limits`` gives the version and the state of a player's stream, ``tables`` their tables."""
        self._limits = limits
        self._tables = tables
        self._not_before: dict[str, tuple[int, int]] = {}

    def refusal(self, order: Order, table: TableState | None, now: int) -> Refusal | None:
        """Refusal of a player's first bet in a round while a check waits for their answer."""
        command = order.command
        if order.by.role != "player" or not isinstance(command, fc.ActInRound):
            return None
        if not isinstance(command.act, PlaceBet) or table is None or table.round is None:
            return None
        player = account_name(command.act.player)
        if player is None or table.round.closed or in_round(table, player):
            return None
        return self._due(player, now)

    def _due(self, player: str, now: int) -> Refusal | None:
        version, held = self._limits(player)
        known = self._not_before.get(player)
        if known and known[0] == version and now < known[1]:
            return None
        limits = held or PlayLimits()
        left = minutes_to_check(limits, self._tables(player), player, now)
        if left > 0:
            if len(self._not_before) >= _MOST_KNOWN:
                self._not_before.clear()
            self._not_before[player] = version, now + int(left * MINUTE)
            return None
        why = because("reality_check_due", player=player, minutes=limits.check_minutes)
        return refuse("reality_check_due", why)
