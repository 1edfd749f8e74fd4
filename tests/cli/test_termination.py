"""SIGTERM interrupts a command as Ctrl-C does."""

import signal
import threading
from argparse import Namespace
from collections.abc import Iterator

import pytest

from pitboss.cli import main, version
from pitboss.cli.termination import interrupted_by_sigterm
from pitboss.simulation.executors import uninterrupted


@pytest.fixture(autouse=True)
def _handlers_put_back() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_it_interrupts_a_command_with_a_status_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def terminated(options: Namespace) -> int:
        signal.raise_signal(signal.SIGTERM)
        raise AssertionError

    monkeypatch.setattr(version, "run", terminated)
    assert main.run(["version"]) == 143
    assert capsys.readouterr().err == "\nInterrupted.\n"
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_a_second_one_ends_the_process_at_once() -> None:
    with interrupted_by_sigterm() as termination:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        assert termination.received
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_an_existing_handler_of_the_signal_stays() -> None:
    heard: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, frame: heard.append(number))
    with interrupted_by_sigterm() as termination:
        signal.raise_signal(signal.SIGTERM)
    assert (heard, termination.received) == ([signal.SIGTERM], False)


def test_a_command_of_another_thread_runs_without_it() -> None:
    statuses: list[int] = []
    thread = threading.Thread(target=lambda: statuses.append(main.run(["version"])))
    thread.start()
    thread.join(60)
    assert statuses == [0]


def test_it_is_held_back_where_ctrl_c_is() -> None:
    done: list[bool] = []

    def work() -> None:
        with uninterrupted():
            signal.raise_signal(signal.SIGTERM)
            done.append(True)

    with interrupted_by_sigterm() as termination:
        with pytest.raises(KeyboardInterrupt):
            work()
        assert termination.received
    assert done


def test_a_command_that_ignores_ctrl_c_goes_on_ignoring_it() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with uninterrupted():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
