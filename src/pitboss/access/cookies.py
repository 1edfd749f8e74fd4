"""Names and attributes of the cookies for sessions and known devices."""

from typing import Final, Literal

from pitboss.access.devices import LASTING

SESSION_COOKIE: Final = "__Host-pitboss"
"""The prefix makes browsers insist on Secure, on the path ``/`` and on no domain."""
DEVICE_COOKIE: Final = "__Host-pitboss-device"
"""Identifies a device that has signed in before; it grants nothing by itself."""
DEVICE_SECONDS: Final = LASTING // 1_000_000
SECURE: Final = True
HTTP_ONLY: Final = True
SAME_SITE: Final[Literal["strict"]] = "strict"
PATH: Final = "/"
CSRF_HEADER: Final = "X-Pitboss-CSRF"
"""Header of every cookie-authenticated request that changes something; see ``csrf_matches``."""
