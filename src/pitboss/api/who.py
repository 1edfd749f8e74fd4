"""Who asks: a player, a member of staff, or nobody in particular."""

from typing import Final

from pitboss.api.errors import forbidden
from pitboss.floor.people import Actor
from pitboss.jackpots import Person
from pitboss.round import commands as cmd
from pitboss.sheets.model import ROLES

_STAFF: Final[dict[type, str]] = {
    cmd.Report: "report",
    cmd.InterruptPlay: "report",
    cmd.CorrectCard: "correct",
    cmd.CorrectBet: "correct",
    cmd.AdjustSettlement: "rule",
}
_RUNNING: Final = (cmd.CloseBets, cmd.BurnCard, cmd.DealCards, cmd.DiscardCard, cmd.ShowCards)
_RUNNING_TOO: Final = (cmd.Reveal, cmd.SettleRound)


class Who:
    """Whoever sent a request."""

    def __init__(self, actor: Actor, permissions: frozenset[str]) -> None:
        self.actor = actor
        self._permissions = permissions

    @property
    def name(self) -> str:
        """His name."""
        return self.actor.name

    @property
    def audience(self) -> str | None:
        """Whose cards he may see besides what everybody sees."""
        return self.name if self.actor.role == "player" else None

    @property
    def person(self) -> Person:
        """He as a member of staff."""
        role = self.actor.role
        if role not in ROLES:
            raise forbidden("that is for a member of staff at the tables")
        return Person(self.name, role)

    def may(self, *permissions: str) -> None:
        """Go on if he has one of these permissions."""
        if not self._permissions.intersection(permissions):
            raise forbidden(f"that needs the permission to {permissions[0].replace('_', ' ')}")

    def permission_for(self, command: cmd.Command) -> str:
        """What a command to a round needs."""
        if isinstance(command, (*_RUNNING, *_RUNNING_TOO)):
            return "run_table"
        return _STAFF.get(type(command)) or ("play" if self.actor.role == "player" else "run_table")
