"""What ``/api/log`` answers on a floor with two witnesses, for pages that show it."""

from typing import Any

from playwright.sync_api import Page

WITNESSES = ("regulator.example/w1", "auditors.example")


def cosigned_log(seconds: float | None, *, late: bool = False) -> dict[str, Any]:
    """A log that enough witnesses have last cosigned so many seconds ago."""
    time = "2025-03-10T10:00:00+08:00"
    sizes = (1200, 1180) if seconds is not None else (1200, 0)
    return {
        "origin": "casino.example/floor-1",
        "key": "casino.example/floor-1+00000000+AQ==",
        "size": 1200,
        "time": time,
        "note": "",
        "needed": 2,
        "covered": min(sizes),
        "cosigned": None if seconds is None else time,
        "cosigned_seconds": seconds,
        "late": late,
        "witnesses": [
            {"name": name, "key": f"{name}+00000000+BA==", "size": size, "time": time if size else None}
            for name, size in zip(WITNESSES, sizes, strict=True)
        ],
    }


def show_log(page: Page, seconds: float | None, *, late: bool = False) -> None:
    """Have a page believe in witnesses."""
    answer = cosigned_log(seconds, late=late)
    page.route("**/api/log", lambda route: route.fulfill(json=answer))
