"""The proof for people: readings, hashes, chain, path, checkpoint, and how to check all of it."""

import re
from html import escape

from pitboss.audit.dispute.proof import Proof, ProvedEvent, StreamProof
from pitboss.audit.replay import Replay
from pitboss.audit.replay_data import clock_time
from pitboss.sheets.model import Reading
from pitboss.sheets.readings import options
from pitboss.sheets.register import number_of
from pitboss.store.checkpoint import Checkpoint
from pitboss.store.merkle import leaf
from pitboss.store.witness import as_qr


def readings_view(shown: Replay) -> str:
    """The readings that bear on a cited clause, and in short the others in force."""
    lines = shown.settlement.lines if shown.settlement else ()
    cited = {number_of(clause) for line in lines for clause in line.clauses}
    applied: list[tuple[str, Reading]] = []
    others: list[tuple[str, Reading]] = []
    for name, reading in shown.game.sheet.readings.items():
        bears = cited.intersection(number_of(clause) for clause in reading.clauses)
        (applied if bears else others).append((name, reading))
    parts = "".join(_reading(name, reading) for name, reading in applied)
    rest = "; ".join(f"{_words(name)}: {_words(reading.choice)}" for name, reading in others)
    also = (
        f'<p class="small muted">Also in force, on clauses not cited here: {escape(rest)}.</p>'
        if rest
        else ""
    )
    return (parts or "<p>None of the sheet's open points bears on a clause cited here.</p>") + also


def hashes_view(shown: Replay) -> str:
    """What the round was played by."""
    hashes = shown.past.round.hashes
    rows = (("Build", hashes.build), ("Sheet", hashes.sheet), ("Readings", hashes.readings))
    listed = "".join(f'<dt>{name}</dt><dd class="mono">{escape(value)}</dd>' for name, value in rows)
    return f'<dl class="pairs">{listed}</dl>'


def chain_view(proof: Proof) -> str:
    """Each stream's events with their hashes, and the way to the checkpoint."""
    return "".join(_stream(stream) for stream in proof.streams)


def checkpoint_view(proof: Proof) -> str:
    """The checkpoint with its code for a scanner."""
    checkpoint = proof.checkpoint
    if checkpoint is None:
        return (
            "<p><b>No checkpoint covers this round yet.</b> That it stands in the journal is vouched for by "
            "the signature of this page alone; a page made after the next checkpoint proves more.</p>"
        )
    rows = "".join(f"<dt>{name}</dt><dd{_mono(value)}>{value}</dd>" for name, value in _facts(checkpoint))
    code = _scalable(as_qr(checkpoint, "svg").decode())
    return f'<div class="witness"><dl class="pairs">{rows}</dl><div>{code}</div></div>'


def _scalable(code: str) -> str:
    """A drawn code that takes the size of its place."""
    size = re.search(r'width="(\d+)" height="(\d+)"', code)
    assert size is not None, "a drawn code says its size"
    named = f'role="img" aria-label="The checkpoint as a QR code" viewBox="0 0 {size[1]} {size[2]}"'
    return code[code.index("<svg") :].replace(size[0], named, 1)


def _reading(name: str, reading: Reading) -> str:
    others = ", ".join(_words(choice) for choice in options(name) if choice != reading.choice) or "none"
    return (
        f'<div class="reading"><h3>{escape(_words(name).capitalize())}: {escape(_words(reading.choice))}</h3>'
        f'<p>{escape(reading.gist)}. <span class="muted">Clauses {escape(", ".join(reading.clauses))}. '
        f"The other reading: {escape(others)}.</span></p></div>"
    )


def _stream(stream: StreamProof) -> str:
    rows, hidden = [], list[ProvedEvent]()
    for event in stream.events:
        if event.data is None:
            hidden.append(event)
            continue
        rows += [_hidden(hidden), _event(event)]
        hidden = []
    rows.append(_hidden(hidden))
    return (
        f"<h3>Chain of {escape(stream.stream)}</h3>"
        '<div class="scroll"><table class="chain"><thead><tr><th class="number">Position</th>'
        '<th class="number">Version</th><th>Event</th><th>SHA-256, over the hash before it and what it says'
        "</th></tr></thead><tbody>"
        f'<tr class="muted"><td></td><td></td><td>before</td><td class="mono">{stream.before}</td></tr>'
        f"{''.join(rows)}</tbody></table></div>{_path(stream)}"
    )


def _event(event: ProvedEvent) -> str:
    return (
        f'<tr><td class="number">{event.position}</td><td class="number">{event.version}</td>'
        f'<td>{escape(event.kind)}</td><td class="mono">{event.hash}</td></tr>'
    )


def _hidden(events: list[ProvedEvent]) -> str:
    if not events:
        return ""
    first, last = events[0], events[-1]
    many = f"{len(events)} events of other rounds" if len(events) > 1 else "1 event of another round"
    positions = f"{first.position}–{last.position}" if len(events) > 1 else str(first.position)
    versions = f"{first.version}–{last.version}" if len(events) > 1 else str(first.version)
    return (
        f'<tr class="muted"><td class="number">{positions}</td><td class="number">{versions}</td>'
        f'<td>{many}</td><td class="mono">{last.hash}</td></tr>'
    )


def _path(stream: StreamProof) -> str:
    if stream.way is None:
        return ""
    head, root = stream.follow(), stream.root()
    assert root is not None, "a path leads to a root"
    steps = "".join(_step("neighbour", value) for value in stream.way.path)
    return (
        f"<p>The stream ended with version {head.version} when the checkpoint was signed. Its leaf, number "
        f"{stream.way.index + 1} of {stream.way.streams}, and its neighbours give the checkpoint's root:</p>"
        f'<ol class="path">{_step("leaf", leaf(head).hex())}{steps}{_step("root", root.hex())}</ol>'
    )


def _step(name: str, value: str) -> str:
    return f'<li><span class="muted small">{name}</span><br><span class="mono">{value}</span></li>'


def _facts(checkpoint: Checkpoint) -> tuple[tuple[str, str], ...]:
    return (
        ("Checkpoint", str(checkpoint.number)),
        ("Made", f"{clock_time(checkpoint.time):%Y-%m-%d %H:%M:%S} (Singapore)"),
        ("Up to position", str(checkpoint.position)),
        ("Streams", str(checkpoint.streams)),
        ("Root", checkpoint.root.hex()),
        ("Previous", checkpoint.previous.hex()),
        ("Key", checkpoint.key.hex()),
        ("Signature", checkpoint.signature.hex()),
    )


def _mono(value: str) -> str:
    return ' class="mono"' if len(value) >= 64 else ""


def _words(name: str) -> str:
    return name.replace("_", " ")
