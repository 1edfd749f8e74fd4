"""Permission, use of links, words and subject of every command to a floor."""

from collections.abc import Callable
from typing import Any, Final, Literal

from msgspec import Struct

from pitboss.access import commands as ac
from pitboss.access.aggregates import ACCOUNT, PROPOSALS
from pitboss.access.roles import Permission
from pitboss.floor import commands as fc
from pitboss.floor import proposed as pa
from pitboss.floor.acts import ACTS, ROUND_ACTS, act_permission, moves_money
from pitboss.floor.aggregates import AMOUNTS, AUDITS, DAYS, GAPS, LIMITS, LINK, TABLE
from pitboss.invariant import InvariantBroken
from pitboss.people import known_as

LinkUse = Literal["none", "read", "write"]
"""How a command uses the link of its table."""


class CommandSpec(Struct, frozen=True, kw_only=True):
    """Permission, use of links and words of one kind of command."""

    words: str
    """Predicate for the sentence "somebody opens the betting"."""
    permission: Permission | None = None
    """The permission that staff need. None where the carried act has one, where only the software gives the
    command, or where people act on their own account."""
    by_content: Callable[[Any, str], Permission] | None = None
    """The permission, where it depends on the command's fields and its sender's name."""
    player: bool = False
    """Players may give this command for themselves, with the permission to play."""
    link: LinkUse = "none"
    queries: bool = True
    """Whether it may query the database. Other commands are decided from memory."""


def _as_position(command: fc.SignOn, asker: str) -> Permission:
    return "run_table" if command.position == "dealer" else "supervise_table"


def _oneself_or_another(command: fc.SignOff, asker: str) -> Permission:
    return "run_table" if known_as(command.name) == known_as(asker) else "supervise_table"


SPECS: Final[dict[type[Struct], CommandSpec]] = {
    fc.OpenTable: CommandSpec(words="opens a table as the floor's file says", link="read"),
    fc.ReopenTable: CommandSpec(words="opens a table again", permission="open_table"),
    fc.CloseTable: CommandSpec(words="closes a table", permission="open_table", queries=False),
    fc.ChangeMethod: CommandSpec(words="chooses how the next rounds are dealt", permission="open_table"),
    fc.PostNotice: CommandSpec(words="posts a notice", permission="open_table"),
    fc.SitDown: CommandSpec(words="takes a seat", permission="run_table", player=True),
    fc.SayReady: CommandSpec(words="waits for the cards", permission="run_table", player=True, queries=False),
    fc.StandUp: CommandSpec(
        words="gives up a seat", permission="run_table", player=True, link="write", queries=False
    ),
    fc.SignOn: CommandSpec(words="signs on to a table", by_content=_as_position),
    fc.SignOff: CommandSpec(words="signs off", by_content=_oneself_or_another),
    fc.BeginRound: CommandSpec(words="opens the betting", permission="run_table", link="read"),
    fc.ActInRound: CommandSpec(words="acts in the round", link="write", queries=False),
    fc.DealNext: CommandSpec(words="deals on", permission="run_table", link="write", queries=False),
    fc.TimeOut: CommandSpec(words="lets the time of a decision run out", link="write", queries=False),
    fc.ReadCard: CommandSpec(words="reads a card from the shoe", permission="send_cards"),
    fc.HandleCards: CommandSpec(words="handles a card set"),
    fc.TakeMoney: CommandSpec(words="moves table money"),
    fc.DisputeRound: CommandSpec(words="disputes a round", permission="report"),
    fc.AdjustRound: CommandSpec(words="rules on an earlier round", link="write"),
    fc.ActAtLink: CommandSpec(words="acts at a link", link="write"),
    fc.TakeSheet: CommandSpec(words="brings a sheet into force"),
    fc.EndGamingDay: CommandSpec(words="ends a gaming day", permission="close_day"),
    fc.CloseGamingDay: CommandSpec(words="closes a gaming day", permission="close_day"),
    fc.SignOffGamingDay: CommandSpec(words="signs off a gaming day", permission="sign_off_day"),
    fc.KeepAudit: CommandSpec(words="keeps an audit of the record", permission="read_audit"),
    fc.AcceptGap: CommandSpec(words="goes on with a journal that lacks something", permission="grant_role"),
    fc.SetAmounts: CommandSpec(words="sets the amounts of the floor"),
    fc.SetPlayLimit: CommandSpec(words="sets a player's own limit", permission="manage_people", player=True),
    fc.TakeBreak: CommandSpec(words="takes a break from play", permission="manage_people", player=True),
    fc.SetRealityCheck: CommandSpec(
        words="chooses how often a reality check comes", permission="manage_people", player=True
    ),
    fc.AnswerRealityCheck: CommandSpec(
        words="answers a reality check", permission="manage_people", player=True
    ),
    fc.Propose: CommandSpec(words="proposes what takes two people"),
    fc.ProposeTogether: CommandSpec(words="proposes and approves at one screen", link="write"),
    ac.ManageAccount: CommandSpec(words="manages an account"),
    ac.BeginAccount: CommandSpec(words="makes an account"),
    ac.ProposeAboutAccount: CommandSpec(words="proposes a change of an account"),
    ac.Approve: CommandSpec(words="approves a proposal", link="write"),
    ac.Reject: CommandSpec(words="rejects a proposal"),
    ac.Withdraw: CommandSpec(words="withdraws a proposal"),
    ac.ShowSecret: CommandSpec(words="shows a password or PIN"),
    ac.ChooseSecret: CommandSpec(words="chooses a password or PIN"),
    ac.EndSessions: CommandSpec(words="signs out"),
    ac.NoteTokenElsewhere: CommandSpec(words="shows a token at a wrong table"),
    ac.NoteRefusedAttempt: CommandSpec(words="was refused"),
}
"""One entry per command of the union."""

