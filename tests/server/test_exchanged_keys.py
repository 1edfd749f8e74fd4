"""The signing key is exchanged, or lost, under servers that run: only two people go on with another."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.cli.main import run
from pitboss.client import calls
from pitboss.floor.log.keys import FOREIGN_SIGNING
from pitboss.messages import acts
from pitboss.replay.dispute.document import parse_page
from pitboss.store.checkpoint import last_checkpoint, make_checkpoint
from pitboss.store.errors import ForeignKey
from pitboss.store.keys import load_key, load_or_make_key, public_bytes
from pitboss.store.open import open_journal
from tests.api.served import SLOW, Served, served_floor
from tests.floor.test_archiving import two_days
from tests.store.archives import SEAL
from tests.waiting import until

served = served_floor(SLOW, scope="function")


def signed_by(served: Served) -> bytes:
    served.site.checkpoints.sign()
    last = last_checkpoint(served.site.journal)
    assert last is not None
    return last.key


def is_over(served: Served, table: str) -> bool:
    """Whether the first round of a table is settled."""
    state = served.site.floor.table(table)
    return bool(state and (state.number > 1 or (state.round and state.round.settled)))


@pytest.mark.parametrize("lost", [True, False])
def test_a_file_that_is_exchanged_changes_nothing_under_a_server(served: Served, lost: bool) -> None:
    key = Path(served.site.config.signing_key)
    ours = public_bytes(load_key(key))
    key.unlink()
    if not lost:
        load_or_make_key(key)
    assert signed_by(served) == ours
    assert key.exists() is not lost, "no key is made under a server"
    assert served.site.foreign == ()


def test_a_page_is_signed_with_the_key_of_the_log_whatever_the_file_holds(served: Served) -> None:
    key = Path(served.site.config.signing_key)
    ours = public_bytes(load_key(key))
    key.unlink()
    load_or_make_key(key)
    with (
        served.player("ann") as ann,
        served.client("shift_manager") as shift,
        served.client("regulator") as regulator,
    ):
        ann.send(calls.act("3CP-1", acts.PlaceBet(box=1, bet="ante", amount="25")))
        shift.send(calls.act("3CP-1", acts.Report(clause="5.8.1")))
        until(lambda: is_over(served, "3CP-1"), "the software has settled the void round")
        page = regulator.send(calls.round_page("3CP-1", 1))
    assert bytes.fromhex(parse_page(page).record.key) == ours


def test_a_server_stops_signing_once_two_people_have_gone_on_with_another_key(served: Served) -> None:
    journal, checkpoints = served.site.journal, served.site.checkpoints
    other = Ed25519PrivateKey.generate()
    checkpoints.sign()
    with pytest.raises(ForeignKey):
        make_checkpoint(journal, other)
    make_checkpoint(journal, other, new_key=True)
    checkpoints.look()
    assert served.site.foreign == (FOREIGN_SIGNING,)
    until(lambda: FOREIGN_SIGNING in served.site.why_not_ready(), "the server is not ready")
    before = journal.heads("checkpoint")
    checkpoints.sign_if_new()
    with pytest.raises(ForeignKey):
        checkpoints.sign()
    assert journal.heads("checkpoint") == before


def test_commands_sign_a_journal_with_its_own_key_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url, ours, other = str(tmp_path / "j.db"), str(tmp_path / "ours"), str(tmp_path / "other")
    (tmp_path / "seal").write_bytes(SEAL)
    with open_journal(url) as journal:
        two_days(journal)
    assert run(["checkpoint", url, "--key", ours]) == 0
    load_or_make_key(Path(other))
    with open_journal(url, read_only=True) as journal:
        before = journal.last_position()
    archive = ["archive", url, "--through", "2025-03-10", "--seal", str(tmp_path / "seal")]
    for command in (["checkpoint", url], [*archive, "-o", str(tmp_path / "old.pbj")]):
        capsys.readouterr()
        assert run([*command, "--key", other]) == 2
        assert "two people can continue with a new one: pitboss accept-gap" in capsys.readouterr().err
    with open_journal(url, read_only=True) as journal:
        assert journal.last_position() == before
    assert not (tmp_path / "old.pbj").exists()
    assert run(["checkpoint", url, "--key", ours]) == 0
