"""The ratings of a past gaming day, from the record: each stretch of a table's play."""

from datetime import date

from pitboss.floor.tables import events as fe
from pitboss.floor.tables.money.ratings import Ratings, rate, stretch_of_day
from pitboss.reconcile.gaming_days import parts_of_day
from pitboss.store import Journal


def ratings_of_day(journal: Journal, table: str, day: date) -> tuple[Ratings, ...]:
    """Every stretch of a table in a gaming day, in order; rounds count in the day they began."""
    found: list[Ratings] = []
    now = Ratings()
    for part in parts_of_day(journal, day):
        if (part.kind, part.name) != ("table", table):
            continue
        for entry in part.entries:
            before = now
            match entry.event:
                case fe.RoundBegan(day=begun):
                    now = stretch_of_day(now, begun)
                case fe.PastRoundAdjusted(adjusted=adjusted):
                    now = rate(now, adjusted, entry.recorded.position)
                case fe.TableOpened():
                    now = Ratings()
                case event:
                    now = rate(now, event, entry.recorded.position)
            if before.players and not now.players:
                found.append(before)
    return tuple(stretch for stretch in (*found, now) if stretch.day == day and stretch.players)
