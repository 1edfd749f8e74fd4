"""Refused attempts of staff are recorded with their account, so that every trial leaves a trace."""

import logging
from typing import Any, Final

import msgspec
from litestar import Request

from pitboss.access.commands import NoteRefusedAttempt
from pitboss.access.principal import Principal
from pitboss.access.rate_limit import Buckets
from pitboss.access.refused_attempts import note_refused_attempt
from pitboss.api.errors import RequestRefused
from pitboss.server.site import Site
from pitboss.store.errors import JournalError
from pitboss.store.journal import AppendOutcome

LOG: Final = logging.getLogger("pitboss.attempts")
AT_ONCE: Final = 500
SECONDS_EACH: Final = 6.0
"""Recorded attempts of one account: a burst, then one in each interval; the log has all of them."""
LONGEST: Final = 1_000
"""Maximum recorded characters of a request."""
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_ASKED: Final = "pitboss_asked"
_WHO: Final = "pitboss_who"


def note_sender(scope: Any, principal: Principal) -> None:
    """Remember who is behind a request."""
    scope[_WHO] = principal


def note_act(scope: Any, act: msgspec.Struct) -> None:
    """Remember what a request asks for, without what proves who asks."""
    scope[_ASKED] = act


class RefusedAttempts:
    """Records what staff were refused, without making anybody wait."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._room = Buckets(AT_ONCE, SECONDS_EACH)

    def note(self, request: Request[Any, Any, Any], error: RequestRefused) -> None:
        """Record a refusal, if it is one of something that a member of staff tried to do."""
        principal: Principal | None = request.scope.get(_WHO)  # type: ignore[assignment]
        if request.method in _SAFE or principal is None or set(principal.roles) <= {"player"}:
            return
        if self._room.take(principal.name):
            return
        names = request.path_params
        noted = NoteRefusedAttempt(
            account=principal.name,
            operation=f"{request.method} {request.scope.get('path_template') or request.url.path}",
            subject="/".join(str(names[name]) for name in sorted(names))[:LONGEST],
            act=_text(request.scope.get(_ASKED)),
            code=error.refusal.code,
        )
        batch = note_refused_attempt(noted, self._site.people.clock())
        try:
            self._site.journal.append_soon(batch, None, _told)
        except JournalError as error:
            _told(error)


def _text(act: object) -> str:
    return msgspec.json.encode(act).decode()[:LONGEST] if act is not None else ""


def _told(outcome: AppendOutcome) -> None:
    if isinstance(outcome, Exception):
        LOG.error("a refused attempt could not be recorded: %s", outcome)
