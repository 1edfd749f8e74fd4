"""How a browser is to keep a session, and its device's token: attributes for whoever sets the cookies."""

from typing import Final, Literal

from pitboss.access.devices import LASTING

SESSION_COOKIE: Final = "__Host-pitboss"
"""The prefix makes browsers insist on Secure, on the path ``/`` and on no domain."""
DEVICE_COOKIE: Final = "__Host-pitboss-device"
"""Known to the doors as a device that has signed in before; it opens nothing by itself."""
DEVICE_SECONDS: Final = LASTING // 1_000_000
SECURE: Final = True
HTTP_ONLY: Final = True
SAME_SITE: Final[Literal["strict"]] = "strict"
PATH: Final = "/"
CSRF_HEADER: Final = "X-Pitboss-CSRF"
"""Every request that changes something and is signed in by cookie carries it; see ``csrf_matches``."""
