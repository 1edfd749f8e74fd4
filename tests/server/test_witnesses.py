"""Witnesses of a running floor: they cosign within seconds, and what is wrong with them is said at once."""

import logging
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import structs

from pitboss.access import commands as ac
from pitboss.access.roles import SYSTEM
from pitboss.cli.main import run
from pitboss.client import Client, calls
from pitboss.commands.record import Order
from pitboss.floor import Done, Floor
from pitboss.floor.commands import BeginRound
from pitboss.floor.log.watch import LogState, LogWatch
from pitboss.floor.log.witness_policy import WitnessPolicy
from pitboss.floor.setup.config import FloorConfig
from pitboss.messages import acts
from pitboss.refusal import Refusal
from pitboss.store import Journal
from pitboss.store.checkpoint import Checkpoint, last_checkpoint, make_checkpoint
from pitboss.store.journal import NewEvent, ToStream
from pitboss.store.open import open_journal
from pitboss.tlog.checkpoint import cosigned
from pitboss.tlog.note import parse_note, parse_note_key, signed_by
from tests.api.processes import Process, free_port, write_floor
from tests.api.served import PATIENCE, SLOW, Served, config, serving
from tests.api.witness_beside import Mode, WitnessBeside, log_key, witness_beside
from tests.programs import ran, running
from tests.waiting import until


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look often, and ask again soon."""
    monkeypatch.setattr("pitboss.server.checkpoints.LOOK_SECONDS", 0.05)
    monkeypatch.setattr("pitboss.server.checkpoints.STOP_SECONDS", 0.5)
    monkeypatch.setattr("pitboss.server.witnesses._SETTLED", 0.2)
    monkeypatch.setattr("pitboss.floor.log.witness_policy.FIRST_PAUSE", 0.05)


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[WitnessBeside]:
    with witness_beside(tmp_path, log_key(tmp_path / "key")) as found:
        yield found


def witnessed(witness: WitnessBeside, *others: WitnessBeside, **policy: object) -> FloorConfig:
    """The default floor with witnesses, and a checkpoint after every append."""
    named = tuple(each.named for each in (witness, *others))
    return structs.replace(
        config(SLOW),
        witnesses=named,
        witness_policy=WitnessPolicy(**policy),  # type: ignore[arg-type]
        checkpoint_appends=1,
    )


def something(served: Served, name: str) -> None:
    """Let something be recorded."""
    assert isinstance(served.site.people.act(ac.MakeAccount(name, "staff"), SYSTEM, "a test"), Done)


def ready(served: Served) -> httpx.Response:
    return httpx.get(f"{served.url}/ready", timeout=PATIENCE)


def says(player: Client) -> str | None:
    """What the Dealer of a table says."""
    dealer = player.send(calls.table("3CP-1")).dealer
    return dealer.says if dealer else None


def is_cosigned(served: Served, witness: WitnessBeside) -> bool:
    """Whether all that was recorded is signed and cosigned."""
    state = served.site.checkpoints.look()
    seen = state.seen.get(witness.key.name)
    return (
        state.newest is not None
        and not state.unsigned
        and seen is not None
        and seen.size == state.newest.size
    )


def test_new_records_are_cosigned_within_seconds(tmp_path: Path, witness: WitnessBeside) -> None:
    url = str(tmp_path / "floor.db")
    with serving(tmp_path, floor=witnessed(witness), url=url) as served:
        until(lambda: is_cosigned(served, witness), "the witness has cosigned the newest checkpoint")
        before = served.site.witnesses.state.newest
        assert before is not None
        something(served, "dora")
        until(
            lambda: is_cosigned(served, witness) and served.site.witnesses.state.newest != before,
            "the witness has cosigned a newer checkpoint",
        )
        found = ready(served).json()
        assert (found["ready"], found["warnings"]) == (True, [])
        assert found["cosigned_seconds"] < PATIENCE
        with served.client() as anybody:
            log = anybody.send(calls.log())
        note = parse_note(log.note)
        assert signed_by(note, parse_note_key(log.key))
        assert cosigned(note, witness.key) is not None
        assert (log.needed, log.late, log.covered) == (1, False, log.size)
        assert [(each.name, each.size) for each in log.witnesses] == [(witness.key.name, log.size)]
        bearer = {"Authorization": f"Bearer {served.token('administrator')}"}
        metrics = httpx.get(f"{served.url}/metrics", headers=bearer).text
        assert f'pitboss_witness_size{{witness="{witness.key.name}"}} {log.size}' in metrics
        assert "pitboss_witness_alarms 0" in metrics
        something(served, "last")
    with open_journal(url, read_only=True) as journal:
        last = last_checkpoint(journal)
    assert last is not None
    assert last.size > log.size
    assert witness.size(last.head.origin) == last.size, "what is signed at the stop is cosigned too"


@pytest.mark.parametrize(
    ("mode", "says"),
    [
        ("hangs", "does not answer"),
        ("refuses", "does not cosign"),
        ("other_key", "something other than its cosignature"),
        ("other_note", "something other than its cosignature"),
    ],
)
def test_a_witness_that_fails_is_told_of_and_play_goes_on(
    tmp_path: Path,
    witness: WitnessBeside,
    mode: Mode,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("pitboss.server.witnesses.TIMEOUT", 0.2)
    witness.mode = mode
    with (
        caplog.at_level(logging.WARNING, "pitboss.witnesses"),
        serving(tmp_path, floor=witnessed(witness, alarm_seconds=0.1)) as served,
    ):
        until(
            lambda: any(says in one for one in ready(served).json()["warnings"]),
            "a warning tells what is wrong with the witness",
        )
        until(lambda: served.site.witnesses.alarms == 1, "one alarm is raised")
        answer = ready(served)
        assert answer.status_code == 200, "another server could not do better"
        assert "127.0.0.1" not in answer.text
        assert answer.json()["cosigned_seconds"] is None
        assert any("never" in one for one in answer.json()["warnings"])
        until(
            lambda: (state := served.site.floor.table("3CP-1")) and state.in_play,
            "the software has begun a round",
        )
        assert served.site.journal.head("cosignature/journal") is None, "nothing that is none is recorded"
        witness.mode = "cosigns"
        witness._released.set()
        until(lambda: is_cosigned(served, witness), "the witness has cosigned the newest checkpoint")
    lines = [(record.levelname, record.message) for record in caplog.records]
    assert lines.count(("WARNING", "a witness does not cosign")) == 1, "once, however often it fails"
    assert ("ERROR", "too few witnesses have cosigned the record lately") in lines
    assert ("WARNING", "a witness cosigns again") in lines


def test_a_witness_that_is_away_comes_back(tmp_path: Path, witness: WitnessBeside) -> None:
    with serving(tmp_path, floor=witnessed(witness)) as served:
        until(lambda: is_cosigned(served, witness), "the witness has cosigned the newest checkpoint")
        witness.stop()
        something(served, "dora")
        until(
            lambda: ready(served).json()["warnings"] == [f"the witness {witness.key.name} does not answer"],
            "the server warns that the witness does not answer",
        )
        witness.start()
        until(lambda: is_cosigned(served, witness), "the witness has cosigned the newest checkpoint")
        until(lambda: ready(served).json()["warnings"] == [], "no warning is left")


def test_enough_of_several_are_enough(tmp_path: Path, witness: WitnessBeside) -> None:
    with witness_beside(tmp_path, log_key(tmp_path / "key"), name="other.example") as other:
        other.mode = "refuses"
        with serving(tmp_path, floor=witnessed(witness, other, needed=2)) as served:
            until(lambda: is_cosigned(served, witness), "the witness has cosigned the newest checkpoint")
            assert served.site.witnesses.age_seconds() is None
            other.mode = "cosigns"
            until(lambda: is_cosigned(served, other), "the other witness has cosigned the newest checkpoint")
            assert served.site.witnesses.age_seconds() is not None


def test_a_strict_floor_begins_no_round_until_its_witnesses_have_cosigned(
    tmp_path: Path, witness: WitnessBeside
) -> None:
    witness.mode = "refuses"
    floor = witnessed(witness, alarm_seconds=3600, holds_rounds=True)
    begin = Order(command=BeginRound(table="3CP-1"), by=SYSTEM)
    with serving(tmp_path, floor=floor) as served:
        held = served.site.floor.execute(begin)
        assert isinstance(held, Refusal)
        assert held.code == "rounds_held"
        answer = ready(served)
        assert answer.status_code == 503
        assert "no round begins until the witnesses" in answer.json()["why_not"][0]
        witness.mode = "cosigns"
        until(lambda: ready(served).status_code == 200, "the server is ready")
        # The software begins by itself: the dealers were told.
        until(
            lambda: (state := served.site.floor.table("3CP-1")) and state.in_play,
            "the software has begun a round",
        )


def test_a_strict_floor_finishes_its_rounds_and_goes_on_after(tmp_path: Path, witness: WitnessBeside) -> None:
    floor = witnessed(witness, alarm_seconds=3600, holds_rounds=True)
    with serving(tmp_path, floor=floor) as served:
        site = served.site
        until(
            lambda: (state := site.floor.table("3CP-1")) and state.in_play, "the software has begun a round"
        )
        witness.mode = "refuses"
        late = structs.replace(floor.witness_policy, alarm_seconds=0.1)
        site.witnesses._config = structs.replace(site.config, witness_policy=late)
        until(site.witnesses.rounds_held, "rounds are held back")
        with served.player("ann") as ann:
            ann.send(calls.act("3CP-1", acts.PlaceBet(box=1, bet="ante", amount="25.00")))
            served.close("3CP-1")
            until(lambda: says(ann) == "your_decision", "the table asks for ann's decision")
            ann.send(calls.act("3CP-1", acts.FoldHand(box=1)))
            until(lambda: says(ann) == "for_the_witnesses", "the table waits for the witnesses")
            assert (state := site.floor.table("3CP-1"))
            assert (state.number, state.in_play) == (1, False)
            assert ready(served).status_code == 503
            site.witnesses._config = site.config
            witness.mode = "cosigns"
            until(lambda: says(ann) == "place_your_bets", "the bets are open")
        assert (state := site.floor.table("3CP-1"))
        assert state.number == 2


def test_a_server_that_is_not_on_duty_asks_only_to_be_let_begin(
    tmp_path: Path, witness: WitnessBeside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another server asks; a strict one that has just started would else wait for the next checkpoint."""
    monkeypatch.setattr("pitboss.floor.dealer.assignment.TableAssignment.deals", lambda *given: False)
    strict = witnessed(witness, holds_rounds=True)
    with serving(tmp_path, floor=strict) as served:
        until(lambda: not served.site.witnesses.rounds_held(), "rounds are held back no longer")
    witness.asked = 0
    looks = list[LogState]()
    look = LogWatch.look

    def counted(watch: LogWatch) -> LogState:
        looks.append(look(watch))
        return looks[-1]

    monkeypatch.setattr(LogWatch, "look", counted)
    with serving(tmp_path, floor=witnessed(witness)):
        until(lambda: len(looks) > 5, "the server has looked for news of the journal six times")
        assert witness.asked == 0


