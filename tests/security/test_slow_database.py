"""Anybody who asks for what a server does not know, while its database is slow.

Holds: nothing but the address. Tries: to follow a table or a sign that does not exist, or one that they claim
to have seen in a later version, so that the server asks its database while it should answer everybody else.
Expected: whoever asked waits, and nobody else does.
"""

import threading
from pathlib import Path

import httpx
import pytest

from tests.api.served import SLOW, serving

LATER = {"Last-Event-ID": "999999999"}


def test_nobody_waits_for_what_another_asks_of_a_slow_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [
        ("/api/tables/nowhere/stream", {}),
        ("/api/links/nowhere/stream", {}),
        ("/api/tables/3CP-1/stream", LATER),
        ("/api/links/spade/stream", LATER),
        ("/api/tables/nowhere", {}),
        ("/api/links/nowhere/sign", {}),
    ]
    with serving(tmp_path, SLOW) as served:
        journal = served.site.journal
        read, head = journal.read_stream, journal.head
        slow, answers = threading.Event(), threading.Event()

        def waiting(method: object) -> object:
            def called(*arguments: object, **more: object) -> object:
                slow.set()
                answers.wait(60)
                return method(*arguments, **more)  # type: ignore[operator]

            return called

        for path, headers in asked:
            slow.clear()
            answers.clear()
            with monkeypatch.context() as patched:
                patched.setattr(journal, "read_stream", waiting(read))
                patched.setattr(journal, "head", waiting(head))
                asking = threading.Thread(target=_ask, args=(served.url + path, headers))
                asking.start()
                assert slow.wait(60), path
                try:
                    assert httpx.get(f"{served.url}/health").status_code == 200, path
                finally:
                    answers.set()
            asking.join(60)


def _ask(address: str, headers: dict[str, str]) -> None:
    with httpx.stream("GET", address, headers=headers, timeout=60) as answer:
        assert answer.status_code in (200, 401, 403, 404)
