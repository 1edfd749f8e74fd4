"""What one may do at a table now, and why not the rest; what may have gone wrong, and what to say of it.

Every answer is asked of the floor as if the act had been sent, so what is offered is accepted and what is not
says the sentence and the clauses with which it would be refused.
"""

from collections.abc import Iterator
from typing import Final

from litestar import Controller
from litestar.params import FromPath
from msgspec import structs

from pitboss.api.authentication import Who
from pitboss.api.context import Ctx
from pitboss.api.dry_run import DryRunAnswer, TableDryRun
from pitboss.api.routing import reads
from pitboss.cards import UNKNOWN
from pitboss.floor.acts import ROUND_ACTS
from pitboss.floor.tables.dealing import dealers_next
from pitboss.messages.legal import (
    ActNow,
    BetRangeNow,
    DueNow,
    IrregularityNow,
    LegalNow,
    NeedNow,
    RefusedNow,
    WhyNot,
)
from pitboss.money import format_cents
from pitboss.people import ROLES, PitRole
from pitboss.projection import project
from pitboss.refusal import Refusal
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.round.legal import BetRange, area, candidates
from pitboss.round.queries import needs
from pitboss.round.reportable import Reportable, liftable, reportable
from pitboss.sheets.game import Game
from pitboss.sheets.words import INTERRUPTED, INTERRUPTION, LIFTED, policy_in_words

NEWCOMER: Final = "*"
"""Stands for a player who may come to a free box; nobody can have this name."""


class LegalRoutes(Controller):
    """What may be done at a table."""

    path = "/api/tables"
    tags = ("tables",)

    @reads("/{table:str}/legal", summary="What one may do now, and why not the rest", sync_to_thread=True)
    def legal(self, ctx: Ctx, table: FromPath[str]) -> LegalNow:
        """For players their own acts and every bet area; for staff the acts of running the table too."""
        return legal_now(TableDryRun(ctx.site, ctx.who, table))

    @reads("/{table:str}/irregularities", summary="What may have gone wrong", sync_to_thread=True)
    def irregularities(self, ctx: Ctx, table: FromPath[str]) -> list[IrregularityNow]:
        """Every reportable clause: whether it applies, what it needs, who decides; and what may be lifted."""
        ctx.who.may("report")
        dry_run = TableDryRun(ctx.site, ctx.who, table)
        game, state = dry_run.game, dry_run.state
        found = (_irregularity(dry_run, each) for each in reportable(game, state.round))
        restricted = liftable(game, state.round.memory_after()) if state.round else ()
        lifts = (_lift(dry_run, each) for each in restricted)
        return [_interruption(dry_run), *lifts, *found]


def legal_now(dry_run: TableDryRun) -> LegalNow:
    """What the reader may do now, and why not the rest."""
    state, game = dry_run.state.round, dry_run.game
    found = _Found(dry_run)
    runs = dry_run.who.signed_in.may("run_table")
    if runs:
        found.sort({"act": "begin"}, dry_run.begin())
        found.sort({"act": "deal_next"}, dry_run.deal_next())
    if state:
        for command in candidates(game, state):
            if runs or _own(state, command, dry_run.who.audience):
                found.sort(_act(command), dry_run.act(command))
        for wanted in _areas(game, state, dry_run, runs):
            found.area(wanted)
    due = dealers_next(game, dry_run.state) if runs else None
    return LegalNow(
        version=dry_run.version,
        round=dry_run.state.number,
        acts=tuple(found.acts),
        bets=tuple(found.bets),
        refused=tuple(found.refused),
        due=project(DueNow, due) if due else None,
        unnamed=tuple(_unnamed(game, state, due.act == "settle")) if state and due and not state.void else (),
    )


def _unnamed(game: Game, state: Round, over: bool) -> Iterator[int | str]:
    """Where cards lie face up, or at the end decide a bet, that were dealt unknown."""
    if UNKNOWN in state.community[: state.community_up]:
        yield "community"
    if state.dealer_up and UNKNOWN in state.dealer:
        yield "dealer"
    due = {box.number for box in needs(game, state).boxes} if over else set()
    for box in state.boxes:
        if UNKNOWN in box.cards and (box.notified or (box.number in due and not box.declined)):
            yield box.number


