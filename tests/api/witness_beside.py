"""A witness beside a served floor, in a thread: it cosigns, hangs, lies or is away, as it is told."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.floor.log.witness_policy import NamedWitness
from pitboss.store.keys import default_origin, load_or_make_key, public_bytes
from pitboss.tlog.checkpoint import cosign
from pitboss.tlog.note import COSIGNATURE, ED25519, NoteKey, note_key, sign_note
from pitboss.witness.cosigner import Cosigner, WitnessResponse
from pitboss.witness.pages import page
from pitboss.witness.state import WitnessState
from pitboss.witness.submission import SIZE_TYPE, parse_submission

NAME = "witness.example"
Mode = Literal["cosigns", "hangs", "other_key", "other_note", "refuses", "boasts"]


def log_key(signing_key: Path, origin: str | None = None) -> NoteKey:
    """The key of a log as its witness knows it; made if it is new."""
    public = public_bytes(load_or_make_key(signing_key))
    return NoteKey(origin or default_origin(public), ED25519, public)


class WitnessBeside:
    """A witness that can be told how to behave."""

    def __init__(self, folder: Path, *logs: NoteKey, name: str = NAME) -> None:
        self._private = Ed25519PrivateKey.generate()
        self.key = note_key(name, self._private, COSIGNATURE)
        self._state = WitnessState(folder / f"{name}.db")
        self._state.make()
        with self._state.changing() as records:
            records.add_key(self.key.public)
        self.watch(*logs)
        self.mode: Mode = "cosigns"
        self.asked = 0
        self._released = threading.Event()
        self._server: ThreadingHTTPServer | None = None
        self._port = 0

    def watch(self, *logs: NoteKey) -> None:
        """Watch these logs, as its operator says."""
        found = {key.name: (key,) for key in logs}
        self._cosigner = Cosigner(self._state, self.key.name, self._private, found)

    @property
    def named(self) -> NamedWitness:
        """As a floor's file names it."""
        return NamedWitness(f"http://127.0.0.1:{self._port}", self.key)

    def size(self, origin: str) -> int:
        """How many appends of a log it has cosigned."""
        with self._state.reading() as records:
            held = records.held(origin)
        return held.size if held else 0

    def start(self) -> None:
        """Answer, at the same port as before."""
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), self._handler())
        self._server.daemon_threads = True
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self) -> None:
        """Be away."""
        self._released.set()
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def answer(self, body: bytes) -> WitnessResponse:
        """What it answers in the mode that it is in."""
        self.asked += 1
        if self.mode == "hangs":
            self._released.wait(60)
        if self.mode == "refuses":
            return WitnessResponse(503, "Not now.\n")
        if self.mode == "boasts":
            return WitnessResponse(409, "1000000\n", SIZE_TYPE)
        if self.mode in ("other_key", "other_note"):
            return WitnessResponse(200, self._lie(body))
        return self._cosigner.add_checkpoint(body)

    def _lie(self, body: bytes) -> str:
        note = parse_submission(body).note
        if self.mode == "other_key":
            return cosign(note, self.key.name, Ed25519PrivateKey.generate(), 1_700_000_000).line()
        other = sign_note("another.example\n1\n" + "A" * 43 + "=\n", "another.example", self._private)
        return cosign(other, self.key.name, self._private, 1_700_000_000).line()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        witness = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                answer = witness.answer(self.rfile.read(int(self.headers["Content-Length"])))
                text = answer.text.encode()
                if witness.mode == "hangs":
                    return
                self.send_response(answer.status)
                self.send_header("Content-Type", answer.content_type)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def do_GET(self) -> None:
                answer = page(witness._cosigner, self.path)
                text = answer.text.encode()
                self.send_response(answer.status)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *said: object) -> None:
                """Say nothing."""

        return Handler


@contextmanager
def witness_beside(folder: Path, *logs: NoteKey, name: str = NAME) -> Iterator[WitnessBeside]:
    """A witness of logs that answers until the end."""
    witness = WitnessBeside(folder, *logs, name=name)
    witness.start()
    try:
        yield witness
    finally:
        witness.stop()
