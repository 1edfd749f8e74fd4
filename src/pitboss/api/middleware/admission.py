"""Admission control: serves requests by rank when the server is overloaded, and sheds the rest.

| rank | requests | limit |
| --- | --- | --- |
| 1 | commands of people who are signed in; the dealers, who send no requests | the rate of their account |
| 2 | reads of people who are signed in | ``READS``: many at once, half of the time when the loop is behind |
| 2 | coached hands of people who are signed in | ``COACHED``: a quarter of the time, as measured |
| 3 | watchers: streams that are open | while the loop is behind, four frames a second |
| 4 | anonymous reads | ``ANONYMOUS``: a quarter of the time beside play, a twentieth behind |
| 4 | tokens that are not known here, and sign-ins | ``KNOCKS``: the same, at a fixed price |

A coached hand is a read sent by POST, charged at its cost; unknown senders rank as
anonymous, whatever token they show. Senders are recognised from memory alone: a token
lookup is work that must itself be limited. A shed request gets 429 if its own place or account crowds
it out, otherwise 503, with a time to retry. Refusals are sent at a steady pace: an immediate one
would only make room for the next.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, Final

from litestar.types import ASGIApp, Receive, Send
from msgspec import structs

from pitboss.access.devices import SESSION_COOKIE
from pitboss.access.sign_in import SignInService
from pitboss.access.tokens import token_digest
from pitboss.api.errors import fault_of
from pitboss.api.faults import fault
from pitboss.api.middleware.cached_answers import PublicAnswers
from pitboss.api.middleware.guard import SAFE
from pitboss.api.middleware.gzip import takes_gzip
from pitboss.api.middleware.lanes import Lane, LaneLimits, Shed
from pitboss.api.middleware.rate_limit import RateLimits, place_of
from pitboss.api.middleware.requests import PROBES, note, send_fault
from pitboss.messages.answers import FaultNow
from pitboss.reason import because
from pitboss.server.load import Load, TooMany
from pitboss.server.metrics import Metrics

READS: Final = LaneLimits(
    name="reads",
    at_once=512,
    waiting=1_000,
    of_one=50,
    seconds=10.0,
    share=1.0,
    share_behind=0.5,
    cost=0.001,
)
"""A request for a count waits for it on the event loop: how long that takes says nothing."""
ANONYMOUS: Final = LaneLimits(
    name="anonymous", at_once=4, waiting=128, of_one=64, seconds=5.0, share=0.25, share_behind=0.05
)
COACHED: Final = structs.replace(ANONYMOUS, name="coached", waiting=256, of_one=32)
KNOCKS: Final = LaneLimits(
    name="knocks",
    at_once=512,
    waiting=10_000,
    of_one=5_000,
    seconds=20.0,
    share=0.25,
    share_behind=0.1,
    cost=0.0005,
)
"""Sign-ins wait for their hash, and refused ones for their second: how long they take says nothing. After a
start every token is looked up once, so there is room for all of a floor's players."""
TOO_MANY: Final = fault("too_many", because("too_many.wait", why=because("too_many.waiting"), seconds=1))
OVERLOADED: Final = fault("overloaded", because("too_many.wait", why=because("overloaded"), seconds=1))
REFUSALS_PER_SECOND: Final = 100
REFUSALS_AT_ONCE: Final = 20
LONGEST_HELD: Final = 5.0
"""Seconds for which a refusal is held back at most."""
_MOST_REGULARS: Final = 20_000
_BEARER: Final = b"Bearer "
_COOKIE: Final = SESSION_COOKIE.encode()
_NOBODY: Final = "?"
"""Stands for a token that is empty."""
_COMPUTED: Final = "/api/coach/"
"""Reads sent by POST only because the question is long; a token is optional."""
_STREAM: Final = b"text/event-stream"


class KnownTokens:
    """A cache of the tokens that have been recognised here before, and whose they are.

    A session is looked up again now and then. Players must not wait among strangers for that; a token
    that is refused then is a stranger's from there on.
    """

    def __init__(self, doors: SignInService) -> None:
        self._doors = doors
        self._names: OrderedDict[str, str] = OrderedDict()

    def name_of(self, token: str) -> str | None:
        """The account of a token at its last lookup."""
        digest = token_digest(token)
        if (who := self._doors.tokens.watched(token)) is None:
            return self._names.get(digest)
        self._names[digest] = who.name
        self._names.move_to_end(digest)
        if len(self._names) > _MOST_REGULARS:
            self._names.popitem(last=False)
        return who.name

    def forgetting_refused(self, token: str, send: Send) -> Send:
        """Send an answer, and note that a token was refused."""

        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start" and message["status"] == 401:
                self._names.pop(token_digest(token), None)
            await send(message)

        return sending


