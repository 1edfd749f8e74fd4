"""``pitboss audit``: verify hashes and signatures of a journal, and decide its commands again."""

from argparse import Namespace
from pathlib import Path

import msgspec

from pitboss.audit.audit import Audited, audit, audited_data, clock_words
from pitboss.build import build_hash
from pitboss.cli.journals import open_parts
from pitboss.cli.progress import progress
from pitboss.cli.text import exact, fail, money, paragraph, table
from pitboss.floor.tables.dealing import BadSeal, load_seal
from pitboss.plural import counted
from pitboss.reason import because
from pitboss.store.checkpoint_copies import read_file
from pitboss.store.errors import JournalError
from pitboss.store.fault import RecordFault
from pitboss.store.keys import public_key
from pitboss.tlog.note import BadNote, parse_note_key


def run(options: Namespace) -> int:
    """Exit 0 if everything was audited and is sound, 1 if something fails, 2 if nothing could be audited.

    Exit 3: what was audited is sound, but parts could not be read.
    """
    try:
        witness = read_file(Path(options.against)) if options.against else ()
        witnesses = [parse_note_key(key) for key in options.witness]
        if options.needed > max(1, len(witnesses)):
            return fail(because("command.few_witnesses", needed=options.needed, named=len(witnesses)))
        trusted = {public_key(key) for key in options.key} if options.key else None
        sealer = load_seal(Path(options.seal)) if options.seal else None
        with (
            open_parts(options.url, options.archive) as (journal, archives),
            progress("auditing", journal.last_position()) as advance,
        ):
            found = audit(
                journal,
                archives=archives,
                witness=witness,
                witnesses=witnesses,
                needed=options.needed,
                trusted=trusted,
                sealer=sealer,
                progress=advance,
            )
    except (JournalError, BadSeal, BadNote) as fault:
        return fail(fault.reason)
    if options.json:
        print(msgspec.json.encode(audited_data(found)).decode())
    else:
        print(_failed(found.fault, found) if found.fault else _sound(found, bool(options.against)))
    if not found.sound:
        return 1
    return 0 if found.complete else 3


def _failed(fault: RecordFault, found: Audited) -> str:
    rows = [
        ("position", str(fault.position)),
        ("stream", f"{fault.stream}, version {fault.version}" if fault.stream else ""),
        ("event", fault.kind or ""),
        ("time", clock_words(fault.recorded) if fault.recorded is not None else ""),
        ("wrong", fault.message),
        ("should be", fault.should),
    ]
    shown = (paragraph(f"{name:11}{text}", hanging=" " * 11) for name, text in rows if text)
    return "\n".join(["The record FAILS.", "", *shown])


def _sound(found: Audited, witnessed: bool) -> str:
    chain = found.chain
    agree = "1 line agrees" if chain.witnessed == 1 else f"{chain.witnessed:,} lines agree"
    rows = [
        ("events", f"{chain.events:,}"),
        ("streams", f"{chain.streams:,}"),
        ("rounds", f"{found.rounds:,}"),
        ("settlements", f"{found.settlements:,}, each settled again"),
        ("transfers", f"{found.transfers:,}, each posted again; all accounts sum to zero"),
        *([("decks", f"{found.decks:,} opened; {found.cards:,} cards are theirs")] if found.decks else []),
        ("checkpoints", f"{chain.checkpoints:,}"),
        *(("signed by", key.hex()) for key in chain.keys),
        *([("witness", agree)] if witnessed else []),
        *_cosigned(found),
        *(("played by", _played_by(build, rounds)) for build, rounds in found.builds.items()),
    ]
    if found.archived:
        rows = [row for row in rows if row[0] not in ("rounds", "settlements", "transfers")]
    verdict = "The record is sound." if found.complete else "The record is sound as far as it could be seen."
    parts = [verdict, "\n".join(f"{name:13}{text}" for name, text in rows)]
    if found.links:
        parts.append(_links(found))
    said = [f"Not seen: {unseen.why}" for unseen in found.unseen()]
    said += [f"Note: {note}" for note in found.notes()]
    return "\n\n".join([*parts, *(paragraph(text, hanging="  ") for text in said)])


def _cosigned(found: Audited) -> list[tuple[str, str]]:
    """The last cosignature of each witness, with the time of the witness's own clock."""
    cosigners = found.cosigned.cosigners if found.cosigned else ()
    return [
        ("cosigned by", f"{each.name}, up to position {each.position}, {clock_words(each.stamp * 1_000_000)}")
        for each in cosigners
    ]


def _links(found: Audited) -> str:
    rows = [
        (
            name,
            exact(link.displayed),
            exact(link.pool),
            exact(link.reserve),
            exact(link.overflow),
            str(link.hits),
            money(link.wins) + (" (closed)" if link.closed else ""),
        )
        for name, link in found.links.items()
    ]
    headers = ("link", "displayed", "pool", "reserve", "overflow", "hits", "wins")
    return table(headers, rows, right="displayed pool reserve overflow hits")


def _played_by(build: str, rounds: int) -> str:
    which = "this build" if build == build_hash() else "build"
    return f"{which} {build[:16]}, {counted(rounds, 'round')}"
