"""``pitboss explain``: one clause, how the system honours it, and its proofs."""

from argparse import Namespace
from collections.abc import Iterator

from pitboss.cli import print_page
from pitboss.cli.named_sheets import folder_named
from pitboss.cli.text import fail, paragraph
from pitboss.reason import because
from pitboss.records.proof import proof_files_of, proofs_by_clause
from pitboss.sheets.explanation import KINDS, Explainer
from pitboss.sheets.library import SheetFolder
from pitboss.sheets.register import number_of


def run(options: Namespace) -> int:
    """Explain one clause of one sheet."""
    folder = folder_named(options.sheet)
    game = folder.game
    clause = number_of(options.clause)
    identity = game.sheet.identity
    if clause not in game.register:
        return fail(because("command.no_clause", sheet=identity.called, clause=options.clause))
    title, sheet = f"clause {clause}", identity.in_full
    entry = game.register[clause]
    passages = list(Explainer(game.sheet).passages(clause))
    proofs = list(_proofs(folder, clause))
    if options.html:
        body = [print_page.text_block(entry.gist), print_page.text_block(KINDS[entry.kind])]
        for each in passages:
            body += [print_page.heading(each.title), print_page.listing(each.sentences)]
        for heading, names in proofs:
            body += [print_page.heading(heading), print_page.listing(names, "columns")]
        return print_page.written(options.html, f"{sheet}, {title}", body)
    print(f"{sheet}, {title}\n")
    print(paragraph(entry.gist))
    print(paragraph(KINDS[entry.kind]) + "\n")
    for each in passages:
        print(paragraph(each.title))
        for sentence in each.sentences:
            print(paragraph(sentence, "  "))
        print()
    for heading, names in proofs:
        print("\n  ".join((heading, *names)))
    return 0


def _proofs(folder: SheetFolder, clause: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    if rounds := proofs_by_clause(proof_files_of(folder)).get(clause):
        where = f"pitboss/sheets/{folder.id}/rounds" if folder.shipped else folder.rounds
        yield f"Round files that prove it (in {where}):", tuple(rounds)
    if tests := folder.game.register[clause].tests:
        yield "Tests that prove it:", tests
