"""Differences in the money of a table's session."""

from pitboss.floor.tables.money.state import Session
from pitboss.reason import Reason, because


def differences(session: Session) -> tuple[Reason, ...]:
    """Differences; none before the closer, or if all agrees."""
    tray, drop = session.tray_difference, session.counted("drop")
    if tray is None:
        return ()
    found = []
    if tray:
        closer = session.counted("closer") or 0
        found.append(
            because("tray.closer", found=closer, amount=abs(tray), sign=_sign(tray), tray=session.tray)
        )
    if drop is None and session.bought:
        found.append(because("tray.no_drop", bought=session.bought))
    elif more := session.drop_difference:
        bought = session.bought
        found.append(because("tray.drop", found=drop or 0, amount=abs(more), sign=_sign(more), bought=bought))
    opener = session.counted("opener")
    if session.found is not None and opener is not None and opener != session.found:
        more = opener - session.found
        found.append(because("tray.opener", amount=abs(more), sign=_sign(more), left=session.found))
    return tuple(found)


def _sign(cents: int) -> str:
    return "more" if cents > 0 else "less"
