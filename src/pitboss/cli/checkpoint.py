"""``pitboss checkpoint``: sign the journal as it is now, and give the note to a witness."""

import sys
from argparse import Namespace
from pathlib import Path

from pitboss.cli.text import fail
from pitboss.store.checkpoint import make_checkpoint
from pitboss.store.errors import JournalError
from pitboss.store.keys import load_or_make_key
from pitboss.store.open import open_journal
from pitboss.store.witness import add_to_file, as_qr, as_text


def run(options: Namespace) -> int:
    """Sign, and hand the checkpoint out as asked."""
    try:
        with open_journal(options.url, create=False) as journal:
            checkpoint = make_checkpoint(journal, load_or_make_key(Path(options.key)))
        if options.witness:
            add_to_file(Path(options.witness), checkpoint.note)
    except JournalError as fault:
        return fail(str(fault))
    except OSError as fault:
        return fail(f"{fault.filename} cannot be used: {fault.strerror}")
    print(as_text(checkpoint), end="")
    if options.qr == "-":
        sys.stdout.write(as_qr(checkpoint.note, "terminal").decode())
    elif options.qr:
        path = Path(options.qr)
        form = path.suffix.removeprefix(".")
        if form not in ("svg", "png"):
            return fail(f"a QR code is written as .svg or .png, not {path.name}")
        path.write_bytes(as_qr(checkpoint.note, "svg" if form == "svg" else "png"))
    return 0
