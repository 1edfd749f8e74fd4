"""``pitboss witness``: cosign the checkpoints of floors, and never two histories of one log."""

import logging
import sys
from argparse import Namespace
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.cli.text import fail
from pitboss.reason import because
from pitboss.store.errors import BadKey
from pitboss.store.keys import load_or_make_key, public_bytes
from pitboss.tlog.note import BadNote
from pitboss.witness.cosigner import Cosigner
from pitboss.witness.pages import status_text
from pitboss.witness.state import BadState, WitnessState, parse_logs, read_log_file


def run(options: Namespace) -> int:
    """Print the key and the logs, and serve until interrupted."""
    try:
        cosigner = _cosigner(options)
        shown = status_text(cosigner)
    except (BadNote, BadState, BadKey) as fault:
        return fail(fault.reason)
    except OSError as fault:
        return fail(because("command.unusable", file=fault.filename, given=fault.strerror))
    print(shown, end="")
    if options.show:
        return 0
    from pitboss.witness.serving import serve

    print(f"\nThe witness answers at http://{options.host}:{options.port}. Ctrl-C stops it.")
    sys.stdout.flush()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s", force=True)
    return 0 if serve(cosigner, options.host, options.port) else 1


def _cosigner(options: Namespace) -> Cosigner:
    files = [line for path in options.logs for line in read_log_file(Path(path))]
    logs = parse_logs([*options.log, *files])
    state = WitnessState(Path(options.state))
    state.make()
    return Cosigner(state, options.name, _key(state, Path(options.key)), logs)


def _key(state: WitnessState, path: Path) -> Ed25519PrivateKey:
    """Load or make the signing key; a key that has signed with another state is refused.

    This state does not know what the key cosigned there, so the witness could cosign a second history.
    """
    with state.changing() as records:
        was_there = path.exists()
        private_key = load_or_make_key(path)
        public = public_bytes(private_key)
        if was_there and not records.knows_key(public):
            raise BadState(because("state.foreign_key", key=str(path), file=str(state.path)))
        records.add_key(public)
    return private_key
