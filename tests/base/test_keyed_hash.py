"""Message authentication codes: those of the standard, without giving other threads a turn."""

import sys
import threading
import time

import pytest

from pitboss.keyed_hash import mac
from tests.waiting import PATIENCE, happens

pytestmark = pytest.mark.pure


def test_the_codes_of_rfc_4231() -> None:
    assert mac(b"Jefe", b"what do ya want for nothing?").hex() == (
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    )
    assert mac(b"\xaa" * 131, b"Test Using Larger Than Block-Size Key - Hash Key First").hex() == (
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    )


def test_a_short_message_gives_no_other_thread_a_turn() -> None:
    """A thread that is ready to run gets the interpreter only if somebody gives it away."""
    go, ran = threading.Event(), threading.Event()

    def wait() -> None:
        happens(go, "the test lets the thread go on")
        ran.set()

    other = threading.Thread(target=wait)
    other.start()
    before = sys.getswitchinterval()
    sys.setswitchinterval(60)
    try:
        go.set()
        ready = time.perf_counter() + 0.05
        while time.perf_counter() < ready:
            pass
        for _ in range(100):
            mac(b"key", b"message")
        assert not ran.is_set()
    finally:
        sys.setswitchinterval(before)
        other.join(PATIENCE)
