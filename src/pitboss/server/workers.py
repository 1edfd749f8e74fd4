"""Worker processes that count: started on demand, limited in memory, killed if they do not stop.

The other side is :mod:`pitboss.server.worker_process`, which explains why counting is not done in a thread.
"""

import logging
import os
import subprocess
import sys
from contextlib import suppress
from typing import Final

import msgspec

from pitboss.analysis.model import AnalysisFault, CountProgress
from pitboss.reason import because
from pitboss.server.logs import fields
from pitboss.server.worker_process import (
    BadQuestion,
    CancelRequest,
    CountCancelled,
    CountRequest,
    CountResult,
    OutOfMemory,
    ProgressUpdate,
    WorkerDefect,
    WorkerMessage,
    WorkerQuestion,
)

LOG: Final = logging.getLogger("pitboss.workers")
MOST_BYTES: Final = 2 << 30
"""Memory limit of a process: three times what the largest count of a shipped sheet takes."""
_ONE_THREAD: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""More threads gain nothing, and each would reserve memory."""


class CountStopped(Exception):
    """The count was stopped: cancelled, or timed out."""


class WorkerFailed(Exception):
    """The worker process failed: a defect of ours, not of the question."""


class Worker:
    """A slot for one worker process.

    One thread at a time asks and waits for the answer; any other may stop or kill the count.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._killed = False
        self._heard = msgspec.json.Decoder(WorkerMessage)

    def ask(self, question: WorkerQuestion, progress: CountProgress) -> msgspec.Raw:
        """The answer as JSON; raises :class:`AnalysisFault` for a question that has none."""
        process = self._started()
        try:
            _send(process, CountRequest(question))
            return self._wait(process, progress)
        except OSError:
            self.end()
            raise WorkerFailed("it takes no question") from None
        except WorkerFailed:
            self.end()
            raise

    def stop(self) -> None:
        """Ask the count to stop at its next part."""
        if (process := self._process) is not None:
            with suppress(OSError):
                _send(process, CancelRequest())

    def kill(self) -> None:
        """Kill the process without waiting for it; the next question starts another."""
        self._killed = True
        if (process := self._process) is not None:
            process.kill()

    def end(self) -> None:
        """Kill the process and wait for it; only for the asking thread, or when nothing is asked."""
        process, self._process, self._killed = self._process, None, False
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            # A pipe with unsent data cannot be flushed to a dead process.
            with suppress(OSError):
                pipe and pipe.close()

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._killed or (self._process is not None and self._process.poll() is not None):
            self.end()
        if self._process is None:
            self._process = subprocess.Popen(
                # Without -P a file in the server's folder could stand in for one of ours.
                [sys.executable, "-P", "-m", "pitboss.server.worker_process", str(MOST_BYTES)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, **_ONE_THREAD},
                start_new_session=True,  # Ctrl-C is for the server, which ends its workers itself.
            )
        return self._process

    def _wait(self, process: "subprocess.Popen[bytes]", progress: CountProgress) -> msgspec.Raw:
        assert process.stdout is not None, "it was opened with a pipe"
        for line in process.stdout:
            match self._heard.decode(line):
                case ProgressUpdate(what, done, of):
                    progress(what, done, of)
                case CountResult(result):
                    return result
                case BadQuestion(reason):
                    raise AnalysisFault(reason)
                case CountCancelled():
                    raise CountStopped
                case OutOfMemory():
                    self.end()
                    raise AnalysisFault(because("count.memory", megabytes=MOST_BYTES >> 20))
                case WorkerDefect(where):
                    LOG.error("defect", extra=fields(defect=where))
                    raise WorkerFailed("it has a defect")
        raise WorkerFailed("it has ended")


def _send(process: "subprocess.Popen[bytes]", message: CountRequest | CancelRequest) -> None:
    assert process.stdin is not None, "it was opened with a pipe"
    process.stdin.write(msgspec.json.encode(message) + b"\n")
    process.stdin.flush()
