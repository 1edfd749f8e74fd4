"""``pitboss checkpoint``: sign the journal as it is now, and give the checkpoint to witnesses."""

import sys
from argparse import Namespace
from pathlib import Path

from msgspec import structs

from pitboss.cli.text import fail
from pitboss.floor.log.witness_policy import NamedWitness
from pitboss.floor.setup.config import WitnessFault, named_witness, origin_fault
from pitboss.reason import at, because
from pitboss.store import Journal
from pitboss.store.checkpoint import Checkpoint, make_checkpoint
from pitboss.store.checkpoint_copies import add_to_file, as_qr, printed_checkpoint
from pitboss.store.clock import keep_clock
from pitboss.store.errors import JournalError
from pitboss.store.keys import load_or_make_key
from pitboss.store.open import open_journal


def run(options: Namespace) -> int:
    """Sign a checkpoint, request cosignatures and print it; exit 1 if a witness has not cosigned."""
    path = Path(options.qr) if options.qr and options.qr != "-" else None
    if path and path.suffix not in (".svg", ".png"):
        return fail(because("command.qr_name", name=path.name))
    if options.origin is not None and (wrong := origin_fault(options.origin)):
        return fail(at("--origin", wrong))
    try:
        witnesses = [named_witness(url, vkey) for url, vkey in options.ask]
        with open_journal(options.url, create=False) as journal:
            keep_clock(journal)
            signed = make_checkpoint(journal, load_or_make_key(Path(options.key)), options.origin)
            checkpoint, withheld = _cosigned(journal, signed, witnesses)
        if options.witness:
            add_to_file(Path(options.witness), checkpoint.note)
    except (JournalError, WitnessFault) as fault:
        return fail(fault.reason)
    except OSError as fault:
        return fail(because("command.unusable", file=fault.filename, given=fault.strerror))
    print(printed_checkpoint(checkpoint), end="")
    if options.qr == "-":
        sys.stdout.write(as_qr(checkpoint.note, "terminal").decode())
    elif path:
        path.write_bytes(as_qr(checkpoint.note, "svg" if path.suffix == ".svg" else "png"))
    for sentence in withheld:
        print(f"Not cosigned: {sentence}", file=sys.stderr)
    return 1 if withheld else 0


def _cosigned(
    journal: Journal, checkpoint: Checkpoint, witnesses: list[NamedWitness]
) -> tuple[Checkpoint, list[str]]:
    """The checkpoint with its cosignatures, which are recorded too, and why others are missing."""
    if not witnesses:
        return checkpoint, []
    from pitboss.floor.log.watch import LogWatch
    from pitboss.floor.log.witness_requests import GivenCosignature, request_cosignature
    from pitboss.store.checkpoint import record_cosignatures

    seen, withheld = LogWatch(journal, witnesses).look().seen, []
    for witness in witnesses:
        known = seen.get(witness.name)
        found = request_cosignature(journal, witness, checkpoint, known.size if known else 0)
        if not isinstance(found, GivenCosignature):
            withheld.append(found.sentence)
            continue
        record_cosignatures(journal, found.size, (found.signature,))
        # A server may have signed a newer checkpoint meanwhile, which the witness has cosigned instead.
        if found.size == checkpoint.size:
            note = checkpoint.note.with_signatures(found.signature)
            checkpoint = structs.replace(checkpoint, note=note)
    return checkpoint, withheld