class _Found:
    """Answers, sorted into what may be done and what may not."""

    def __init__(self, dry_run: TableDryRun) -> None:
        self._dry_run = dry_run
        self.acts: list[ActNow] = []
        self.bets: list[BetRangeNow] = []
        self.refused: list[RefusedNow] = []

    def sort(self, act: ActNow, answer: DryRunAnswer) -> None:
        """An act goes to what may be done or, with its reason, to what may not."""
        if isinstance(answer, Refusal):
            self.refused.append(RefusedNow(act, answer.code, answer.message, answer.clauses))
        else:
            self.acts.append(act)

    def area(self, wanted: BetRange) -> None:
        """A bet area with the amounts that it takes, or why it takes none."""
        answer = self._dry_run.act(wanted.command(wanted.least))
        if isinstance(answer, Refusal):
            self.sort({"act": "bet", "box": wanted.box, "bet": wanted.bet}, answer)
            return
        most = None if wanted.most is None else format_cents(self._most(wanted, wanted.most))
        player = None if wanted.player == NEWCOMER else wanted.player
        least, step = format_cents(wanted.least), format_cents(wanted.step)
        self.bets.append(
            BetRangeNow(box=wanted.box, bet=wanted.bet, player=player, least=least, most=most, step=step)
        )

    def _most(self, wanted: BetRange, most: int) -> int:
        """The most that is taken up to an amount: less where a player has not as many chips."""
        taken, over = 0, (most - wanted.least) // wanted.step + 1
        middle = over - 1
        while over - taken > 1:
            if isinstance(self._dry_run.act(wanted.command(wanted.least + middle * wanted.step)), Refusal):
                over = middle
            else:
                taken = middle
            middle = (taken + over) // 2
        return wanted.least + taken * wanted.step


def _areas(game: Game, state: Round, dry_run: TableDryRun, runs: bool) -> Iterator[BetRange]:
    """Every bet area: for players as their own, for staff as that of the player who has the box."""
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
        case cmd.WithdrawBet(box, bet):
            return state.box(box).total(bet, player) > 0
        case _:
            number = getattr(command, "box", None)
            return number is not None and player is not None and state.box(number).player == player


def _act(command: cmd.Command) -> ActNow:
    """An act as it may be sent."""
    match command:
        case cmd.PlaceBet(box=box, player=player, bet=bet, amount=amount):
            return {"act": "bet", "box": box, "bet": bet, "amount": format_cents(amount), "player": player}
        case cmd.Choose(box, way):
            return {"act": "choose", "box": box, "way": way}
        case cmd.WithdrawBet(box, bet):
            return {"act": "withdraw", "box": box, "bet": bet}
        case _:
            act: ActNow = {"act": ROUND_ACTS[type(command)].word}
            number = getattr(command, "box", None)
            return act if number is None else {**act, "box": number}


def _irregularity(dry_run: TableDryRun, found: Reportable) -> IrregularityNow:
    policy, refusal = found.policy, found.refusal
    return IrregularityNow(
        act="report",
        clause=found.clause,
        gist=policy.gist,
        follows=policy_in_words(policy),
        role=policy.by,
        may=_reaches(dry_run.who, policy.by),
        applies=refusal is None,
        why_not=_why_not(refusal),
        needs=tuple(project(NeedNow, need) for need in found.needs),
    )


def _lift(dry_run: TableDryRun, found: Reportable) -> IrregularityNow:
    """A restriction in force, as something that may be lifted."""
    said = _irregularity(dry_run, found)
    return structs.replace(said, act="lift", gist=f"Lift: {said.gist}", follows=LIFTED)


def _interruption(dry_run: TableDryRun) -> IrregularityNow:
    """A technical interruption, which is nobody's to decide: the sheet says what follows."""
    rule, command = dry_run.game.sheet.interruption, cmd.InterruptPlay()
    answer = dry_run.act(command)
    refusal = answer if isinstance(answer, Refusal) else None
    lowest = ROLES[0]
    return IrregularityNow(
        act="interrupt",
        clause=rule.clauses[0],
        gist=INTERRUPTION,
        follows=INTERRUPTED[rule.unestablished],
        role=lowest,
        may=_reaches(dry_run.who, lowest),
        applies=refusal is None,
        why_not=_why_not(refusal),
        needs=(),
    )


def _why_not(refusal: Refusal | None) -> WhyNot | None:
    return project(WhyNot, refusal) if refusal else None


def _reaches(who: Who, lowest: PitRole) -> bool:
    held = [ROLES.index(role) for role in who.signed_in.roles if role in ROLES]
    return max(held, default=-1) >= ROLES.index(lowest)
