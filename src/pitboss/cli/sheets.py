"""``pitboss sheets``: list the sheets with versions, dates and hashes; draft, check or propose one."""

import json
from argparse import Namespace
from pathlib import Path

from pitboss.cli.text import fail, paragraph, table
from pitboss.reason import because
from pitboss.sheets.formats import FORMAT
from pitboss.sheets.library import LibraryFault, SheetFolder, library
from pitboss.sheets.loader import texts_in
from pitboss.time_zones import local_time
from pitboss.words import say


def run(options: Namespace) -> int:
    """List the sheets; or draft, check or propose one."""
    if options.action is None:
        return _list(options)
    if options.action == "schema":
        return _schema(options)
    if options.action == "new":
        from pitboss.cli import sheet_new

        if not options.folder:
            return fail(because("command.draft_id"))
        return sheet_new.run(options.folder, options.base, options.place, rounds=options.rounds)
    if not options.folder:
        return fail(because("command.which_folder"))
    if options.action == "check":
        from pitboss.cli import sheet_check

        return sheet_check.run_all(Path(options.folder), as_json=options.json)
    return _add(options)


def _schema(options: Namespace) -> int:
    """Print the JSON Schema of a file of a sheet."""
    from pitboss.sheets.meanings import clauses_schema, sheet_schema

    print(json.dumps(clauses_schema() if options.clauses else sheet_schema(), indent=2, ensure_ascii=False))
    return 0


def _add(options: Namespace) -> int:
    """Check the files of a folder, show what they change, and propose the change."""
    from pitboss.access.roles import SYSTEM
    from pitboss.cli.host_session import accepted, acting, host_session, identify
    from pitboss.cli.sheet_files import examine_folder
    from pitboss.floor.proposal_words import proposed_in_words
    from pitboss.floor.proposed import SheetAdoption

    listed = None if Path(options.folder).is_dir() else library().find(options.folder)
    folder = listed.path if listed else Path(options.folder)
    found, game = examine_folder(folder)
    if game is None:
        return fail(because("error.given", given="\n".join(fault.located(folder) for fault in found.faults)))
    act = SheetAdoption(game.sheet.id, FORMAT, *texts_in(folder))
    with host_session(options) as host:
        in_force = host.floor.rulebook.games.get(act.sheet)
        if in_force and in_force.hashes.sheet == game.hashes.sheet:
            return fail(because("command.in_force", sheet=act.sheet))
        for line in proposed_in_words(act, host.floor):
            print(paragraph(say(line), "  ", "  "))
        by = acting(identify(host, options.who), "change_sheet") if options.who else SYSTEM
        accepted(host.proposals.propose(act, by, options.reason))
        state = host.proposals.state(f"sheet/{act.sheet}")
        assert state is not None, "something was proposed"
        more = "two people" if by == SYSTEM else "one more person"
        print(f"Proposal sheet/{act.sheet}/{state.last} waits for {more}: pitboss proposals")
    return 0


def _list(options: Namespace) -> int:
    folders = [folder for folder in library().folders() if _can_be_played(folder)]
    status = 0 if len(folders) == len(library().ids()) else 1
    games = [folder.game for folder in folders]
    places = {folder.id: "the package" if folder.shipped else str(folder.path) for folder in folders}
    if options.json:
        rows = [
            {
                "id": game.sheet.id,
                "short": game.sheet.identity.short,
                "title": game.sheet.identity.title,
                "operator": game.sheet.identity.operator,
                "version": game.sheet.identity.version,
                "in_force_from": game.sheet.identity.in_force_from.isoformat(),
                "clauses": len(game.register),
                "sheet_sha256": game.hashes.sheet,
                "readings_sha256": game.hashes.readings,
                "draft": game.sheet.identity.draft,
                "from": places[game.sheet.id],
            }
            for game in games
        ]
        print(json.dumps(rows))
        return status
    headers = ("id", "short", "house", "version", "in force from", "clauses", "SHA-256", "title")
    body = [
        (
            game.sheet.id,
            game.sheet.identity.short,
            game.sheet.identity.house,
            str(game.sheet.identity.version),
            f"{local_time(game.sheet.identity.in_force_from, game.sheet.identity.time_zone):%Y-%m-%d %H:%M}",
            str(len(game.register)),
            game.hashes.sheet[:16],
            game.sheet.identity.called,
        )
        for game in games
    ]
    print(table(headers, body, right="version clauses"))
    if outside := [folder for folder in folders if not folder.shipped]:
        print()
        print(table(("id", "found in"), [(folder.id, str(folder.path)) for folder in outside]))
    return status


def _can_be_played(folder: SheetFolder) -> bool:
    """Whether a sheet can be read and played; what is wrong is told."""
    try:
        return bool(folder.game)
    except LibraryFault as fault:
        fail(fault.reason)
        return False
