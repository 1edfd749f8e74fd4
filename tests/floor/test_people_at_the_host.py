"""``pitboss people``: the first people of a floor and lost passwords, at the host."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.access.sign_in import SessionGrant
from pitboss.floor.setup.config import read_config
from pitboss.refusal import Refusal
from pitboss.server.site import open_site
from tests.access.entrance import enrol, sign_in
from tests.floor.test_at_the_host import Capture, Host

WORDS = "five quiet harbour lamps"
Types = Callable[[dict[str, str]], None]


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> Types:
    """What is typed at prompts that begin so; nothing at others."""

    def set_answers(answers: dict[str, str]) -> None:
        last: list[str] = []

        def typed(prompt: str, stream: object = None) -> str:
            if not prompt.startswith("Once more") or "Once more" in answers:
                last[:] = [next((text for key, text in answers.items() if prompt.startswith(key)), "")]
            return last[0]

        monkeypatch.setattr("getpass.getpass", typed)

    return set_answers


@pytest.fixture
def host(tmp_path: Path, capsys: Capture) -> Host:
    return Host(tmp_path, capsys).open()


def signs_in(host: Host, name: str, secret: str, means: str = "password") -> bool:
    site = open_site(read_config(host.config), host.journal)
    try:
        return isinstance(sign_in(site.doors, name, secret, means, "test"), SessionGrant)  # type: ignore[arg-type]
    finally:
        site.stop()


def test_somebody_is_added_with_roles_and_signs_in(host: Host, types: Types) -> None:
    types({"Password": WORDS, "PIN": "739164"})
    assert "eve can sign in" in host("people", "add", "eve", "--role", "dealer", "--role", "pit_supervisor")
    assert signs_in(host, "eve", WORDS)
    assert signs_in(host, "eve", "739164", "pin")
    listed = host("people")
    assert "dealer, pit_supervisor" in listed
    assert "password, pin" in listed
    assert "is taken" in host("people", "add", "eve", "--role", "dealer", status=2)


def test_a_wrong_list_of_people_is_refused_and_nobody_is_added(host: Host, types: Types) -> None:
    types({"Password": WORDS})
    assert "the roles are" in host("people", "add", "eve", "--role", "king", status=2)
    assert "--role" in host("people", "add", "eve", status=2)
    assert "say who" in host("people", "add", status=2)
    assert "two departments" in host(
        "people", "add", "eve", "--role", "dealer", "--role", "accounting", status=2
    )
    types({"Password": "short"})
    assert host("people", "add", "eve", "--role", "accounting", status=2)
    types({"Password": WORDS, "Once more": "something else"})
    assert "not the same" in host("people", "add", "eve", "--role", "accounting", status=2)
    assert "eve" not in host("people")
    assert "no account" in host("people", "enrol", "eve", status=2)


def test_a_code_of_the_host_lets_somebody_choose_anew(host: Host, types: Types) -> None:
    types({})
    code = host("people", "enrol", "dan").split("24 hours: ")[1].split()[0]
    site = open_site(read_config(host.config), host.journal)
    try:
        assert not isinstance(enrol(site.doors, "dan", [code], "password", WORDS, "test"), Refusal)
    finally:
        site.stop()
    assert signs_in(host, "dan", WORDS)