_SUBJECTS: Final[dict[type[Struct], Callable[[Any], str]]] = {
    fc.OpenTable: lambda command: TABLE.stream(command.table),
    fc.ActAtLink: lambda command: LINK.stream(command.link),
    fc.TakeSheet: lambda command: f"sheet/{command.sheet}",
    fc.EndGamingDay: lambda command: DAYS.stream(),
    fc.CloseGamingDay: lambda command: DAYS.stream(),
    fc.SignOffGamingDay: lambda command: DAYS.stream(),
    fc.KeepAudit: lambda command: AUDITS.stream(),
    fc.AcceptGap: lambda command: GAPS.stream(),
    fc.SetAmounts: lambda command: AMOUNTS.stream(),
    fc.Propose: lambda command: PROPOSALS.stream(pa.subject_of(command.act)),
    fc.ProposeTogether: lambda command: PROPOSALS.stream(pa.subject_of(command.act)),
    ac.ProposeAboutAccount: lambda command: PROPOSALS.stream(ACCOUNT.stream(command.account)),
    ac.Approve: lambda command: PROPOSALS.stream(command.subject),
    ac.Reject: lambda command: PROPOSALS.stream(command.subject),
    ac.Withdraw: lambda command: PROPOSALS.stream(command.subject),
}


def subject_of(command: Struct) -> str:
    """The stream that a command is about."""
    if isinstance(command, fc.TableCommand):
        return TABLE.stream(command.table)
    if isinstance(command, fc.PlayerCommand):
        return LIMITS.stream(known_as(command.player))
    found = _SUBJECTS.get(type(command))
    return found(command) if found else ACCOUNT.stream(command.account)  # type: ignore[attr-defined]


def permission_of(command: Struct, asker: str, *, player: bool = False) -> Permission:
    """The permission that a command needs from its sender, as a player or as staff."""
    act: Any = getattr(command, "act", None)
    if type(act) in ACTS:
        return act_permission(act, player=player)
    spec = SPECS[type(command)]
    if player and spec.player:
        return "play"
    permission = spec.by_content(command, asker) if spec.by_content else spec.permission
    if permission is None:
        raise InvariantBroken(f"{type(command).__name__} is given by the software, and by no request")
    return permission


def link_need(command: Struct) -> LinkUse:
    """Whether a command reads or writes the link of its table."""
    if isinstance(command, fc.ActInRound):
        return ROUND_ACTS[type(command.act)].link_need(command.act)
    return SPECS[type(command)].link


def asks_database(command: Struct) -> bool:
    """Whether deciding a command may query the database, for amounts, other streams or the sheet in force."""
    if isinstance(command, fc.ActInRound) and moves_money(command.act):
        return True
    return SPECS[type(command)].queries
