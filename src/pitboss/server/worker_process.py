"""The worker process that counts for a server: JSON lines over pipes.

Counting holds the global interpreter lock for seconds, so in a thread it would block the server's event loop.
An input line is a :class:`CountRequest` or a :class:`CancelRequest`; output lines report progress and end
with the result. The process ends with its input, so it never outlives a server that was killed, and it limits
its own memory.

Every question that a worker process answers; what answers one is imported when it is asked.
"""

import contextlib
import os
import queue
import sys
import threading
import traceback
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.analysis.answers import AnyQuestion
from pitboss.analysis.model import AnalysisFault, CountProgress
from pitboss.forecast.impact_json import EdgesQuestion
from pitboss.forecast.worth_question import WorthQuestion
from pitboss.reason import Reason
from pitboss.sheets.checks import SheetFault
from pitboss.simulation.question import SimulationQuestion

WorkerQuestion = AnyQuestion | SimulationQuestion | WorthQuestion | EdgesQuestion


def answer(question: WorkerQuestion, progress: CountProgress) -> dict[str, Any]:
    """The answer as JSON values; raises :class:`AnalysisFault` or ``SheetFault`` if there is none."""
    match question:
        case SimulationQuestion():
            from pitboss.simulation.answer import answer_simulation

            return answer_simulation(question, progress)
        case WorthQuestion():
            from pitboss.forecast.worth import answer_worth

            return answer_worth(question, progress)
        case EdgesQuestion():
            from pitboss.forecast.impact_json import answer_edges

            return answer_edges(question, progress)
        case _:
            from pitboss.analysis import answers

            return answers.answer(question, progress)


_NICE: Final = 10
"""The niceness of the process, so that the server's own processes come first."""


class CountRequest(Struct, frozen=True, tag="ask"):
    """Input: answer this question."""

    question: WorkerQuestion


class CancelRequest(Struct, frozen=True, tag="stop"):
    """Input: cancel the current question at its next progress report."""


class ProgressUpdate(Struct, frozen=True, tag="told"):
    """Output: the progress of the question."""

    what: str
    done: int
    of: int


class CountResult(Struct, frozen=True, tag="answered"):
    """Output: the answer, as JSON."""

    result: msgspec.Raw


class BadQuestion(Struct, frozen=True, tag="faulty"):
    """Output: what is wrong with the question, with its path."""

    reason: Reason


class CountCancelled(Struct, frozen=True, tag="stopped"):
    """Output: the question was cancelled."""


class OutOfMemory(Struct, frozen=True, tag="exhausted"):
    """Output: the question needs more memory than the limit."""


class WorkerDefect(Struct, frozen=True, tag="defect"):
    """Output: an unexpected exception, as its type and stack; its message may quote the question."""

    where: list[str]


WorkerMessage = ProgressUpdate | CountResult | BadQuestion | CountCancelled | OutOfMemory | WorkerDefect


class _GivenUp(Exception):
    """The question was cancelled."""


class _Worker:
    def __init__(self) -> None:
        # Libraries may print to standard output, which carries the protocol: send that to the error stream.
        self._out = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)
        self._questions: queue.SimpleQueue[WorkerQuestion] = queue.SimpleQueue()
        self._stop = threading.Event()

    def listen(self) -> None:
        """Read input lines in a thread of its own, also while the main thread counts."""
        decoder = msgspec.json.Decoder(CountRequest | CancelRequest)
        for line in sys.stdin.buffer:
            said = decoder.decode(line)
            if isinstance(said, CancelRequest):
                self._stop.set()
            else:
                self._stop.clear()
                self._questions.put(said.question)
        os._exit(0)

    def work(self) -> None:
        """Answer questions in order."""
        while True:
            self._tell(self._answer(self._questions.get()))

    def _answer(self, question: WorkerQuestion) -> WorkerMessage:
        try:
            return CountResult(msgspec.Raw(msgspec.json.encode(answer(question, self._told))))
        except _GivenUp:
            return CountCancelled()
        except (AnalysisFault, SheetFault) as fault:
            return BadQuestion(fault.at_path)
        except MemoryError:
            return OutOfMemory()
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            return WorkerDefect([type(error).__name__, *(f"{at.filename}:{at.lineno}" for at in frames[-8:])])

    def _told(self, what: str, done: int, of: int) -> None:
        if self._stop.is_set():
            raise _GivenUp
        self._tell(ProgressUpdate(what, done, of))

    def _tell(self, message: WorkerMessage) -> None:
        self._out.write(msgspec.json.encode(message) + b"\n")
        self._out.flush()


def limit_memory(most: int) -> None:
    """Limit the memory of this process to ``most`` bytes, where the system supports it."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        within = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (within, hard))


def main() -> None:
    """Answer questions until the input ends; the first argument is the memory limit in bytes."""
    limit_memory(int(sys.argv[1]))
    if hasattr(os, "nice"):
        os.nice(_NICE)
    worker = _Worker()
    threading.Thread(target=worker.listen, daemon=True).start()
    worker.work()


if __name__ == "__main__":
    main()
