"""Appends as many times as it is told: ``python -m benchmarks.appending URL NAME``, a number on each line.

Each number is answered with the seconds that as many appends took, on the clock and of the processor. It has
only what every version of the journal has, and runs with the code of any of them.
"""

import sys
import time
from hashlib import sha256

from pitboss.store import CommandIdentity, NewEvent, ToStream
from pitboss.store.open import open_journal

EVENT = NewEvent("Tick", 1, b'{"bet":"ante","amount":2500,"player":"ann","box":1}' * 4)


def answer(url: str, name: str) -> None:
    """Append for each line of the standard input."""
    journal = open_journal(url)
    stream, number, version = f"table/{name}", 0, 0
    print("ready", flush=True)
    for line in sys.stdin:
        began, used = time.perf_counter(), time.process_time()
        for _ in range(int(line)):
            number += 1
            sent = f"{name}-{number}"
            command = CommandIdentity(sender="account/ann", id=sent, digest=sha256(sent.encode()).digest())
            batch = [ToStream(stream, version, (EVENT,) * 3), ToStream("link/gold", None, (EVENT,))]
            version = journal.append(batch, command).versions[stream]
        print(time.perf_counter() - began, time.process_time() - used, flush=True)


if __name__ == "__main__":
    answer(*sys.argv[1:])
