"""Old days leave the journal: tables and links still open, and what is left and what went are one chain."""

from datetime import date
from pathlib import Path

import pytest

from pitboss.access.commands import GrantRole, MakeAccount
from pitboss.access.roles import Actor
from pitboss.cli.main import run
from pitboss.commands.record import Done, Order
from pitboss.floor.aggregates import AUDITS
from pitboss.floor.archiving import archive_through
from pitboss.floor.commands import KeepAudit
from pitboss.floor.log.audit_events import Audits
from pitboss.floor.tables.dealing import Sealer
from pitboss.store import Journal
from pitboss.store.checkpoint_copies import read_file
from pitboss.store.errors import Archived, CannotArchive
from pitboss.store.open import open_journal, open_private
from pitboss.store.verify import verify
from tests.access.house import ADMIN, SHIFT, ok
from tests.access.house import House as Staff
from tests.floor.desk import Desk as Floor
from tests.floor.house import House
from tests.floor.test_service import BETS, FOLDED, NOTHING
from tests.jackpots.floor import THREE_CARD
from tests.store.archives import KEY, SEAL

NOON = 1_741_579_200_000_000  # 2025-03-10 12:00 in Singapore
DAY = 24 * 3600 * 1_000_000


def two_days(journal: Journal) -> House:
    now = [NOON]
    house = House(Floor(journal, clock=lambda: now[0])).open({"T1": THREE_CARD})
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    now[0] += DAY
    house.begin("T1", *BETS, "close", *NOTHING)
    return house


def test_an_archived_day_is_gone_and_the_round_under_way_goes_on(journal: Journal, tmp_path: Path) -> None:
    before = two_days(journal)
    state, link = before.floor.table("T1"), before.state_of()
    moved = archive_through(
        Floor(journal, sealer=Sealer(SEAL)), date(2025, 3, 10), tmp_path / "old.pbj", key=KEY
    )
    with pytest.raises(Archived):
        journal.read_all(0)
    house = House(Floor(journal, sealer=Sealer(SEAL)), "after")
    assert house.floor.table("T1") == state
    assert house.state_of() == link
    assert house.floor.rulebook.games.keys() == before.floor.rulebook.games.keys()
    house.play("T1", *FOLDED, "settle")
    with open_journal(tmp_path / "old.pbj", read_only=True) as old:
        assert verify(journal, archives=[old]).sound
        assert old.last_position() == moved.last


def test_people_are_known_after_their_days_were_archived(journal: Journal, url: str, tmp_path: Path) -> None:
    with open_private(url) as private:
        people = Staff(journal, private).staff()
        people.act(MakeAccount("eve", "staff"))
        ok(people.people.propose(GrantRole("eve", "dealer"), ADMIN, "hired"))
        before = people.account("sam"), people.people.waiting()
        two_days(journal)
        archive_through(Floor(journal, sealer=Sealer(SEAL)), date(2025, 3, 10), tmp_path / "old.pbj", key=KEY)
        again = Staff(journal, private)
        assert (again.account("sam"), again.people.waiting()) == before
        again.enter("sam")
        found = again.waiting("eve")
        ok(again.people.approve("eve", found.number, found.digest, SHIFT))
        assert again.account("eve").roles == ("dealer",)


def test_audits_are_kept_after_earlier_ones_were_archived(journal: Journal, tmp_path: Path) -> None:
    keep = Order(
        command=KeepAudit(sound=True, complete=True, events=1, report="{}"), by=Actor("rita", "regulator")
    )
    assert isinstance(Floor(journal, clock=lambda: NOON).execute(keep), Done)
    two_days(journal)
    archive_through(Floor(journal, sealer=Sealer(SEAL)), date(2025, 3, 10), tmp_path / "old.pbj", key=KEY)
    floor = Floor(journal, sealer=Sealer(SEAL))
    assert isinstance(floor.execute(keep), Done)
    assert floor.streams[AUDITS.kind].get(AUDITS.name).state == Audits(2)


def test_the_only_day_cannot_be_archived(journal: Journal, tmp_path: Path) -> None:
    two_days(journal)
    with pytest.raises(CannotArchive, match="nothing to keep"):
        archive_through(Floor(journal, sealer=Sealer(SEAL)), date(2025, 3, 11), tmp_path / "old.pbj", key=KEY)
    assert not list(tmp_path.glob("*.pbj"))


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url, old, key = str(tmp_path / "j.db"), str(tmp_path / "old.pbj"), str(tmp_path / "key")
    with open_journal(url) as journal:
        two_days(journal)
    witness, code = tmp_path / "witness", tmp_path / "code.svg"
    assert run(["checkpoint", url, "--key", key, "--witness", str(witness), "--qr", str(code)]) == 0
    printed = capsys.readouterr().out
    (note,) = read_file(witness)
    assert printed.endswith(note.write())
    assert b"<svg" in code.read_bytes()
    seal = tmp_path / "seal"
    seal.write_bytes(SEAL)
    keys = ("--key", key, "--seal", str(seal))
    assert run(["archive", url, "--through", "2025-03-10", "-o", old, *keys]) == 0
    assert "old.pbj holds positions 1 to" in capsys.readouterr().out
    for wrong, says in {
        ("archive", url, "--through", "2025-02-30", "-o", old, *keys): "is not a day",
        (
            "archive",
            url,
            "--through",
            "2025-W11-1",
            "-o",
            old,
            *keys,
        ): "'2025-W11-1' is not a day: write 2025-03-10",
        ("archive", url, "--through", "2025-03-10", "-o", "x.db", *keys): "*.pbj",
        ("archive", url, "--through", "2025-03-11", "-o", old, *keys): "nothing to keep",
        ("archive", url + "no", "--through", "2025-03-10", "-o", old, *keys): "does not exist",
        ("archive", url, "--through", "2025-03-10", "-o", old, "--key", key, "--seal", key): "not a key for",
        (
            "archive",
            url,
            "--through",
            "2025-03-10",
            "-o",
            old,
            "--key",
            "no",
            "--seal",
            key,
        ): "cannot",
        ("checkpoint", url + "no", "--key", key): "does not exist",
        ("checkpoint", url, "--key", str(tmp_path)): "cannot be used",
        ("checkpoint", url, "--key", str(witness)): "key",
    }.items():
        assert run(list(wrong)) == 2
        assert says in capsys.readouterr().err
    assert not Path(url + "no").exists()
