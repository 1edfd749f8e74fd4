"""The proof for people: readings, appends, hashes, checkpoint, and how to check them."""

import re
from collections.abc import Iterator

from pitboss.reason import Reason, because
from pitboss.replay.dispute.document import Teller, escape
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


def readings_view(tell: Teller, shown: Replay) -> str:
    """The readings that bear on a cited clause, and a summary of the others."""
    lines = shown.settlement.lines if shown.settlement else ()
    cited = {number_of(clause) for line in lines for clause in line.clauses}
    applied: list[tuple[str, ReadingTaken]] = []
    others: list[tuple[str, ReadingTaken]] = []
    for name, reading in shown.game.sheet.readings.items():
        bears = cited.intersection(number_of(clause) for clause in reading.clauses)
        (applied if bears else others).append((name, reading))
    parts = "".join(_reading(tell, name, reading) for name, reading in applied)
    rest = tuple(_named(name, reading) for name, reading in others)
    also = tell(because("record.also_in_force", readings=rest))
    none = f"<p>{tell(because('record.none_bears'))}</p>"
    return (parts or none) + (f'<p class="small muted">{also}</p>' if rest else "")


def hashes_view(tell: Teller, shown: Replay) -> str:
    """The hashes of the sheet, readings and build that the round was played by."""
    hashes = shown.past.round.hashes
    rows = (
        (because("record.build"), hashes.build),
        (because("record.sheet_hash"), hashes.sheet),
        (because("record.readings_hash"), hashes.readings),
    )
    listed = "".join(f'<dt>{tell(name)}</dt><dd class="mono">{escape(value)}</dd>' for name, value in rows)
    return f'<dl class="pairs">{listed}</dl><p class="small muted">{tell(because("record.sheet_text"))}</p>'


def appends_view(tell: Teller, proof: Proof) -> str:
    """The round's appends with their events' hashes, and the further hashes up to the root."""
    rows = "".join(_append(tell, append) for append in proof.appends)
    heads = (because("record.stream"), because("record.event"), because("record.digest"))
    headings = "".join(f"<th>{tell(head)}</th>" for head in heads)
    table = (
        f'<div class="scroll"><table class="chain"><thead><tr><th class="number">'
        f"{tell(because('record.append'))}</th>{headings}</tr></thead>{rows}</table></div>"
    )
    about = tell(because("record.appends_text"))
    return f"<h3>{tell(because('record.appends'))}</h3><p>{about}</p>{table}{_beside(tell, proof)}"


def checkpoint_view(tell: Teller, proof: Proof) -> str:
    """The signed checkpoint, as text and as a QR code."""
    note = proof.signed_note()
    if note is None:
        none, alone = tell(because("record.no_checkpoint")), tell(because("record.page_alone"))
        return f"<p><b>{none}</b> {alone}</p>"
    head = read_tree_head(note)
    facts = _facts(proof, note, head)
    rows = "".join(f"<dt>{tell(name)}</dt><dd{_mono(value)}>{escape(value)}</dd>" for name, value in facts)
    code = _scalable(tell, as_qr(note, "svg").decode())
    return (
        f'<div class="witness"><dl class="pairs">{rows}</dl><div>{code}</div></div>'
        f'<pre class="note">{escape(note.write())}</pre>'
    )


def _scalable(tell: Teller, code: str) -> str:
    """A QR code that scales to its place."""
    size = re.search(r'width="(\d+)" height="(\d+)"', code)
    assert size is not None, "a drawn code says its size"
    name = tell(because("record.qr"))
    named = f'role="img" aria-label="{name}" viewBox="0 0 {size[1]} {size[2]}"'
    return code[code.index("<svg") :].replace(size[0], named, 1)


def _reading(tell: Teller, name: str, reading: ReadingTaken) -> str:
    answers = POINTS[name].options.items()
    others = tell.words.entries["record.or"].join(
        begun(tell.words.gist(says)) for choice, says in answers if choice != reading.choice
    )
    taken = tell(because("record.reading_gist", gist=reading.gist))
    about = because("record.other_readings", clauses=reading.clauses, others=others)
    return (
        f'<div class="reading"><h3>{tell.begun(_named(name, reading))}</h3>'
        f'<p>{taken} <span class="muted">{tell(about)}</span></p></div>'
    )


def _named(name: str, reading: ReadingTaken) -> Reason:
    return because("record.reading", name=_words(name), choice=_words(reading.choice))


def _append(tell: Teller, append: ShownAppend) -> str:
    """The events of an append; those not shown are summed up in one row."""
    rows = [_event(tell, event.label, event) for event in append.events if event.label is not None]
    if hidden := len(append.events) - len(rows):
        further = tell(because("record.further_events", count=hidden))
        rows.append(("muted", f"<td></td><td>{further}</td><td></td>"))
    number = f'<td class="number" rowspan="{len(rows)}">{append.number}</td>'
    drawn = (
        f'<tr class="{kind}">{"" if place else number}{row}</tr>' for place, (kind, row) in enumerate(rows)
    )
    return f"<tbody>{''.join(drawn)}</tbody>"


def _event(tell: Teller, label: Label, event: ShownEvent) -> tuple[str, str]:
    """The style and cells of an event's row."""
    hidden = event.data is None
    what = tell(because("record.other_event", kind=label.kind)) if hidden else escape(label.kind)
    hashed = f'<td class="mono">{event.event_hash().hex()}</td>'
    return (
        "muted" if hidden else "",
        f"<td>{escape(label.stream)} {label.version}</td><td>{what}</td>{hashed}",
    )


def _beside(tell: Teller, proof: Proof) -> str:
    head = proof.head()
    if head is None:
        return ""
    steps = "".join(f'<li class="mono">{value.hex()}</li>' for value in proof.hashes)
    about = because(
        "record.hashes_text", size=head.size, appends=len(proof.appends), hashes=len(proof.hashes)
    )
    return f'<h3>{tell(because("record.hashes"))}</h3><p>{tell(about)}</p><ol class="path">{steps}</ol>'


def _facts(proof: Proof, note: Note, head: TreeHead) -> Iterator[tuple[Reason, str]]:
    yield because("record.log"), head.origin
    yield because("record.log_appends"), str(head.size)
    yield because("record.root"), head.root.hex()
    yield because("record.log_key"), proof.key or ""
    for signature in note.signatures:
        own = signature.name == head.origin
        yield because("record.signed_by" if own else "record.cosigned_by"), signature.name


def _mono(value: str) -> str:
    return ' class="mono"' if len(value) >= 64 else ""


def _words(name: str) -> str:
    return name.replace("_", " ")
