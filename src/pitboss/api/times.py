"""Times of the journal as text."""

from datetime import UTC, datetime, tzinfo

from pitboss.ledger.gaming_day import SINGAPORE


def clock_text(micro: int, zone: tzinfo = SINGAPORE) -> str:
    """Microseconds since 1970 by the clock of the house, or of another time zone."""
    return datetime.fromtimestamp(micro / 1_000_000, zone).isoformat(timespec="seconds")


def utc_text(micro: int) -> str:
    """Microseconds since 1970 in UTC."""
    return clock_text(micro, UTC)
