"""Times of the journal as text."""

from datetime import UTC, tzinfo

from pitboss.time_zones import instant_of


def clock_text(micro: int, zone: tzinfo) -> str:
    """Microseconds since 1970 by the clock of a time zone, such as the house's."""
    return instant_of(micro, zone).isoformat(timespec="seconds")


def utc_text(micro: int) -> str:
    """Microseconds since 1970 in UTC."""
    return clock_text(micro, UTC)
