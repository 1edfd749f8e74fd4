"""A member of staff who writes a reason, a note or a player's name that is more than a text.

Holds: an account of a Dealer or above, or the host's file of the floor. Tries: HTML and scripts in the signed
page and the pages, an end of the element or of the place that holds signed data, lines that break out of the
comments of a round file, and characters that move a cursor or turn text around, against whoever reads the
record in a terminal. Expected: it is shown as the text it is, or refused when it is sent.
"""

import json
import re
import tomllib
import uuid
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec import structs

from pitboss.access.roles import Role
from pitboss.cli.main import run
from pitboss.floor.sheets_in_force import Rulebook
from pitboss.replay.dispute.check import check_page
from pitboss.replay.dispute.document import parse_page, signed_page
from pitboss.replay.replay import find, replay
from pitboss.replay.round_file import as_round_file
from pitboss.round import commands as cmd
from pitboss.store.open import open_journal
from pitboss.web import ROOT
from tests.api.served import SLOW, Served, served_floor
from tests.floor.house import DEALER, House
from tests.jackpots.floor import THREE_CARD
from tests.replay.disputed import KEY, SHAW
from tests.replay.test_dispute import HOUSE, page_of

TABLE = "T<i>1"
NAME = '"><img/src=x/onerror=alert(1)>'
REASON = (
    '</script><script>alert(1)</script><!--the signed data--><dl class="seal"></pre></td>\x1b[2J\u202e'
    '\n[[round]]\nsteps = ["settle"]\r\n[expect]\u2028# '
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A round whose every text is hostile."""
    path = tmp_path_factory.mktemp("texts") / "floor.db"
    with open_journal(path) as journal:
        house = House(journal).open({TABLE: THREE_CARD})
        house.begin(TABLE)
        for bet, amount in (("ante", 2500), ("jackpot", 500)):
            house.ok(
                house.floor.act(
                    TABLE, cmd.PlaceBet(box=1, player=NAME, bet=bet, amount=amount), DEALER, house.id()
                )
            )
        house.play(TABLE, "close", "deal 1 2h 4d 9c", "deal dealer Kh 8d 5s", "deal community Js Ts")
        house.play(TABLE, "fold 1", "reveal", "settle")
        ruling = cmd.AdjustSettlement(
            box=1, player=NAME, bet="ante", amount=5000, by="shift_manager", reason=REASON
        )
        house.ok(house.floor.adjust(TABLE, 1, ruling, SHAW, house.id()))
    return path


class Tags(HTMLParser):
    """The elements of a page, and what they say of themselves."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_a_signed_page_shows_hostile_texts_as_texts(played: Path) -> None:
    with open_journal(played, read_only=True) as journal:
        page = page_of(journal, f"{TABLE}/1")
    tags = Tags()
    tags.feed(page)
    assert not {tag for tag, _ in tags.found} & {"img", "i", "iframe", "form", "link", "base", "object"}
    assert [tag for tag, _ in tags.found].count("script") == 2, "the data, and what verifies it"
    assert [attrs for _, attrs in tags.found if any(name.startswith("on") for name in attrs)] == []
    assert [attrs for _, attrs in tags.found].count({"class": "seal"}) == 1
    checked = check_page(parse_page(page), HOUSE)
    assert checked.proved, checked.findings
    assert checked.past is not None
    assert checked.past.round.box(1).player == NAME


def test_a_round_file_has_no_step_that_a_reason_brought(played: Path) -> None:
    with open_journal(played, read_only=True) as journal:
        past = find(journal, f"{TABLE}/1")
        assert past is not None
        told = as_round_file(journal, replay(journal, Rulebook(journal), past))
    found = tomllib.loads(told.text())
    assert len(found["round"]) == 1
    assert "expect" not in found["round"][0]
    assert found["round"][0]["steps"].count("settle") == 1
    assert told.same_lines


_READING = (
    ("replay", "{url}", f"{TABLE}/1"),
    ("audit", "{url}"),
    ("rerun", "{url}", "--reading", "jackpot_bet_with_a_win=given_back"),
)


@pytest.mark.parametrize("command", _READING, ids=lambda command: command[0])
def test_no_terminal_is_given_a_command(
    played: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    run([part.format(url=played) for part in command])
    said = "".join(capsys.readouterr())
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", said)


def test_a_terminal_is_told_what_was_written(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(played), f"{TABLE}/1"]) == 0
    assert r"\u001b[2J\u202e" in capsys.readouterr().out
    assert run(["replay", str(played), f"{TABLE}/1", "--json"]) == 0
    reasons = re.findall(r'"reason": ?"((?:[^"\\]|\\.)*)"', capsys.readouterr().out)
    assert REASON in [json.loads(f'"{reason}"') for reason in reasons], "JSON says the same as ever"


def test_a_page_that_somebody_made_gives_no_command_either(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_journal(played, read_only=True) as journal:
        document = parse_page(page_of(journal, f"{TABLE}/1"))
    page = tmp_path / "round.html"
    proof = structs.replace(document.record.proof, note='{"\x9b2J": 1}')
    hostile = structs.replace(document.record, made="\x1b[2J\u202e", proof=proof)
    page.write_text(signed_page(document.visible, hostile, KEY), encoding="utf-8")
    assert run(["replay", "--check", str(page)]) == 1
    said = "".join(capsys.readouterr())
    assert "FAILS" in said
    assert r"\u001b[2J\u202e" in said
    assert not re.search(r"[\x1b\x9b\u202e]", said)


served = served_floor(SLOW)


@pytest.fixture(scope="module")
def tokens(served: Served) -> dict[str, str]:
    roles: tuple[Role, ...] = ("dealer", "pit_supervisor", "shift_manager", "administrator")
    return {role: served.token(role) for role in roles}


STEERING = ("\x1b[2J", "a\nb", "a\rb", "\x00", "\x9b2J", "\u202eoops", "a\u2066b", "a\u2028b", "a\u200bb")


def sent(text: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Who sends a text where, in every kind of request that takes one."""
    limits = {"act": "set_limits", "table": "3CP-1", "boxes": 5}
    report = {"act": "report", "clause": "5.23", "reason": text}
    bet = {"act": "bet", "box": 1, "bet": "ante", "amount": "25", "player": text}
    yield "shift_manager", "/api/proposals", {"act": limits, "reason": text}
    yield "administrator", "/api/people", {"name": "zoe", "kind": "staff", "reason": text}
    yield "shift_manager", "/api/links/spade/acts", {"act": {"act": "fail", "reason": text}}
    yield "shift_manager", "/api/tables/3CP-1/acts", {"act": report}
    yield "dealer", "/api/tables/3CP-1/acts", {"act": bet}
    yield "pit_supervisor", "/api/tables/3CP-1/disputes", {"round": 1, "reason": text}
    yield "shift_manager", "/api/tables/3CP-1/notice", {"text": text}


@pytest.mark.parametrize("text", STEERING, ids=ascii)
def test_texts_that_steer_a_screen_are_refused_when_they_are_sent(
    served: Served, tokens: dict[str, str], text: str
) -> None:
    before = served.site.journal.last_position()
    for role, path, body in sent(text):
        headers = {"Authorization": f"Bearer {tokens[role]}"}
        answer = httpx.post(served.url + path, json={"id": uuid.uuid4().hex, **body}, headers=headers)
        assert answer.status_code in (400, 409), (path, answer.text)
    written = msgspec.json.encode(text)
    assert not [event for event in served.site.journal.read_all(before) if written in event.data]


def test_pages_never_make_markup_of_texts() -> None:
    """Whatever is shown is set as text; the policy of the pages would stop the rest."""
    ways = re.compile(
        r"\binnerHTML\b|\bouterHTML\b|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser"
        r"|\beval\s*\(|new Function|javascript:|srcdoc|setAttribute\(\s*[\"']on|\.html\("
    )
    scripts = sorted(ROOT.rglob("*.js"))
    assert len(scripts) > 40
    for path in scripts:
        assert not ways.search(path.read_text(encoding="utf-8")), path.name
