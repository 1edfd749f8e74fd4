"""A proof played for the felt: each round of its file, step by step."""

from fractions import Fraction

from pitboss.api.table_views import jackpot_bet_of, limits_now, round_of
from pitboss.citation import Clause
from pitboss.messages.rounds import MomentNow
from pitboss.messages.sheets import ProofRound, ProofRun
from pitboss.messages.tables import RoundNow
from pitboss.money import format_exact
from pitboss.records.proof import ProofFile
from pitboss.records.round_file import FileFault, read_round_file
from pitboss.records.runner import PlayedStep, WalkedRound, walk
from pitboss.round import Round
from pitboss.round.words import act_in_words, consequence
from pitboss.sheets import Game


def proof_run(game: Game, proof: ProofFile) -> ProofRun:
    """Play a round file by a sheet, and say whether it came out as it expects."""
    faults = tuple(proof.faults(game))
    try:
        walked = list(walk(read_round_file(proof.path), game))
    except FileFault:
        walked = []
    return ProofRun(
        sheet=game.sheet.id,
        title=game.sheet.identity.title,
        name=proof.name,
        clauses=proof.clauses,
        holds=not faults,
        faults=faults,
        rounds=tuple(_round(game, number, each) for number, each in enumerate(walked, 1)),
    )


def _round(game: Game, number: int, walked: WalkedRound) -> ProofRound:
    moments = [_moment(game, number, walked, 0, walked.opened, "opens the betting")]
    for step in walked.steps:
        what = act_in_words(game, step.command, step.before, step.after)
        moments.append(_moment(game, number, walked, step.number, step.after, what, step))
    if walked.failed:
        refused = (f"This is where it ends: {walked.failed}.",)
        at = len(walked.steps) + 1
        moments.append(
            _moment(game, number, walked, at, walked.last, "", follows=refused, clauses=walked.clauses)
        )
    table = walked.opened.table
    return ProofRound(
        number=number,
        boxes=table.boxes,
        limits=limits_now(table),
        jackpot_bet=jackpot_bet_of(table),
        round=_seen(game, number, walked),
        moments=tuple(moments),
    )


def _moment(
    game: Game,
    number: int,
    walked: WalkedRound,
    place: int,
    after: Round,
    what: str,
    step: PlayedStep | None = None,
    *,
    follows: tuple[str, ...] = (),
    clauses: tuple[Clause, ...] = (),
) -> MomentNow:
    if step and step.refusal:
        follows, clauses = (f"Refused: {step.refusal.message}.",), step.refusal.clauses
    elif step:
        told = (consequence(game, event, step.command) for event in step.events)
        follows = tuple(text for text in told if text)
    return MomentNow(
        position=place,
        time="",
        who="",
        role="",
        what=what,
        follows=follows,
        clauses=clauses,
        refused=bool(step and step.refusal),
        displayed=_shown(after),
        change=None,
        own=True,
        round=_seen(game, number, walked, after),
        events=(),
    )


def _seen(game: Game, number: int, walked: WalkedRound, after: Round | None = None) -> RoundNow:
    """A round of a file with every card; one that is never settled as anybody at the table sees it."""
    over = walked.last.settled
    return round_of(game, walked.last, number, None, None, everything=over, then=after)


def _shown(after: Round) -> str | None:
    return format_exact(Fraction(after.display.value)) if after.display else None
