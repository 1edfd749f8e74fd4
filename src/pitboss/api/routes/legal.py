"""Legal acts at a table, why others are refused, and the irregularities that can be reported.

Each act is tried as if it had been sent, so an offered act is accepted, and any other is shown with
the reason and clauses of its refusal.
"""

from collections.abc import Iterator

from litestar import Controller
from litestar.params import FromPath
from msgspec import structs

from pitboss.api.authentication import Who
from pitboss.api.context import Ctx
from pitboss.api.dry_run import TableDryRun, with_reason
from pitboss.api.legal_answers import NEWCOMER, LegalAnswers, act_now
from pitboss.api.routing import serves
from pitboss.cards import UNKNOWN
from pitboss.floor.tables.dealing import dealers_next
from pitboss.messages import operations
from pitboss.messages.legal import IrregularityNow, LegalNow, WhyNot
from pitboss.messages.views import NeedNow
from pitboss.people import ROLES, PitRole
from pitboss.projection import project
from pitboss.reason import because
from pitboss.refusal import Refusal
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.round.legal import BetRange, accepted_act, area, candidates
from pitboss.round.queries import needs
from pitboss.round.reportable import Reportable, gives_back, liftable, reportable
from pitboss.sheets.game import Game
from pitboss.sheets.words import INTERRUPTED, INTERRUPTION, LIFTED, policy_reason
from pitboss.words import say


class LegalRoutes(Controller):
    """Legal acts at a table."""

    @serves(operations.legal)
    def legal(self, ctx: Ctx, table: FromPath[str]) -> LegalNow:
        """For players their own acts and every bet area; for staff the acts of running the table too."""
        return legal_now(TableDryRun(ctx.site, ctx.who, table))

    @serves(operations.irregularities)
    def irregularities(self, ctx: Ctx, table: FromPath[str]) -> list[IrregularityNow]:
        """Every reportable clause: whether it applies, what it needs, who decides; and what may be lifted."""
        dry_run = TableDryRun(ctx.site, ctx.who, table)
        game, state = dry_run.game, dry_run.state
        found = (_irregularity(dry_run, each) for each in reportable(game, state.round))
        restricted = liftable(game, state.round.memory_after()) if state.round else ()
        lifts = (_lift(dry_run, each) for each in restricted)
        return [_interruption(dry_run), *lifts, *found]


def legal_now(dry_run: TableDryRun) -> LegalNow:
    """The reader's legal acts, and why others are refused."""
    state, game = dry_run.state.round, dry_run.game
    found = LegalAnswers(dry_run.act)
    runs = dry_run.who.signed_in.may("run_table")
    if runs:
        found.sort({"act": "begin"}, dry_run.begin())
        found.sort({"act": "deal_next"}, dry_run.deal_next())
    if state:
        for command in candidates(game, state):
            if runs or _own(state, command, dry_run.who.audience):
                found.sort(act_now(command), dry_run.act(command))
        for wanted in _areas(game, state, dry_run, runs):
            found.area(wanted)
    due = dealers_next(game, dry_run.state) if runs else None
    due = accepted_act(game, state, due) if state and due else None
    typed = state and due and not state.void and dry_run.state.shoe is None
    unnamed = _unnamed(game, state, due.act == "settle") if state and due and typed else ()
    return found.now(dry_run.version, dry_run.state.number, due, unnamed)


def _unnamed(game: Game, state: Round, over: bool) -> Iterator[int | str]:
    """Cards that were dealt unknown and are face up, or decide a bet at the end."""
    if UNKNOWN in state.community[: state.community_up]:
        yield "community"
    if state.dealer_up and UNKNOWN in state.dealer:
        yield "dealer"
    due = {box.number for box in needs(game, state).boxes} if over else set()
    for box in state.boxes:
        if UNKNOWN in box.cards and (box.notified or (box.number in due and not box.declined)):
            yield box.number


def _areas(game: Game, state: Round, dry_run: TableDryRun, runs: bool) -> Iterator[BetRange]:
    """Every bet area: a player's own, or for staff that of the player who has the box."""
    chip = min(dry_run.state.denominations)
    for box in state.boxes:
        player = (box.player or NEWCOMER) if runs else dry_run.who.audience
        for bet in game.sheet.bets if player else ():
            yield area(game, state, box, player or "", bet, chip)


def _own(state: Round, command: cmd.Command, player: str | None) -> bool:
    """Whether an act is about a player's own bets and boxes."""
    match command:
        case cmd.PlaceBet():
            return command.player == player
        case cmd.WithdrawBet(box, bet, named):
            return named in (None, player) and state.box(box).total(bet, player) > 0
        case cmd.LeaveTable(_, str(named)):
            return named == player
        case _:
            number = getattr(command, "box", None)
            return number is not None and player is not None and state.box(number).player == player


def _irregularity(dry_run: TableDryRun, found: Reportable) -> IrregularityNow:
    policy, refusal = found.policy, found.refusal
    then = policy_reason(policy)
    return IrregularityNow(
        act="report",
        clause=found.clause,
        gist=policy.gist,
        follows=say(then),
        what=because("explained.gist", gist=policy.gist),
        then=then,
        role=policy.by,
        may=_reaches(dry_run.who, policy.by),
        applies=refusal is None,
        why_not=_why_not(refusal),
        needs=tuple(project(NeedNow, need) for need in found.needs),
    )


def _lift(dry_run: TableDryRun, found: Reportable) -> IrregularityNow:
    """A restriction in force, as something that may be lifted."""
    said = _irregularity(dry_run, found)
    what = because("irregular.lift", gist=found.policy.gist)
    return structs.replace(said, act="lift", gist=say(what), follows=say(LIFTED), what=what, then=LIFTED)


def _interruption(dry_run: TableDryRun) -> IrregularityNow:
    """A technical interruption; the sheet alone decides its effect."""
    rule, command = dry_run.game.sheet.interruption, cmd.InterruptPlay()
    answer = dry_run.act(with_reason(command))
    refusal = answer if isinstance(answer, Refusal) else None
    state, lowest = dry_run.state.round, ROLES[0]
    follows = () if isinstance(answer, Refusal) else answer
    why = state is not None and gives_back(dry_run.game, state, follows)
    then = INTERRUPTED[rule.unestablished]
    return IrregularityNow(
        act="interrupt",
        clause=rule.clauses[0],
        gist=say(INTERRUPTION),
        follows=say(then),
        what=INTERRUPTION,
        then=then,
        role=lowest,
        may=_reaches(dry_run.who, lowest),
        applies=refusal is None,
        why_not=_why_not(refusal),
        needs=(NeedNow(name="reason", kind="text", required=why, choices=()),),
    )


def _why_not(refusal: Refusal | None) -> WhyNot | None:
    return project(WhyNot, refusal) if refusal else None


def _reaches(who: Who, lowest: PitRole) -> bool:
    held = [ROLES.index(role) for role in who.signed_in.roles if role in ROLES]
    return max(held, default=-1) >= ROLES.index(lowest)
