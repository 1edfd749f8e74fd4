"""Writes ``docs/reference/metrics.md`` from the list of metrics: ``python -m tools.documents``."""

from typing import Final

from pitboss.server.metrics import METRICS
from tools.documents.markdown import REFERENCE, table

PAGE: Final = REFERENCE / "metrics.md"
_HEAD: Final = """# Metrics

<!-- `python -m tools.documents` writes this page from server/metrics.py. -->

`GET /metrics` answers in the Prometheus text format. It needs an administrator, or a device whose token
has the scope `read_metrics`. [Watch a floor](../how-to/operator/watch.md#alerts) says what to be alerted
to.
"""


def written() -> str:
    """The page as the list has it now."""
    rows = (
        (f"`{name}`", metric.kind, ", ".join(f"`{label}`" for label in metric.labels), metric.words)
        for name, metric in METRICS.items()
    )
    return "\n".join([_HEAD, *table(("metric", "kind", "labels", "meaning"), rows)]).rstrip("\n") + "\n"
