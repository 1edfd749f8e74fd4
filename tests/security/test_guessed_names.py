"""Somebody without an account who wants to know which names have one, by how long an answer takes.

Holds: names to guess. Tries: tokens of devices and codes of enrolments that carry such a name and are wrong.
Expected: the same steps whatever the name, and the answer held back for the same time.
"""

from unittest import mock

import httpx
import pytest

from pitboss.access.devices import SESSION_COOKIE
from pitboss.api import authentication
from pitboss.api.routes import session
from tests.api.served import SLOW, Served, served_floor

served = served_floor(SLOW)
NOBODY = "no-such-name"


@pytest.fixture
def names(served: Served) -> tuple[str, ...]:
    """A name of staff whose account the server has in memory, and one that nobody has."""
    name, _ = served.secret("shift_manager")
    served.site.doors.people.account(name)
    return name, NOBODY


def guess(name: str) -> str:
    return f"pbm~{name}~{'A' * 43}"


def test_a_guessed_token_has_no_account_looked_at(served: Served, names: tuple[str, ...]) -> None:
    """The second guess at a name takes the same steps as the first, and on the event loop none."""
    tokens = served.site.doors.tokens
    for name in names:
        tokens.principal(guess(name))
        with mock.patch.object(tokens.people, "accounts") as accounts:
            assert tokens.known(guess(name)) is None
            assert tokens.watched(guess(name)) is None
        assert not accounts.mock_calls


def test_a_device_that_was_recognised_is_known_from_then_on(served: Served) -> None:
    device = served.device("shoe", "send_cards", table="3CP-1")
    tokens = served.site.doors.tokens
    token = device._http.headers["Authorization"].removeprefix("Bearer ")
    assert tokens.known(token) is None
    assert tokens.principal(token) == tokens.known(token)


@pytest.mark.parametrize("kind", ["token", "cookie", "codes"])
def test_a_wrong_answer_is_held_back_whoever_it_names(
    served: Served, names: tuple[str, ...], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[float] = []

    async def hold(began: float) -> None:
        held.append(began)

    for module in (authentication, session):
        monkeypatch.setattr(module, "hold_refusal", hold)
    answers = [send(served.url, kind, name) for name in names]
    assert len(held) == len(names)
    assert answers[0].status_code == answers[1].status_code
    assert answers[0].content == answers[1].content


def send(url: str, kind: str, name: str) -> httpx.Response:
    if kind == "codes":
        body = {"name": name, "codes": ["ABCD-EFGH-JKLM-NPQR"], "password": "a long walk by the sea"}
        return httpx.post(f"{url}/api/enrolment", json=body)
    headers = {"Authorization": f"Bearer {guess(name)}"}
    if kind == "cookie":
        headers = {"Cookie": f"{SESSION_COOKIE}={guess(name)}"}
    return httpx.get(f"{url}/api/tables", headers=headers)
