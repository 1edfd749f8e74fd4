"""The campaign in its short form: a few of every kind of attack on what lies at rest, and a few power cuts.

Kills of writers, tables and servers have tests of their own beside what they kill.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from campaign import flips, forgeries, power, rollbacks, tampering
from campaign.databases import FloorCopy, kept_on_postgres, kept_on_sqlite
from campaign.insider import archivists
from campaign.judging import Judge, Tampering, asked, audited, started
from campaign.result import AttackResult, Bench
from campaign.sample import play_days, play_floor
from campaign.values import changed
from tests.programs import ran

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory, postgres_server: str) -> Bench:
    return Bench(
        folder=tmp_path_factory.mktemp("campaign"),
        minutes=0.1,
        quick=True,
        postgres=lambda: postgres_server,
        done=lambda part: None,
    )


@pytest.fixture(scope="module", params=["SQLite", "PostgreSQL"])
def judge(request: pytest.FixtureRequest, bench: Bench) -> Judge:
    def play(url: str, folder: Path) -> None:
        play_floor(url, folder, rounds=1)

    folder = bench.new_folder("kept")
    if request.param == "SQLite":
        return Judge(kept_on_sqlite(folder, play))
    return Judge(kept_on_postgres(folder, bench.postgres(), play))


def attacked(attack: str) -> str:
    """What the campaign says of one attack in its short form."""
    return ran(sys.executable, "-m", "campaign", "--only", attack, "--quick", cwd=ROOT).stdout


def table(copy: FloorCopy, name: str) -> str:
    return name if name in copy.tables() else f"pitboss_{name}"


def event_changed(column: str) -> Tampering:
    def change(copy: FloorCopy) -> None:
        row = copy.rows(table(copy, "events"))[40]
        copy.change(table(copy, "events"), row, {column: changed(row[column])})

    return change


@pytest.mark.parametrize("column", ["kind", "recorded", "data", "hash"])
def test_an_event_that_was_changed_is_noticed_by_content(judge: Judge, column: str) -> None:
    found = judge.judged("tampering", column, event_changed(column))
    assert found.noticed == "content", found
    assert "position 41" in found.note


def test_a_record_that_nobody_changed_is_what_it_was(judge: Judge) -> None:
    found = judge.judged("tampering", "nothing", lambda copy: None)
    assert (found.noticed, found.believed, found.failures) == ("nobody", False, ())


def test_an_event_cut_from_the_record_is_noticed(judge: Judge) -> None:
    """Without its last event a table, a link or an account is another one, and a server says so."""

    def cut(copy: FloorCopy) -> None:
        copy.delete(table(copy, "events"), copy.rows(table(copy, "events"))[-1])

    with judge.kept.copied() as copy:
        before = started(copy, judge.commands).facts
    with judge.kept.copied() as copy:
        cut(copy)
        after = started(copy, judge.commands)
    assert after.refused or after.facts != before
    assert judge.judged("tampering", "cut", cut).noticed == "content"


def test_a_refusal_of_the_database_counts_as_noticed(judge: Judge) -> None:
    def twice(copy: FloorCopy) -> None:
        copy.add(table(copy, "streams"), copy.rows(table(copy, "streams"))[0])

    assert judge.judged("tampering", "twice", twice).noticed == "database"


def test_every_table_and_column_is_changed(judge: Judge) -> None:
    named = {name for name, _ in tampering.all_changes(judge.kept, None)}
    with judge.kept.copied() as copy:
        for name in copy.tables():
            plain = name.removeprefix("pitboss_")
            columns = copy.columns(name) if copy.rows(name) else []
            assert {f"{plain}.{column} changed" for column in columns} <= named
    assert {"appends: a row deleted", "snapshots: a row added", "events: every row deleted"} <= named


def private_changes(judge: Judge) -> Iterator[tuple[str, Tampering]]:
    for name, change in tampering.all_changes(judge.kept, None):
        if name.startswith("private: a ") and "row" not in name:
            yield name, change


def test_private_records_let_nobody_in_as_somebody_else(judge: Judge) -> None:
    found = [judge.judged_private("tampering", name, change) for name, change in private_changes(judge)]
    assert [(result.noticed, result.failures) for result in found] == [("use", ())] * 2


def test_archives_that_are_undone_are_noticed_and_others_are_served(bench: Bench) -> None:
    kept = kept_on_sqlite(bench.new_folder("days"), play_days)
    with kept.copied() as copy:
        assert started(copy, []).refused == ""
    with kept.copied() as copy:
        sound = audited(copy, "content")
        ((_, undone),) = archivists()
        undone(copy)
        assert audited(copy, "content").worse_than(sound)


def test_forged_records_are_seen_by_content_key_or_witness(bench: Bench) -> None:
    found = list(forgeries.attack(bench))
    assert [result.failures for result in found] == [()] * len(found)
    by = {result.name: result.noticed for result in found}
    own, stolen = "without the key, signing with one of their own", "with the key"
    assert by[f"{stolen}: a changed card"] == "content"
    assert by[f"{own}: a reason in other words"] == "key"
    assert by[f"{stolen}: a reason in other words"] == "witness"
    assert by[f"{stolen}, and there is no witness: a reason in other words"] == "nobody"
    assert by[f"{stolen}, since the last witnessed checkpoint: a reason in other words"] == "nobody"


def test_a_witness_that_lives_is_not_got_past_with_every_key(bench: Bench) -> None:
    found = list(rollbacks.attack(bench))
    assert [(result.name, result.failures) for result in found if result.failures] == []
    by = {result.name: result.noticed for result in found}
    unnoticed = {"nothing", "what came after the last cosigned checkpoint cut off"}
    assert {name for name, seen in by.items() if seen == "nobody"} == unnoticed
    assert len(by) == len(rollbacks.FORGERIES) + 1


def test_flips_are_found_or_change_nothing(bench: Bench) -> None:
    kept = kept_on_sqlite(bench.new_folder("flips"), lambda url, folder: play_floor(url, folder, rounds=1))
    pages = flips.sqlite_pages(Path(kept.url))
    owners = {page.owner for page in pages}
    assert owners >= {"events", "appends", "snapshots", "streams", "events_by_stream"}
    assert len(pages) * 4096 == Path(kept.url).stat().st_size
    with kept.copied() as copy:
        before = flips.content(copy)
        assert flips.content(copy) == before
        copy.run("UPDATE snapshots SET version = version + 1")
        assert flips.content(copy) != before


def test_power_cuts_lose_nothing_that_was_acknowledged(bench: Bench) -> None:
    found: list[AttackResult] = list(power.attack(bench))
    assert [(result.name, result.failures) for result in found if result.failures] == []


def test_a_command_that_is_asked_says_what_it_says() -> None:
    assert asked("audit", "/nowhere/floor.db").status == 2


def test_an_interrupted_command_interrupts_the_campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    """It catches Ctrl-C itself, and its status would be taken for what an audit finds."""
    monkeypatch.setattr("pitboss.cli.main._run", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        asked("audit", "/nowhere/floor.db")


def test_nothing_is_lost_silently_by_failovers_and_older_copies() -> None:
    """In a process of its own, because it forks."""
    said = attacked("failovers")
    held = re.findall(r"\| 2 \| .* \| yes \| ([\d,]+) commands acknowledged .* noticed (\d+) times", said)
    assert len(held) == 4, said
    assert all(int(commands.replace(",", "")) > 50 for commands, _ in held)
    assert [int(noticed) > 0 for _, noticed in held] == [False, True, True, True]


def test_no_claim_is_lost_or_paid_twice_by_kills_of_a_server_while_jackpots_are_paid() -> None:
    said = attacked("payments")
    (held,) = re.findall(r"\| 2 \| .* \| yes \| .* (\d+) jackpots paid; (\d) of the kills came while", said)
    assert int(held[0]) > 0, said
