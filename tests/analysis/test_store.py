"""Results on disk: found again, never half, never wrong, never in the way."""

import os
from pathlib import Path

import numpy as np
import pytest

from pitboss.analysis import count_cache
from tests.waiting import at_once


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    count_cache.clear_memory()
    return tmp_path


class Count:
    """A count that knows how often it was made."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> count_cache.Arrays:
        self.times += 1
        return {"a": np.arange(6, dtype=np.int64).reshape(2, 3), "b": np.array([-(2**62)])}


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_counted_once_and_found_again() -> None:
    count = Count()
    first = count_cache.cached_arrays("kind 1", {"x": [1, "a"]}, count)
    count_cache.clear_memory()
    again = count_cache.cached_arrays("kind 1", {"x": [1, "a"]}, count)
    assert count.times == 1
    assert again["a"].tolist() == [[0, 1, 2], [3, 4, 5]] == first["a"].tolist()
    assert again["b"].tolist() == [-(2**62)]


def test_a_recent_answer_is_not_read_again(folder: Path) -> None:
    count_cache.cached_arrays("kind 1", {}, Count())
    for path in files(folder):
        path.unlink()
    count = Count()
    count_cache.cached_arrays("kind 1", {}, count)
    assert count.times == 0


def test_another_subject_or_method_is_another_result() -> None:
    count = Count()
    count_cache.cached_arrays("kind 1", {"x": 1}, count)
    count_cache.cached_arrays("kind 1", {"x": 2}, count)
    count_cache.cached_arrays("kind 2", {"x": 1}, count)
    assert count.times == 3


def test_results_cannot_be_written_to() -> None:
    found = count_cache.cached_arrays("kind 1", {}, Count())
    with pytest.raises(ValueError, match="read-only"):
        found["a"][0, 0] = 7


def test_numbers_without_arrays() -> None:
    count = Count()
    fresh = count_cache.cached_numbers("kind 1", {}, count)
    stored = count_cache.cached_numbers("kind 1", {}, count)
    assert count.times == 1
    assert list(stored["a"]) == [0, 1, 2, 3, 4, 5] == list(fresh["a"])
    assert list(stored["b"]) == [-(2**62)]


@pytest.mark.parametrize("harm", ["cut", "flip", "empty", "other"])
def test_a_file_that_is_not_whole_counts_as_absent(folder: Path, harm: str) -> None:
    count = Count()
    count_cache.cached_arrays("kind 1", {}, count)
    [path] = files(folder)
    data = path.read_bytes()
    if harm == "cut":
        path.write_bytes(data[:-3])
    elif harm == "flip":
        path.write_bytes(data[:-5] + bytes([data[-5] ^ 1]) + data[-4:])
    elif harm == "empty":
        path.write_bytes(b"")
    else:
        count_cache.cached_arrays("kind 1", {"another": 1}, Count())
        [other] = [found for found in files(folder) if found != path]
        path.write_bytes(other.read_bytes())
    count_cache.clear_memory()
    assert count_cache.cached_arrays("kind 1", {}, count)["a"].shape == (2, 3)
    assert count.times == 2
    assert path.read_bytes() == data


def test_an_interrupted_count_leaves_nothing(folder: Path) -> None:
    def interrupted() -> count_cache.Arrays:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_cache.cached_arrays("kind 1", {}, interrupted)
    assert files(folder) == []


def test_an_interrupted_write_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Path, target: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        count_cache.cached_arrays("kind 1", {}, Count())
    assert files(folder) == []


def test_a_folder_that_cannot_be_written_is_no_obstacle(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "counts").write_text("a file where the folder should be")
    assert count_cache.cached_arrays("kind 1", {}, Count())["a"].shape == (2, 3)
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))
    monkeypatch.delenv("PITBOSS_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    count_cache.clear_memory()
    assert count_cache.cached_arrays("kind 1", {}, Count())["a"].shape == (2, 3)


def test_many_writers_at_once(folder: Path) -> None:
    def ask() -> list[list[int]]:
        count_cache.clear_memory()
        found: list[list[int]] = count_cache.cached_arrays("kind 1", {}, Count())["a"].tolist()
        return found

    assert at_once(*[ask] * 16) == [[[0, 1, 2], [3, 4, 5]]] * 16
    assert len(files(folder)) == 1


def test_the_users_own_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PITBOSS_CACHE")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", os.sep + "somewhere")
    assert count_cache.cache_folder() == Path(os.sep + "somewhere") / "pitboss"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", os.sep + "me")
    assert count_cache.cache_folder() == Path(os.sep + "me") / ".cache" / "pitboss"


def test_compiled_loops_let_other_threads_go_on() -> None:
    from pitboss.analysis.sets.stud_kernel import count_deals

    assert count_deals.targetoptions["nogil"]  # type: ignore[attr-defined]
