"""The rulebook over HTTP: sheets, their clauses, and where two of them differ."""

from litestar import Controller, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitboss.api.context import game_in_force
from pitboss.api.errors import not_found
from pitboss.api.proof_views import proof_run
from pitboss.api.routing import serves
from pitboss.messages import operations
from pitboss.messages.sheets import (
    ClauseNow,
    DifferenceNow,
    PassageNow,
    ProofNow,
    ProofRun,
    SheetNow,
    TopicNow,
)
from pitboss.reason import because
from pitboss.records.proof import ProofFile, proof_files, proofs_by_clause
from pitboss.records.round_file import read_text
from pitboss.server.site import Site
from pitboss.sheets import Game, sheet_ids
from pitboss.sheets.compare import SheetTopic, differences
from pitboss.sheets.explanation import Explainer, Passage


class SheetRoutes(Controller):
    """The sheets that the floor plays."""

    @serves(operations.sheets, quick=True)
    def list_sheets(self, site: NamedDependency[Site]) -> list[SheetNow]:
        """The sheets with their versions and hashes."""
        return [_sheet(game) for game in site.floor.rulebook.games.values()]

    @serves(operations.clauses)
    def clauses(self, site: NamedDependency[Site], sheet: FromPath[str]) -> list[ClauseNow]:
        """Every numbered clause with its gist, how it is honoured, and what proves it."""
        game = game_in_force(site, sheet)
        proofs = proofs_by_clause(list(_proofs(game.sheet.id)))
        explainer = Explainer(game.sheet)
        return [
            ClauseNow(
                clause=number,
                kind=entry.kind,
                gist=entry.gist,
                rounds=tuple(proofs.get(number, ())),
                tests=entry.tests,
                policy=tuple(map(_passage, explainer.passages(number))),
            )
            for number, entry in game.register.items()
        ]

    @serves(operations.proofs)
    def proofs(self, site: NamedDependency[Site], sheet: FromPath[str]) -> list[ProofNow]:
        """Every shipped round file with the clauses it proves."""
        return [ProofNow(proof.name, proof.clauses) for proof in _proofs(game_in_force(site, sheet).sheet.id)]

    @serves(operations.proof)
    def proof(self, site: NamedDependency[Site], sheet: FromPath[str], name: FromPath[str]) -> Response[str]:
        """The text of a shipped round file."""
        found = _proof(game_in_force(site, sheet).sheet.id, name)
        return Response(read_text(found.path), media_type="text/plain")

    @serves(operations.proof_run)
    def play(self, site: NamedDependency[Site], sheet: FromPath[str], name: FromPath[str]) -> ProofRun:
        """The proof run now, by the sheet in force: every step for the felt, and whether it holds."""
        game = game_in_force(site, sheet)
        return proof_run(game, _proof(game.sheet.id, name))

    @serves(operations.compare)
    def compare(
        self, site: NamedDependency[Site], sheet: FromPath[str], other: FromPath[str]
    ) -> list[DifferenceNow]:
        """Differences between two sheets in words, with the clauses of each."""
        found = differences(game_in_force(site, sheet).sheet, game_in_force(site, other).sheet)
        return [
            DifferenceNow(
                heading=d.heading,
                name=d.name,
                first=_topic(d.first),
                second=_topic(d.second),
                headed=d.headed,
                named=d.named,
            )
            for d in found
        ]


def _proof(sheet: str, name: str) -> ProofFile:
    for proof in _proofs(sheet):
        if proof.name == name:
            return proof
    raise not_found(because("not_found.round_file", name=name, sheet=sheet))


def _proofs(sheet: str) -> tuple[ProofFile, ...]:
    """Files that ship with a sheet; a sheet added later has none here."""
    return proof_files(sheet) if sheet in sheet_ids() else ()


def _topic(topic: SheetTopic | None) -> TopicNow | None:
    return TopicNow(topic.says, topic.clauses, topic.reason) if topic else None


def _passage(passage: Passage) -> PassageNow:
    return PassageNow(passage.title, passage.sentences, passage.heading, passage.reasons)


def _sheet(game: Game) -> SheetNow:
    identity = game.sheet.identity
    return SheetNow(
        id=game.sheet.id,
        short=identity.short,
        title=identity.title,
        operator=identity.operator,
        version=str(identity.version),
        hash=game.hashes.sheet,
        readings_hash=game.hashes.readings,
        clauses=len(game.register),
        jackpot=game.sheet.jackpot is not None,
    )
