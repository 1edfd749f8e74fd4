"""Counters, histograms and gauges in Prometheus' text format.

The list of metrics: what each counts, in which unit, and its labels.
"""

import threading
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from pitboss.commands.executor import CommandOutcome

MetricKind = Literal["counter", "gauge", "histogram"]


class Metric(NamedTuple):
    """A metric as Prometheus and the documents tell it."""

    kind: MetricKind
    words: str
    labels: tuple[str, ...] = ()


METRICS: Final = {
    "pitboss_commands_total": Metric(
        "counter",
        "Commands decided by this server: recorded, repeated, refused, nothing (changed nothing), failed (no "
        "journal).",
        ("outcome",),
    ),
    "pitboss_append_seconds": Metric("histogram", "From an append until it is durable."),
    "pitboss_http_requests_total": Metric("counter", "Requests answered.", ("method", "status")),
    "pitboss_http_seconds": Metric("histogram", "From a request to its answer, without streams."),
    "pitboss_requests_shed_total": Metric(
        "counter", "Requests shed for lack of time, by lane: reads, coached, anonymous, knocks.", ("lane",)
    ),
    "pitboss_stream_readers": Metric("gauge", "Open streams on this server."),
    "pitboss_up_seconds": Metric("gauge", "Since this server started."),
    "pitboss_ready": Metric("gauge", "1 if this server is ready."),
    "pitboss_clock_ahead_seconds": Metric(
        "gauge", "How far this server's own clock is ahead of the floor's."
    ),
    "pitboss_journal_position": Metric("gauge", "The newest event of the journal."),
    "pitboss_journal_behind": Metric("gauge", "Events that this server has not read yet."),
    "pitboss_tables": Metric(
        "gauge", "Tables of the floor, by state: closed, idle, betting, playing.", ("state",)
    ),
    "pitboss_rounds_settled_total": Metric("counter", "Rounds of the whole floor that are over."),
    "pitboss_jackpots_pending": Metric("gauge", "Claims that are not paid.", ("link",)),
    "pitboss_servers": Metric("gauge", "Servers of the floor that are alive."),
    "pitboss_tables_dealt": Metric("gauge", "Automatic tables that this server deals."),
    "pitboss_dealer_acts_total": Metric(
        "counter",
        "Acts of automatic dealers on this server: done, repeated (another server was first), refused, "
        "id_taken (an alarm).",
        ("outcome",),
    ),
    "pitboss_dealer_lag_seconds": Metric(
        "gauge", "Age of the longest overdue act here, since it was first due, retries included."
    ),
    "pitboss_tables_stalled": Metric("gauge", "Automatic tables of the floor that stand still."),
    "pitboss_log_size": Metric("gauge", "Appends of the journal."),
    "pitboss_log_unsigned": Metric(
        "gauge", "Appends that no checkpoint covers yet, those of the log itself left out."
    ),
    "pitboss_witness_size": Metric("gauge", "Appends that a witness has cosigned.", ("witness",)),
    "pitboss_cosignature_age_seconds": Metric(
        "gauge", "Age of the newest cosignatures, as many as are needed."
    ),
    "pitboss_witness_alarms": Metric("gauge", "Alarms about witnesses."),
    "pitboss_rounds_held": Metric("gauge", "1 while no round begins for lack of witnesses."),
    "pitboss_differences": Metric("gauge", "Differences between the floor's file and the record."),
}
"""Every metric by name, in the order of the documents."""

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper ends of the buckets of a histogram."""

Labels = tuple[tuple[str, str], ...]


def family(name: str, samples: Mapping[Labels, float]) -> Iterator[str]:
    """The lines of a metric of the list with its samples by labels."""
    yield from _head(name)
    for labels, value in samples.items():
        yield f"{name}{_braces(labels)} {_number(value)}"


def one(name: str, value: float) -> Iterator[str]:
    """The lines of a metric of the list without labels."""
    return family(name, {(): value})


class Counter:
    """A counter with labels."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._counts: dict[Labels, float] = {}

    def add(self, **labels: str) -> None:
        """Increment the counter of these labels."""
        key = tuple(labels.items())
        with self._lock:
            self._counts[key] = self._counts.get(key, 0) + 1

    def lines(self) -> Iterator[str]:
        """The counter in Prometheus' format."""
        with self._lock:
            counts = dict(self._counts)
        return family(self._name, counts)


class Histogram:
    """A histogram of durations in seconds."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._buckets = [0] * (len(SECONDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Observe a duration."""
        with self._lock:
            self._buckets[bisect_left(SECONDS, seconds)] += 1
            self._sum += seconds

    def lines(self) -> Iterator[str]:
        """The histogram in Prometheus' format, with cumulative buckets."""
        with self._lock:
            buckets, total = list(self._buckets), self._sum
        yield from _head(self._name)
        count = 0
        for end, found in zip((*map(_number, SECONDS), "+Inf"), buckets, strict=True):
            count += found
            yield f'{self._name}_bucket{{le="{end}"}} {count}'
        yield f"{self._name}_sum {_number(total)}"
        yield f"{self._name}_count {count}"


class Metrics:
    """The metrics of one server; implements the executor's ``CommandMetrics``."""

    def __init__(self) -> None:
        self._commands = Counter("pitboss_commands_total")
        self._appends = Histogram("pitboss_append_seconds")
        self._requests = Counter("pitboss_http_requests_total")
        self._answers = Histogram("pitboss_http_seconds")
        self._dealers = Counter("pitboss_dealer_acts_total")
        self._shed = Counter("pitboss_requests_shed_total")

    def command(self, outcome: CommandOutcome) -> None:
        """Count a command by its outcome."""
        self._commands.add(outcome=outcome)

    def append(self, seconds: float) -> None:
        """Observe the duration of an append."""
        self._appends.add(seconds)

    def request(self, method: str, status: int) -> None:
        """Count an answered request."""
        self._requests.add(method=method, status=str(status))

    def answer(self, seconds: float) -> None:
        """Observe the duration of an answer."""
        self._answers.add(seconds)

    def dealt(self, outcome: Literal["done", "repeated", "refused", "id_taken"]) -> None:
        """Count an act of the software Dealer by its outcome."""
        self._dealers.add(outcome=outcome)

    def shed(self, lane: str) -> None:
        """Count a request shed by admission control."""
        self._shed.add(lane=lane)

    def lines(self) -> Iterator[str]:
        """All metrics in Prometheus' format."""
        parts = (self._commands, self._appends, self._requests, self._answers, self._dealers, self._shed)
        for part in parts:
            yield from part.lines()


def _head(name: str) -> Iterator[str]:
    metric = METRICS[name]
    yield f"# HELP {name} {metric.words}"
    yield f"# TYPE {name} {metric.kind}"


def _braces(labels: Labels) -> str:
    if not labels:
        return ""
    pairs = (f'{name}="{_escaped(value)}"' for name, value in labels)
    return "{" + ",".join(pairs) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(round(value, 6))
