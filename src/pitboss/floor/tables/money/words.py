"""What does not agree in the money of a table's session, in sentences."""

from pitboss.floor.tables.money.state import Session
from pitboss.money import format_cents


def differences_in_words(session: Session) -> tuple[str, ...]:
    """What does not agree, in sentences; nothing before the closer, or where all agrees."""
    tray, drop = session.tray_difference, session.counted("drop")
    if tray is None:
        return ()
    found = []
    if tray:
        closer = session.counted("closer") or 0
        found.append(
            f"The closer found {format_cents(closer)} in the tray, {_more(tray)} than what was counted, sold "
            f"and settled leaves there: {format_cents(session.tray)}."
        )
    if drop is None and session.bought:
        found.append(f"The drop is not counted: chips were sold for {format_cents(session.bought)}.")
    elif session.drop_difference:
        found.append(
            f"The box held {format_cents(drop or 0)}, {_more(session.drop_difference)} than chips were sold "
            f"for: {format_cents(session.bought)}."
        )
    opener = session.counted("opener")
    if session.found is not None and opener is not None and opener != session.found:
        found.append(
            f"The opener found {_more(opener - session.found)} than the closer before had left: "
            f"{format_cents(session.found)}."
        )
    return tuple(found)


def _more(cents: int) -> str:
    return f"{format_cents(abs(cents))} {'more' if cents > 0 else 'less'}"
