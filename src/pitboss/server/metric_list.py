"""The list of metrics: what each counts, in which unit, and its labels."""

from typing import Final, Literal, NamedTuple

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
