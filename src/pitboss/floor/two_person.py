"""Two-person acts: proposed, approved, and carried out in the append that holds the approval. Pure."""

from typing import Final

from msgspec import structs

from pitboss.access import commands as ac
from pitboss.access import events as ev
from pitboss.access import proposals as pr
from pitboss.access.decide_command import signers_refusal
from pitboss.access.roles import PERMISSIONS, SYSTEM, Actor, Permission
from pitboss.commands.record import Changes, Order, StreamChange
from pitboss.floor import proposed as pa
from pitboss.floor.acts import act_permission
from pitboss.floor.aggregates import AMOUNTS
from pitboss.floor.amounts import set_amounts
from pitboss.floor.links import changes_at_link
from pitboss.floor.players.own_limits import break_by_two
from pitboss.floor.round_changes import changes_of, no_table, round_context
from pitboss.floor.setup.reopen_table import set_plate, set_table
from pitboss.floor.setup.sheet_changes import take_sheet
from pitboss.floor.tables.events import AwardTakenBack
from pitboss.floor.tables.rounds import act as act_in_round
from pitboss.floor.view import View
from pitboss.jackpots.events import AwardReversed
from pitboss.people import ROLES, Approval, Person
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.round.commands import SettleRound

LATER: Final = frozenset({"round_in_play", "claims_open", "closer_missing", "sheet_too_early"})
"""An act refused with one of these codes may be proposed, because it may become possible before the
approval."""
_OF_THE_FILE: Final = LATER | {"no_such_link", "no_such_sheet"}
"""Codes that do not stop a proposal of the floor's file: another of its proposals may come first."""
ProposalEvents = tuple[ev.ProposalEvent, ...]


def propose(view: View, act: pa.ProposedFloorAct, by: Actor, reason: str) -> Changes | Refusal:
    """Propose an act. An act that would be refused even with every approval is refused at once."""
    made = _made(view, act, by, reason)
    return made if isinstance(made, Refusal) else (_note(pa.subject_of(act), made),)


def approve(view: View, command: ac.Approve, by: Actor) -> Changes | Refusal:
    """Approve a proposal; the second person's approval carries it out."""
    return _approved(view, view.proposals(command.subject), command, by, ())


def propose_together(
    view: View, act: pa.ProposedFloorAct, by: Actor, second: Actor, reason: str
) -> Changes | Refusal:
    """Propose, approve and carry out an act by two people at one screen."""
    made = _made(view, act, by, reason)
    if isinstance(made, Refusal):
        return made
    subject = pa.subject_of(act)
    state = view.proposals(subject)
    for event in made:
        state = pr.evolve_proposals(state, event)
    assert state is not None, "something was proposed"
    digest = state.waiting[state.last].digest
    return _approved(view, state, ac.Approve(subject=subject, number=state.last, digest=digest), second, made)


def _made(view: View, act: pa.ProposedFloorAct, by: Actor, reason: str) -> ProposalEvents | Refusal:
    subject, permission = pa.subject_of(act), act_permission(act)
    made = pr.propose(
        view.proposals(subject),
        subject=subject,
        act=permission,
        what=pa.as_text(act),
        by=by,
        reason=reason,
        now=view.at,
    )
    if isinstance(made, Refusal):
        return made
    trial = (
        _break(view, act, by, None, reason)
        if isinstance(act, pa.BreakSetting)
        else _done(view, act, _stand_in(permission, by))
    )
    later = _OF_THE_FILE if by == SYSTEM else LATER
    return trial if isinstance(trial, Refusal) and trial.code not in later else made


def _approved(
    view: View, state: pr.Proposals | None, command: ac.Approve, by: Actor, before: ProposalEvents
) -> Changes | Refusal:
    signed = pr.approve(state, command.number, command.digest, by, view.at)
    if isinstance(signed, Refusal):
        return signed
    note = _note(command.subject, (*before, *signed))
    if state is None or not isinstance(signed[-1], ev.ProposalApproved):
        return (note,)
    proposal = state.waiting[command.number]
    if refusal := signers_refusal(view, proposal, by):
        return refusal
    warrant, act = proposal.warrant(by), pa.from_text(proposal.what)
    done = (
        _break(view, act, warrant.by, by, warrant.reason)
        if isinstance(act, pa.BreakSetting)
        else _done(view, act, Approval(_person(warrant.by), _person(by), warrant.reason))
    )
    return done if isinstance(done, Refusal) else (*done, note)


def _note(subject: str, events: ProposalEvents) -> StreamChange:
    return StreamChange("proposal", subject, events)


def _break(
    view: View, act: pa.BreakSetting, by: Actor, second: Actor | None, reason: str
) -> Changes | Refusal:
    return break_by_two(view, act.player, act.days, by=by, second=second, reason=reason)


def _done(view: View, act: pa.ApprovedFloorAct, approval: Approval) -> Changes | Refusal:
    """The changes of an act that two people have approved."""
    match act:
        case pa.PlateChange():
            return set_plate(view, act, approval)
        case pa.TableChange():
            return set_table(view, act, approval)
        case pa.AwardReversal(table=table):
            return _take_back(view, table, approval)
        case pa.SheetAdoption():
            text = act.sheet_toml, act.clauses_toml, act.format
            return take_sheet(view, act.sheet, text, approval)
        case pa.AmountsChange(amounts=amounts):
            answer = set_amounts(view.amounts(), amounts, approval)
            if isinstance(answer, Refusal):
                return answer
            return (StreamChange(AMOUNTS.kind, AMOUNTS.name, answer),)
        case pa.TableRemoval(table=table) if (state := view.table(table).state) and state.open:
            clauses = view.game_of(state).ruling_clauses
            return refuse("table_known", because("table_known.close", table=table), clauses)
        case _:
            return changes_at_link(view, act.link, pa.link_command(act, _operator(view, act), approval))


def _take_back(view: View, name: str, approval: Approval) -> Changes | Refusal:
    held = view.table(name)
    if held.state is None:
        return no_table(name)
    order = Order(command=SettleRound(), by=Actor(approval.first.name, approval.first.role))
    context = round_context(view, held, held.state, view.game_of(held.state), order, linked=True)
    outcome = act_in_round(structs.replace(context, approval=approval), SettleRound())
    if isinstance(outcome, Refusal):
        return outcome
    if not any(isinstance(event, AwardReversed) for event in outcome.link):
        return refuse("nothing_there", because("nothing_there.award", table=name))
    again = structs.replace(outcome, table=(AwardTakenBack(approval), *outcome.table))
    return changes_of(view, context, again)


def _operator(view: View, act: pa.LinkProposal) -> str:
    """The operator of a new link: that of the first table's sheet."""
    sheets = iter(act.members.values()) if isinstance(act, pa.LinkOpening) else iter(())
    game = view.games.get(next(sheets, ""))
    return game.sheet.identity.operator if game else ""


def _person(actor: Actor) -> Person:
    assert actor.role in ROLES, f"{actor.role} is no post at the tables"
    return Person(actor.name, actor.role)


def _stand_in(permission: Permission, by: Actor) -> Approval:
    """An approval by the proposer and the highest role that may approve, for a dry run."""
    second, *_ = PERMISSIONS[permission].one
    assert second in ROLES, "acts of a floor are answered for at the tables"
    first = by.role if by.role in ROLES else second
    return Approval(Person("one", first), Person("another", second), f"tried by {SYSTEM.name}")