def test_an_older_copy_is_an_alarm_at_once(
    tmp_path: Path, witness: WitnessBeside, caplog: pytest.LogCaptureFixture
) -> None:
    url = tmp_path / "floor.db"
    with serving(tmp_path, floor=witnessed(witness), url=str(url)):
        pass
    shutil.copy(url, tmp_path / "copy.db")
    with serving(tmp_path, floor=witnessed(witness), url=str(url)) as served:
        something(served, "dora")
    with (
        caplog.at_level(logging.CRITICAL, "pitboss.witnesses"),
        serving(tmp_path, floor=witnessed(witness), url=str(tmp_path / "copy.db")) as served,
    ):
        until(served.site.witnesses.conflicts, "a conflict is found")
        until(lambda: served.site.witnesses.alarms, "an alarm is raised")
        assert "has cosigned a different record" in ready(served).text
        assert ready(served).status_code == 200
        strict = structs.replace(served.site.config.witness_policy, holds_rounds=True)
        served.site.witnesses._config = structs.replace(served.site.config, witness_policy=strict)
        until(lambda: ready(served).status_code == 503, "the server is not ready")
    assert {record.message for record in caplog.records} == {
        "a witness has cosigned another record than this journal holds"
    }


def test_by_time_by_count_and_never_for_what_the_log_records_of_itself(
    tmp_path: Path, witness: WitnessBeside
) -> None:
    """Both count from the newest checkpoint, so a restart postpones nothing."""
    url = str(tmp_path / "floor.db")
    floor = structs.replace(witnessed(witness), checkpoint_appends=3, tables=(), links=())
    with serving(tmp_path, floor=floor, url=url) as served:
        checkpoints = served.site.checkpoints
        checkpoints.sign_if_new()  # The last one or two accounts may be in no checkpoint, and none is due.
        until(lambda: is_cosigned(served, witness), "the witness has cosigned the newest checkpoint")
        newest = checkpoints.look().newest
        assert newest is not None
        for name in ("ann", "bob"):
            something(served, name)
        state = checkpoints.look()
        assert (state.newest, state.unsigned) == (newest, 2)
        assert not checkpoints._is_due(state)
        later = structs.replace(state, newest=structs.replace(newest, time=newest.time - 11 * 60_000_000))
        assert checkpoints._is_due(later), "ten minutes"
        assert not checkpoints._is_due(structs.replace(later, unsigned=0)), "nothing is new"
        something(served, "cat")
        until(
            lambda: is_cosigned(served, witness) and checkpoints.look().newest != newest,
            "the witness has cosigned a newer checkpoint",
        )


