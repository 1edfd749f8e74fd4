"""Public pages of a witness: its status, the newest checkpoint of a log, and evidence against a log."""

import base64
from collections.abc import Iterator
from datetime import UTC, datetime

from pitboss.tlog.note import NoteKey
from pitboss.witness.cosigner import Cosigner, WitnessResponse
from pitboss.witness.state import CosignedCheckpoint, Evidence, Logs, Records
from pitboss.witness.submission import origin_hash


def page(cosigner: Cosigner, path: str) -> WitnessResponse:
    """Handle a GET request."""
    if path == "/":
        return WitnessResponse(200, status_text(cosigner))
    name, _, what = path.removeprefix("/").partition("/")
    if what not in ("checkpoint", "evidence"):
        return WitnessResponse(404, "There is nothing at this address.\n")
    with cosigner.state.reading() as records:
        held = next((found for found in records.logs() if origin_hash(found.origin) == name), None)
        if held is None:
            return WitnessResponse(404, "This witness has cosigned no checkpoint of such a log.\n")
        if what == "checkpoint":
            return WitnessResponse(200, held.note)
        return WitnessResponse(
            200, "".join(_told(found) for found in records.evidence(held.origin)) or "None.\n"
        )


def status_text(cosigner: Cosigner) -> str:
    """The status page: the witness's name and key, and the state of each log."""
    with cosigner.state.reading() as records:
        return "\n".join(_status(cosigner.key, cosigner.logs, records)) + "\n"


def _status(key: NoteKey, logs: Logs, records: Records) -> Iterator[str]:
    yield f"Witness {key.name}"
    yield f"Key     {key.text()}"
    held = {found.origin: found for found in records.logs()}
    for origin in sorted({*logs, *held}):
        yield ""
        yield from _of_log(origin, logs, held.get(origin), records)
    if not logs:
        yield ""
        yield "No log is watched: start the witness with --log VKEY."


def _of_log(origin: str, logs: Logs, held: CosignedCheckpoint | None, records: Records) -> Iterator[str]:
    yield f"Log       {origin}"
    if origin not in logs:
        yield "          is not watched any more: what was known of it is kept"
    for key in logs.get(origin, ()):
        yield f"key       {key.text()}"
    if held is None:
        yield "size      nothing has been cosigned yet"
        return
    yield f"size      {held.size}"
    yield f"root      {base64.b64encode(held.root).decode()}"
    yield f"cosigned  {_time(held.cosigned)}"
    yield f"note      /{origin_hash(origin)}/checkpoint"
    if count := records.evidence_count(origin, "conflict"):
        yield f"CONFLICT  the log has signed two histories ({count}): see /{origin_hash(origin)}/evidence"
    if count := records.evidence_count(origin, "unproved"):
        yield f"REFUSED   {count} with a proof that did not hold: see /{origin_hash(origin)}/evidence"


def _told(evidence: Evidence) -> str:
    if evidence.kind == "conflict":
        why = "The log has signed two roots of one size. Both signatures can be checked with its key."
    else:
        why = "No proof showed that the second tree continues the first: ask the log for one."
    return (
        f"{_time(evidence.seen)}: {why}\n\nThe witness had cosigned:\n\n{evidence.held}\n"
        f"It was then asked to cosign:\n\n{evidence.refused}\n"
    )


def _time(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
