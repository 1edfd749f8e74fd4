"""Preview of an act: decided as the act itself would be, and not recorded.

A reader learns nothing that they could not see: cards that an act names are not looked at, because whether
one of them is out already would tell what lies face down; and no card is in the answer.
"""

from collections.abc import Iterator
from typing import Final

from litestar import Controller
from litestar.params import FromPath, JSONBody
from msgspec import Struct, structs

from pitboss.access.roles import lowest_role
from pitboss.api.context import Ctx
from pitboss.api.dry_run import TableDryRun, with_reason
from pitboss.api.errors import RequestRefused, accepted
from pitboss.api.routing import serves
from pitboss.api.table_views import readings_now, settlement_now, win_now
from pitboss.api.wire import round_command
from pitboss.cards import UNKNOWN
from pitboss.floor.commands import ActInRound
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.past_rounds import round_events
from pitboss.messages import acts, operations
from pitboss.messages.acts import AnyAct
from pitboss.messages.legal import BoxEffect, Preview, PreviewNow
from pitboss.messages.tables import WagerNow
from pitboss.messages.views import SlipPaidNow
from pitboss.money import format_cents
from pitboss.people import ROLES, PitRole
from pitboss.reason import because
from pitboss.refusal import refuse
from pitboss.round import Round, evolve
from pitboss.round import commands as cmd
from pitboss.round.events import RoundSettled
from pitboss.round.state import Option
from pitboss.round.views import view
from pitboss.round.words import consequence
from pitboss.settlement import Box
from pitboss.sheets.game import Game
from pitboss.words import say

_NAMED_CARDS: Final = (acts.ShowCards, acts.CorrectCard)


class PreviewRoutes(Controller):
    """Acts that are tried and not done."""

    @serves(operations.preview)
    def preview(self, ctx: Ctx, table: FromPath[str], data: JSONBody[Preview]) -> PreviewNow:
        """Preview the effect on each box; refused as the act itself would be. Nothing is recorded.

        The reason may be omitted; only the act itself needs it.

        An act that needs a higher role is previewed as if confirmed: it can be confirmed on the same screen.
        """
        name = ctx.who.signed_in.name
        ctx.who.acting_on(ActInRound(table=table, act=round_command(data.act, name)))
        command = round_command(without_cards(data.act), name)
        dry_run = TableDryRun(ctx.site, ctx.who, table)
        role = confirming_role(dry_run.game, command)
        return preview_of(dry_run, command, accepted(dry_run.act(with_reason(command), role)), role)


def without_cards(act: AnyAct) -> AnyAct:
    """The act with every card unknown that it names, or the refusal of one that is about nothing else."""
    if isinstance(act, _NAMED_CARDS):
        raise RequestRefused(refuse("no_preview", because("no_preview.cards")))
    if isinstance(act, acts.BurnCard | acts.DiscardCard):
        return structs.replace(act, card=UNKNOWN)
    if isinstance(act, acts.DealCards):
        return structs.replace(act, cards=(UNKNOWN,) * len(act.cards))
    if isinstance(act, acts.Report):
        return structs.replace(act, order=(UNKNOWN,) * len(act.order))
    return act


def confirming_role(game: Game, command: cmd.Command) -> PitRole:
    """From which role on a command may be confirmed."""
    if isinstance(command, cmd.Report | cmd.LiftRestriction):
        return lowest_role(game, command.clause) or ROLES[0]
    return ROLES[0]


def preview_of(
    dry_run: TableDryRun, command: cmd.Command, events: tuple[Struct, ...], role: PitRole
) -> PreviewNow:
    """The changes made by the events of an act."""
    before = dry_run.state.round
    assert before is not None, "an act that is accepted is one of a round"
    after = before
    then = []
    for event in round_events(iter(events)):
        after = evolve(after, event)
        then.append(consequence(dry_run.game, event, command))
    settles = after.settlement is not before.settlement
    entered = (event.claims for event in events if isinstance(event, fe.WinsEntered))
    claims = tuple(claim for found in entered for claim in found)
    return PreviewNow(
        version=dry_run.version,
        round=dry_run.state.number,
        role=role,
        void=after.void if after.void != before.void else (),
        boxes=tuple(_effects(before, after)),
        follows=tuple(say(each) for each in then if each),
        then=tuple(filter(None, then)),
        settlement=settlement_now(after.settlement) if after.settlement and settles else None,
        readings=readings_now(dry_run.game, after, view(dry_run.game, after)) if settles else (),
        claims=claims,
        wins=tuple(win_now(win) for win in dry_run.wins(command)) if claims else (),
        by_slip=tuple(_by_slip(events)),
    )


def _by_slip(events: tuple[Struct, ...]) -> Iterator[SlipPaidNow]:
    """Payments of the slips behind a settlement."""
    for event in events:
        if isinstance(event, RoundSettled) and event.linked:
            for award in event.linked.awards:
                yield SlipPaidNow(box=award.box, player=award.player, amount=format_cents(award.amount))


def _effects(before: Round, after: Round) -> Iterator[BoxEffect]:
    voided = after.void if not before.void else ()
    had = {option.box for option in before.options}
    asked: dict[int, Option] = {option.box: option for option in after.options if option.box not in had}
    for old, new in zip(before.boxes, after.boxes, strict=True):
        option = asked.get(new.number)
        if old == new and not option and not (voided and new.in_play):
            continue
        clauses = (
            *(voided if new.in_play else ()),
            *_fresh(old.out, new.out),
            *_fresh(old.folded, new.folded),
            *(clause for cited in _shares(old, new).values() for clause in cited),
            *(clause for cited in _taken_back(old, new).values() for clause in cited),
            *(option.withdraw_clauses if option else ()),
        )
        yield BoxEffect(
            box=new.number,
            player=new.player or old.player,
            placed=tuple(_more(old, new)),
            returned=tuple(_returned(old, new, bool(voided))),
            folded=bool(_fresh(old.folded, new.folded)),
            out=bool(_fresh(old.out, new.out)),
            must_choose=option is not None,
            clauses=tuple(dict.fromkeys(clauses)),
        )


def _fresh(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    return after if not before else ()


def _shares(old: Box, new: Box) -> dict[str, tuple[str, ...]]:
    """The players whose share of the box would go back."""
    return {player: cited for player, cited in new.shares_out.items() if player not in old.shares_out}


def _taken_back(old: Box, new: Box) -> dict[str, tuple[str, ...]]:
    """The bets that a decision would take back."""
    return {bet: cited for bet, cited in new.taken_back.items() if bet not in old.taken_back}


def _more(old: Box, new: Box) -> Iterator[WagerNow]:
    """Bets that would be added to the box."""
    for bet, player in dict.fromkeys((wager.bet, wager.player) for wager in new.wagers):
        more = new.total(bet, player) - old.total(bet, player)
        if more > 0:
            yield WagerNow(bet, player, format_cents(more))


def _returned(old: Box, new: Box, voided: bool) -> Iterator[WagerNow]:
    """Bets that would be returned: a bet taken back, a share, or all bets of the box."""
    everything = (voided and not old.out) or bool(_fresh(old.out, new.out))
    shares = _shares(old, new)
    for bet, player in dict.fromkeys((wager.bet, wager.player) for wager in old.wagers):
        had = old.total(bet, player)
        whole = everything or player in shares or bet in _taken_back(old, new)
        back = had if whole else had - new.total(bet, player)
        if back > 0 and player not in old.shares_out:
            yield WagerNow(bet, player, format_cents(back))
