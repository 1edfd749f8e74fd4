"""The proof for people: readings, appends, hashes, checkpoint, and how to check them."""

import re
from collections.abc import Iterator

from pitboss.plural import counted
from pitboss.replay.dispute.document import escape
from pitboss.replay.log_proofs import Proof
from pitboss.replay.replay import Replay
from pitboss.sheets.explanation import begun
from pitboss.sheets.model import ReadingTaken
from pitboss.sheets.readings import POINTS
from pitboss.sheets.register import number_of
from pitboss.store.checkpoint_copies import as_qr
from pitboss.tlog.checkpoint import TreeHead, read_tree_head
from pitboss.tlog.note import Note
from pitboss.tlog.shown import Label, ShownAppend, ShownEvent


def readings_view(shown: Replay) -> str:
    """The readings that bear on a cited clause, and a summary of the others."""
    lines = shown.settlement.lines if shown.settlement else ()
    cited = {number_of(clause) for line in lines for clause in line.clauses}
    applied: list[tuple[str, ReadingTaken]] = []
    others: list[tuple[str, ReadingTaken]] = []
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
    """The hashes of the sheet, readings and build that the round was played by."""
    hashes = shown.past.round.hashes
    rows = (("Build", hashes.build), ("Sheet", hashes.sheet), ("Readings", hashes.readings))
    listed = "".join(f'<dt>{name}</dt><dd class="mono">{escape(value)}</dd>' for name, value in rows)
    also = "The text of the sheet stands in the signed data of this page."
    return f'<dl class="pairs">{listed}</dl><p class="small muted">{also}</p>'


def appends_view(proof: Proof) -> str:
    """The round's appends with their events' hashes, and the further hashes up to the root."""
    rows = "".join(_append(append) for append in proof.appends)
    table = (
        '<div class="scroll"><table class="chain"><thead><tr><th class="number">Append</th>'
        "<th>In stream</th><th>Event</th><th>SHA-256, over where it stands and what it says</th></tr></thead>"
        f"{rows}</table></div>"
    )
    return (
        "<h3>Appends of the round</h3><p>An append is what one command recorded, all of it or nothing. Of "
        f"further events in them this page holds a hash alone.</p>{table}{_beside(proof)}"
    )


def checkpoint_view(proof: Proof) -> str:
    """The signed checkpoint, as text and as a QR code."""
    note = proof.signed_note()
    if note is None:
        return (
            "<p><b>No checkpoint covers this round yet.</b> That it stands in the log is vouched for by "
            "the signature of this page alone; a page made after the next checkpoint proves more.</p>"
        )
    head = read_tree_head(note)
    facts = _facts(proof, note, head)
    rows = "".join(f"<dt>{name}</dt><dd{_mono(value)}>{escape(value)}</dd>" for name, value in facts)
    code = _scalable(as_qr(note, "svg").decode())
    return (
        f'<div class="witness"><dl class="pairs">{rows}</dl><div>{code}</div></div>'
        f'<pre class="note">{escape(note.write())}</pre>'
    )


def _scalable(code: str) -> str:
    """A QR code that scales to its place."""
    size = re.search(r'width="(\d+)" height="(\d+)"', code)
    assert size is not None, "a drawn code says its size"
    named = f'role="img" aria-label="The checkpoint as a QR code" viewBox="0 0 {size[1]} {size[2]}"'
    return code[code.index("<svg") :].replace(size[0], named, 1)


def _reading(name: str, reading: ReadingTaken) -> str:
    answers = POINTS[name].options.items()
    others = "; or ".join(begun(says) for choice, says in answers if choice != reading.choice)
    return (
        f'<div class="reading"><h3>{escape(_words(name).capitalize())}: {escape(_words(reading.choice))}</h3>'
        f'<p>{escape(reading.gist)}. <span class="muted">Clauses {escape(", ".join(reading.clauses))}. '
        f"It could also be read so: {escape(others)}.</span></p></div>"
    )


def _append(append: ShownAppend) -> str:
    """The events of an append; those not shown are summed up in one row."""
    rows = [_event(event.label, event) for event in append.events if event.label is not None]
    if hidden := len(append.events) - len(rows):
        rows.append(("muted", f"<td></td><td>{counted(hidden, 'further event')}</td><td></td>"))
    number = f'<td class="number" rowspan="{len(rows)}">{append.number}</td>'
    drawn = (
        f'<tr class="{kind}">{"" if place else number}{row}</tr>' for place, (kind, row) in enumerate(rows)
    )
    return f"<tbody>{''.join(drawn)}</tbody>"


def _event(label: Label, event: ShownEvent) -> tuple[str, str]:
    """The style and cells of an event's row."""
    hidden = event.data is None
    what = f"{escape(label.kind)}{', not of this round' if hidden else ''}"
    hashed = f'<td class="mono">{event.event_hash().hex()}</td>'
    return (
        "muted" if hidden else "",
        f"<td>{escape(label.stream)} {label.version}</td><td>{what}</td>{hashed}",
    )


def _beside(proof: Proof) -> str:
    head = proof.head()
    if head is None:
        return ""
    steps = "".join(f'<li class="mono">{value.hex()}</li>' for value in proof.hashes)
    return (
        f"<h3>Further hashes to the root</h3><p>The log had {head.size} appends when the checkpoint was "
        f"signed. The leaves of the {len(proof.appends)} appends above and these {len(proof.hashes)} hashes "
        f'of other parts of its tree, from left to right, give the root.</p><ol class="path">{steps}</ol>'
    )


def _facts(proof: Proof, note: Note, head: TreeHead) -> Iterator[tuple[str, str]]:
    yield "Log", head.origin
    yield "Appends", str(head.size)
    yield "Root", head.root.hex()
    yield "Key of the log", proof.key or ""
    for signature in note.signatures:
        yield ("Signed by" if signature.name == head.origin else "Cosigned by"), signature.name


def _mono(value: str) -> str:
    return ' class="mono"' if len(value) >= 64 else ""


def _words(name: str) -> str:
    return name.replace("_", " ")