def test_of_two_servers_that_sign_at_once_one_is_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(tmp_path, SLOW) as served:
        something(served, "dora")
        journal = served.site.journal
        before = journal.head("checkpoint/journal")
        assert before is not None

        def second(journal: Journal, key: Ed25519PrivateKey, origin: str) -> Checkpoint:
            first = make_checkpoint(journal, key, origin)
            event = next(journal.read_stream("checkpoint/journal", before.version))
            stale = ToStream("checkpoint/journal", before.version, (NewEvent(event.kind, 2, event.data),))
            journal.append([stale])
            return first

        monkeypatch.setattr("pitboss.server.checkpoints.make_checkpoint", second)
        assert served.site.checkpoints.sign_if_new()
        after = journal.head("checkpoint/journal")
        assert after is not None
        assert after.version == before.version + 1
    assert not [record for record in caplog.records if record.levelname != "INFO"]


def test_a_real_witness_beside_a_real_server(tmp_path: Path) -> None:
    """Restored from older copies, with all keys, the witness file and the checkpoints, a floor is refused."""
    floor, elsewhere = tmp_path / "floor", tmp_path / "elsewhere"
    floor.mkdir()
    elsewhere.mkdir()
    write_floor(floor, SLOW)
    port, log = free_port(), log_key(floor / "pitboss.key")
    command = [sys.executable, "-m", "pitboss", "witness", "--state", "state.db", "--key", "key"]
    command += ["--name", "regulator.example", "--log", log.text(), "--port", str(port)]
    shown = ran(*command, "--show", cwd=elsewhere)
    found = re.search(r"^Key +(\S+)", shown.stdout, re.M)
    assert found
    file = floor / "floor.toml"
    named = f'[[witnesses]]\nurl = "http://127.0.0.1:{port}"\nvkey = "{found[1]}"\n'
    file.write_text(f"{file.read_text(encoding='utf-8')}\n{named}", encoding="utf-8")
    server = Process(floor, "pitboss.db")
    with running(command, cwd=elsewhere, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        try:
            server.start()
            server.wait_until_ready()
            until(
                lambda: httpx.get(f"{server.url}/ready").json()["cosigned_seconds"] is not None,
                "the server has a cosigned checkpoint",
            )
            server.signal(signal.SIGTERM)
            assert server.exit_status() == 0, server.said()
            shutil.copytree(floor, tmp_path / "older")
            with open_journal(floor / "pitboss.db") as journal:
                make = ac.ManageAccount(account="dora", act=ac.MakeAccount("dora", "staff"), reason="a test")
                Floor(journal).execute(Order(command=make, by=SYSTEM))
            sign = ["checkpoint", str(floor / "pitboss.db"), "--key", str(floor / "pitboss.key")]
            assert run([*sign, "--ask", f"http://127.0.0.1:{port}", found[1]]) == 0
            for old in (tmp_path / "older").iterdir():
                shutil.copy2(old, floor / old.name)
            server.start()
            assert server.exit_status() == 2
            assert "The witness regulator.example has cosigned a record of" in server.said()
            assert "Traceback" not in server.said()
        finally:
            server.kill()