class Admission:
    """Middleware: serves requests by their rank."""

    def __init__(
        self,
        app: ASGIApp,
        doors: SignInService,
        load: Load,
        metrics: Metrics,
        public: PublicAnswers,
        often: RateLimits,
        lanes: Iterable[LaneLimits] = (READS, COACHED, ANONYMOUS, KNOCKS),
    ) -> None:
        self._app = app
        self._known = KnownTokens(doors)
        self._load = load
        self._metrics = metrics
        self._public = public
        self._often = often
        self._reads, self._coached, self._anonymous, self._knocks = (
            Lane(limits, self._share) for limits in lanes
        )
        self._refusal_at = 0.0

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer one request, or shed it."""
        if scope["type"] != "http" or scope["path"] in PROBES:
            await self._app(scope, receive, send)
            return
        safe = _is_read(scope)
        token = _token(scope["headers"])
        name = self._known.name_of(token) if token else None
        if name is not None and not safe:
            await self._app(scope, receive, self._known.forgetting_refused(token, send))
            return
        lane, key = self._lane(scope, token, name, safe=safe)
        try:
            self._often.take_place(scope)
            await lane.enter(key)
        except Shed as shed:
            self._metrics.shed(shed.lane)
            await self._refuse(scope, send, TOO_MANY if shed.crowded else OVERLOADED)
        except TooMany as error:
            await self._refuse(scope, send, fault_of(error), error.seconds)
        else:
            forgetting_refused = send if name is None else self._known.forgetting_refused(token, send)
            await self._serve(lane, scope, receive, forgetting_refused)

    def _lane(self, scope: Any, token: str, name: str | None, *, safe: bool) -> tuple[Lane, str]:
        """The lane of a request, and whose turn it takes there."""
        coached = scope["path"].startswith(_COMPUTED)
        if name is not None:
            return (self._coached if coached else self._reads), name
        stranger = coached or (safe and not token)
        return (self._anonymous if stranger else self._knocks), place_of(scope)

    async def _serve(self, lane: Lane, scope: Any, receive: Receive, send: Send) -> None:
        """Answer a request whose turn it is; a stream has had its turn when it begins."""
        began: float | None = time.perf_counter()

        async def sending(message: Any) -> None:
            nonlocal began
            if began is not None and message["type"] == "http.response.start" and _is_stream(message):
                lane.leave(time.perf_counter() - began)
                began = None
            await send(message)

        try:
            if lane is self._anonymous and self._public.is_public(scope):
                zipped = takes_gzip(_all(scope["headers"], b"accept-encoding").decode("latin-1"))
                await self._public.answer(scope, receive, sending, zipped=zipped, crowd=lane.crowd > 0)
            else:
                await self._app(scope, receive, sending)
        finally:
            if began is not None:
                lane.leave(time.perf_counter() - began)

    def _share(self, limits: LaneLimits) -> float:
        """The share of the server's time that a lane may take at this moment."""
        if not self._load.playing:
            return 1.0
        return limits.share_behind if self._load.behind else limits.share

    async def _refuse(self, scope: Any, send: Send, found: FaultNow, seconds: int = 1) -> None:
        await asyncio.sleep(self._held_back())
        note(scope, code=found.code)
        await send_fault(send, found, (b"retry-after", str(seconds).encode()))

    def _held_back(self) -> float:
        """For how many seconds the next refusal waits, so that they leave at a steady pace."""
        now = time.monotonic()
        allowed = now - REFUSALS_AT_ONCE / REFUSALS_PER_SECOND
        self._refusal_at = max(self._refusal_at, allowed) + 1 / REFUSALS_PER_SECOND
        return min(max(0.0, self._refusal_at - now), LONGEST_HELD)


def _is_read(scope: Any) -> bool:
    """Whether a request changes nothing; a coached hand is posted, but only computed."""
    return scope["method"] in SAFE or scope["path"].startswith(_COMPUTED)


def _token(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The token of a request; empty only if :func:`pitboss.api.authentication.recognise` finds none either.

    What is shown to nobody in particular is shown to others too, so a request with any token is not that.
    """
    bearer = next((value for name, value in headers if name == b"authorization"), b"")
    if bearer.startswith(_BEARER):
        return bearer.removeprefix(_BEARER).strip().decode("latin-1") or _NOBODY
    for cookie in _all(headers, b"cookie").split(b";"):
        name, _, value = cookie.partition(b"=")
        if name.strip() == _COOKIE:
            return value.strip().decode("latin-1") or _NOBODY
    return ""


def _all(headers: Iterable[tuple[bytes, bytes]], wanted: bytes) -> bytes:
    return b"; ".join(value for name, value in headers if name == wanted)


def _is_stream(message: Any) -> bool:
    return any(value.startswith(_STREAM) for _, value in message.get("headers", ()))
