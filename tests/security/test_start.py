"""An operator's slip, or a variable that is empty: what a server is started with.

Holds: the command line. Tries, mostly without meaning to: an empty address, which is every address; a port
that is none, which is another one; a time that never ends; a database's address that cannot be read, with its
password in it. Expected: it is refused before anything is opened, and no password is shown or made a file.
"""

from pathlib import Path

import pytest

from pitboss.cli.main import run
from pitboss.store.errors import JournalError
from pitboss.store.open import open_journal, open_private, open_roster

SECRET = "s3cret"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("--port", port) for port in ("65536", "99999", "-1", "٣", "1e3", "9" * 5000, "")),
        *(("--host", host) for host in ("", " ")),
        *(("--drain", seconds) for seconds in ("nan", "inf", "-1", "1e9", "soon")),
    ],
)
def test_a_server_refuses_to_start_with_impossible_settings(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    option: str,
    value: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        run(["serve", f"{option}={value}"])
    assert ended.value.code == 2
    assert f"argument {option}" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [], "nothing was opened"


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://u:{SECRET}%zz@h/db",
        f"postgresql://u:{SECRET} x@h/db",
        f"postgresql://u:{SECRET}@[::1/db",
        f"postgresql://u:{SECRET}@h/db?nothing=1",
        f"postgres:/u:{SECRET}@h/db",
        f"user=u password={SECRET} host=127.0.0.1",
        f"dbname = floor password = {SECRET}",
        f"mysql://u:{SECRET}@h/db",
        f"postgresql://u:{SECRET}@127.0.0.1:1/db",
    ],
)
def test_no_error_shows_the_password_of_a_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for opened in (open_journal, open_private, open_roster):
        with pytest.raises(JournalError) as error:
            opened(url)
        assert SECRET not in str(error.value)
    assert list(tmp_path.iterdir()) == []
