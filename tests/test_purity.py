"""A test that is called pure and is not fails."""

import os
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.purity import ROOT, NotPure, has_pure, is_pure
from tests.scheduling import LONGEST
from tests.waiting import PATIENCE


@pytest.mark.pure
def test_a_pure_test_starts_no_process_and_opens_no_connection() -> None:
    with pytest.raises(NotPure, match=r"subprocess\.Popen"):
        subprocess.run([sys.executable, "-c", "pass"], check=False, timeout=PATIENCE)
    with pytest.raises(NotPure, match=r"os\.fork"):
        os.fork()
    with pytest.raises(NotPure, match=r"sqlite3\.connect"):
        sqlite3.connect(":memory:")
    with pytest.raises(NotPure, match=r"sqlite3\.dbapi2\.connect"):
        sqlite3.dbapi2.connect(":memory:")
    with socket.socket() as one, socket.socket() as other:
        with pytest.raises(NotPure, match=r"socket\.bind"):
            one.bind(("127.0.0.1", 0))
        with pytest.raises(NotPure, match=r"socket\.connect"):
            other.connect(("127.0.0.1", 9))
        with pytest.raises(NotPure, match=r"socket\.connect_ex"):
            other.connect_ex(("127.0.0.1", 9))


def test_others_are_left_alone() -> None:
    sqlite3.connect(":memory:").close()
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))


def test_a_file_is_pure_by_what_it_imports(tmp_path: Path) -> None:
    tests = ROOT / "tests"
    assert is_pure(tests / "tlog" / "test_merkle.py")
    assert not is_pure(tests / "api" / "test_tables.py")
    assert not is_pure(tests / "store" / "test_open.py")
    for line, pure in {
        "import re": True,
        "import subprocess": False,
        "from tests.api import served": False,
        "from tests.api.served import (\n    QUICK,\n)": False,
        "from pitboss.store.open import open_journal": False,
        "from pitboss.sheets import load": True,
    }.items():
        path = tmp_path / f"test_{hash(line)}.py"
        path.write_text(f"{line}\n", encoding="utf-8")
        assert is_pure(path) == has_pure(path) == pure, line
    assert has_pure(tests / "tlog")
    assert not has_pure(tests / "browser")


def test_the_files_that_are_dealt_out_early_are_there() -> None:
    assert [name for name in LONGEST if not (ROOT / name).exists()] == []
