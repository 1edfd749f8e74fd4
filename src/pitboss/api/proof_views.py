"""A proof played for the felt: each round of its file, step by step."""

from fractions import Fraction

from pitboss.api.table_views import jackpot_bet_of, limits_now, round_of
from pitboss.citation import Clause
from pitboss.messages.rounds import MomentNow
from pitboss.messages.sheets import ProofRound, ProofRun
from pitboss.messages.tables import RoundNow
from pitboss.money import format_exact
from pitboss.reason import Reason, because
from pitboss.records.proof import ProofFile
from pitboss.records.round_file import FileFault, read_round_file
from pitboss.records.runner import PlayedStep, WalkedRound, walk
from pitboss.round import Round
from pitboss.round.words import act_said, consequence
from pitboss.sheets import Game
from pitboss.words import say


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
        rounds=tuple(_RoundOfFile(game, number, each).told() for number, each in enumerate(walked, 1)),
    )


class _RoundOfFile:
    """One round of a file, told for the felt."""

    def __init__(self, game: Game, number: int, walked: WalkedRound) -> None:
        self._game, self._number, self._walked = game, number, walked

    def told(self) -> ProofRound:
        """The round with a moment for its beginning, for each step, and for the step that failed."""
        walked, table = self._walked, self._walked.opened.table
        moments = [self._moment(0, walked.opened, because("did.open")), *map(self._step, walked.steps)]
        if walked.failed:
            ends = (because("file.ends", why=walked.failed),)
            moments.append(self._moment(len(moments), walked.last, None, then=ends, clauses=walked.clauses))
        return ProofRound(
            number=self._number,
            boxes=table.boxes,
            limits=limits_now(table),
            jackpot_bet=jackpot_bet_of(table),
            round=self._seen(),
            moments=tuple(moments),
        )

    def _step(self, step: PlayedStep) -> MomentNow:
        said = act_said(self._game, step.command, step.before, step.after)
        if refusal := step.refusal:
            refused = (because("file.refused", why=refusal.reason),)
            return self._moment(
                step.number, step.after, said, then=refused, clauses=refusal.clauses, refused=True
            )
        told = (consequence(self._game, event, step.command) for event in step.events)
        return self._moment(step.number, step.after, said, then=tuple(filter(None, told)))

    def _moment(
        self,
        place: int,
        after: Round,
        said: Reason | None,
        *,
        then: tuple[Reason, ...] = (),
        clauses: tuple[Clause, ...] = (),
        refused: bool = False,
    ) -> MomentNow:
        return MomentNow(
            position=place,
            time="",
            who="",
            role="",
            what=say(said) if said else "",
            said=said,
            follows=tuple(map(say, then)),
            then=then,
            clauses=clauses,
            refused=refused,
            displayed=_shown(after),
            change=None,
            own=True,
            round=self._seen(after),
            events=(),
        )

    def _seen(self, after: Round | None = None) -> RoundNow:
        """The round with every card; one that is never settled as anybody at the table sees it."""
        last = self._walked.last
        return round_of(self._game, last, self._number, None, None, everything=last.settled, then=after)


def _shown(after: Round) -> str | None:
    return format_exact(Fraction(after.display.value)) if after.display else None
