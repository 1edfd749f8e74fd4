"""How a browser is to keep a session: attributes for whoever sets the cookie."""

from typing import Final, Literal

SESSION_COOKIE: Final = "__Host-pitboss"
"""The prefix makes browsers insist on Secure, on the path ``/`` and on no domain."""
SECURE: Final = True
HTTP_ONLY: Final = True
SAME_SITE: Final[Literal["strict"]] = "strict"
PATH: Final = "/"
CSRF_HEADER: Final = "X-Pitboss-CSRF"
"""Every request that changes something and is signed in by cookie carries it; see ``csrf_matches``."""
