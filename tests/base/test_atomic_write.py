"""Files are written whole or not at all, and replace another file only when that is meant."""

import errno
import os
from pathlib import Path

import pytest

from pitboss.atomic_write import OWNER_ONLY, publish, write_whole


def test_a_file_appears_whole_with_its_mode_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "key"
    write_whole(path, b"one", mode=OWNER_ONLY)
    write_whole(path, b"two", mode=OWNER_ONLY)
    assert path.read_bytes() == b"two"
    assert path.stat().st_mode & 0o777 == OWNER_ONLY
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("links", [True, False])
def test_another_file_is_replaced_only_if_that_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    def no_link(source: Path, target: Path) -> None:
        raise OSError(errno.EPERM, "no hard links here")

    if not links:
        monkeypatch.setattr(os, "link", no_link)
    path = tmp_path / "copy"
    write_whole(path, b"first", replace=False)
    with pytest.raises(FileExistsError):
        write_whole(path, b"second", replace=False)
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_synced_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no room"):
        write_whole(tmp_path / "report", b"data")
    assert list(tmp_path.iterdir()) == []


def test_a_finished_part_gets_its_name(tmp_path: Path) -> None:
    part, path = tmp_path / ".copy.part", tmp_path / "copy"
    part.write_bytes(b"data")
    publish(part, path, mode=0o400)
    assert path.stat().st_mode & 0o777 == 0o400
    assert list(tmp_path.iterdir()) == [path]
