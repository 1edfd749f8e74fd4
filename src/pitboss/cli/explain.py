"""``pitboss explain``: one clause, what the system does about it, and what proves that."""

from argparse import Namespace

from pitboss.cli.text import fail, find_sheet, no_sheet, paragraph
from pitboss.people import role_in_words
from pitboss.records.proof import proof_files, proofs_by_clause
from pitboss.sheets import Game
from pitboss.sheets.checks import citations
from pitboss.sheets.readings import options as reading_options
from pitboss.sheets.register import number_of
from pitboss.sheets.words import CONDITIONS, policy_in_words

_KINDS = {
    "settles": "It decides what a bet gets.",
    "enforces": "The system refuses, requires or orders something because of it.",
    "records": "A human act that the system guides and records.",
    "defines": "Words and structure that other clauses rest on.",
}


def run(options: Namespace) -> int:
    """Explain one clause of one sheet."""
    game = find_sheet(options.sheet)
    if game is None:
        return no_sheet(options.sheet)
    clause = number_of(options.clause)
    if clause not in game.register:
        return fail(f"{game.sheet.identity.title} has no clause {options.clause}; pitboss clauses lists them")
    identity = game.sheet.identity
    print(f"{identity.title} ({identity.house}, version {identity.version}), clause {clause}\n")
    print(paragraph(game.register[clause].gist))
    print(paragraph(_KINDS[game.register[clause].kind]) + "\n")
    _print_policy(game, clause)
    _print_uses(game, clause)
    _print_readings(game, clause)
    _print_proofs(game, clause)
    return 0


def _print_policy(game: Game, clause: str) -> None:
    policy = game.sheet.irregularities.get(clause)
    if policy is None:
        return
    print(f"When it is reported ({policy.gist}):")
    print(paragraph(f"{policy_in_words(policy)}.", "  "))
    print(f"  Decided by the {role_in_words(policy.by)} or above.")
    if policy.needs:
        print(f"  The report must say: {', '.join(policy.needs)}.")
    if policy.when:
        conditions = " and ".join(CONDITIONS[condition] for condition in policy.when)
        print(paragraph(f"It applies when {conditions}: that is read off the round, never asked.", "  "))
    if policy.instead:
        print(f"  Otherwise see {', '.join(policy.instead)}.")
    if policy.after_settlement:
        print("  It may still be reported after settlement, before the next round.")
    print()


def _print_uses(game: Game, clause: str) -> None:
    found = (path for path, cited in citations(game.sheet) if number_of(cited) == clause)
    uses = [path.removesuffix(".clauses") for path in found]
    uses = [path for path in uses if not path.startswith("readings")]
    if uses:
        print("It stands behind these entries of the sheet:")
        print(paragraph(", ".join(dict.fromkeys(uses)), "  ") + "\n")


def _print_readings(game: Game, clause: str) -> None:
    for name, reading in game.sheet.readings.items():
        if clause in (number_of(cited) for cited in reading.clauses):
            others = [choice for choice in reading_options(name) if choice != reading.choice]
            print(f"Reading taken, {name.replace('_', ' ')}: {reading.choice.replace('_', ' ')}.")
            print(paragraph(f"{reading.gist}.", "  "))
            other = ", ".join(choice.replace("_", " ") for choice in others) or "none offered"
            print(f"  The other reading: {other}.\n")


def _print_proofs(game: Game, clause: str) -> None:
    rounds = proofs_by_clause(list(proof_files(game.sheet.id))).get(clause, [])
    tests = game.register[clause].tests
    for title, names in (("Round files that prove it", rounds), ("Tests that prove it", tests)):
        if names:
            where = f" (in pitboss/sheets/{game.sheet.id}/rounds)" if names is rounds else ""
            print(f"{title}{where}:")
            for name in names:
                print(f"  {name}")
