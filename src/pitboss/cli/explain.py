"""``pitboss explain``: one clause, how the system honours it, and its proofs."""

from argparse import Namespace
from collections.abc import Iterable

from pitboss.cli.text import fail, paragraph, sheet_named
from pitboss.records.proof import proof_files, proofs_by_clause
from pitboss.sheets import Game
from pitboss.sheets.checks import citations
from pitboss.sheets.explanation import Passage, policy_of, readings_of
from pitboss.sheets.register import number_of

_KINDS = {
    "settles": "It decides what a bet gets.",
    "enforces": "The system refuses, requires or orders something because of it.",
    "records": "A human act that the system guides and records.",
    "defines": "Words and structure that other clauses rest on.",
}


def run(options: Namespace) -> int:
    """Explain one clause of one sheet."""
    game = sheet_named(options.sheet)
    clause = number_of(options.clause)
    if clause not in game.register:
        return fail(f"{game.sheet.identity.title} has no clause {options.clause}; pitboss clauses lists them")
    identity = game.sheet.identity
    print(f"{identity.title} ({identity.house}, version {identity.version}), clause {clause}\n")
    print(paragraph(game.register[clause].gist))
    print(paragraph(_KINDS[game.register[clause].kind]) + "\n")
    _print_passages(policy_of(game.sheet, clause))
    _print_uses(game, clause)
    _print_passages(readings_of(game.sheet, clause))
    _print_proofs(game, clause)
    return 0


def _print_passages(passages: Iterable[Passage]) -> None:
    for passage in passages:
        print(passage.title)
        for sentence in passage.sentences:
            print(paragraph(sentence, "  "))
        print()


def _print_uses(game: Game, clause: str) -> None:
    found = (path for path, cited in citations(game.sheet) if number_of(cited) == clause)
    uses = [path.removesuffix(".clauses") for path in found]
    uses = [path for path in uses if not path.startswith("readings")]
    if uses:
        print("It stands behind these entries of the sheet:")
        print(paragraph(", ".join(dict.fromkeys(uses)), "  ") + "\n")


def _print_proofs(game: Game, clause: str) -> None:
    rounds = proofs_by_clause(list(proof_files(game.sheet.id))).get(clause, [])
    tests = game.register[clause].tests
    for title, names in (("Round files that prove it", rounds), ("Tests that prove it", tests)):
        if names:
            where = f" (in pitboss/sheets/{game.sheet.id}/rounds)" if names is rounds else ""
            print(f"{title}{where}:")
            for name in names:
                print(f"  {name}")
