"""``pitboss export``: a journal as tables for analysts, in Parquet or CSV."""

from argparse import Namespace
from pathlib import Path

from pitboss.cli.days import days_named
from pitboss.cli.journals import consistent_record, open_parts
from pitboss.cli.progress import progress
from pitboss.cli.text import fail, table
from pitboss.export.export import ExportRange, export
from pitboss.export.files import FilesExist
from pitboss.reason import because


def run(options: Namespace) -> int:
    """Write the files; exit 2 if the journal cannot be read or the files cannot be written."""
    first, last = days_named(options.day or None)
    folder, wanted = Path(options.output), ExportRange(first, last, options.table)
    try:
        with (
            open_parts(options.url, options.archive) as (journal, archives),
            progress("exporting", journal.last_position()) as advance,
            consistent_record(),
        ):
            rows = export(journal, folder, options.format, archives=archives, wanted=wanted, progress=advance)
    except FilesExist as found:
        return fail(because("command.folder_exists", file=str(found.path)))
    except OSError as fault:
        return fail(
            because("command.files_unwritten", folder=str(folder), given=fault.strerror or str(fault))
        )
    print(
        table(("file", "rows"), [(f"{name}.{options.format}", f"{n:,}") for name, n in rows.items()], "rows")
    )
    print(f"\nWritten to {folder}; pitboss docs export says what the columns mean.")
    return 0
