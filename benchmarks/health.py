"""Poll ``/health`` of a server until killed: ``python -m benchmarks.health PORT``.

Each line tells when one was asked, by the machine's monotonic clock, and how many seconds the answer took.
"""

import sys
import time
from http.client import HTTPConnection

_PATIENCE = 120.0
_REST = 0.002


def watch(port: int) -> None:
    """Ask on one connection, one after the other."""
    connection = HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    while True:
        began = time.perf_counter()
        connection.request("GET", "/health")
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise SystemExit(f"/health is answered with {answer.status}")
        print(began, time.perf_counter() - began, flush=True)
        time.sleep(_REST)


if __name__ == "__main__":
    watch(int(sys.argv[1]))
