"""A part of a server that breaks off for a moment goes on, and one that does not is seen by readiness."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.floor.dealer.assignment import TableAssignment
from pitboss.floor.dealer.dealers import Dealers
from pitboss.reason import because
from pitboss.server.site import Site
from pitboss.store.checkpoint import make_checkpoint
from pitboss.store.errors import ConnectionLost
from pitboss.store.keys import load_key
from pitboss.store.open import open_journal
from tests.api.served import QUICK, SLOW, serving
from tests.waiting import until

TABLE = "3CP-1"


def failing(method: Callable[..., object], error: Exception) -> Callable[..., object]:
    """The method, but its first call raises."""
    left = [error]

    def call(*arguments: object) -> object:
        if left:
            raise left.pop()
        return method(*arguments)

    return call


@pytest.mark.parametrize(
    ("part", "name", "error"),
    [
        (Dealers, "look", ConnectionLost(because("database.url"))),
        (TableAssignment, "renew", RuntimeError("a defect")),
    ],
)
def test_tables_are_dealt_whatever_failed_at_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, part: type, name: str, error: Exception
) -> None:
    monkeypatch.setattr(part, name, failing(getattr(part, name), error))
    with serving(tmp_path, QUICK) as served:

        def begun() -> bool:
            state = served.site.floor.table(TABLE)
            return state is not None and state.round is not None

        until(begun, "a round is begun")


def test_a_server_that_cannot_read_what_others_record_is_not_ready(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    heard, broken = Site._heard, list[bool]()

    def hear(site: Site, events: object) -> None:
        if broken:
            raise AssertionError("a defect")
        heard(site, events)  # type: ignore[arg-type]

    monkeypatch.setattr(Site, "_heard", hear)
    with serving(tmp_path, SLOW) as served:
        site = served.site
        until(lambda: not site.why_not_ready(), "it is ready")
        broken.append(True)
        with open_journal(site.journal.url) as other:
            make_checkpoint(other, load_key(Path(site.config.signing_key)))
        until(lambda: site.why_not_ready() == ("what other servers record cannot be read",), "it says so")
        broken.clear()
        until(lambda: not site.why_not_ready(), "it is ready again")
