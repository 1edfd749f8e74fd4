"""What people take along from a floor with a witness carries its cosignature."""

from pathlib import Path

import pytest
from msgspec import structs

from pitboss.client import calls
from pitboss.replay.dispute.check import check_page
from pitboss.replay.dispute.document import Trusted, parse_page
from pitboss.shoe.in_log import find_in_log
from pitboss.shoe.opening_file import parse_openings
from tests.api.served import config, serving
from tests.api.test_rounds import BY_HAND, play_round
from tests.api.witness_beside import log_key, witness_beside
from tests.server.test_witnesses import is_cosigned
from tests.waiting import until


def test_a_page_and_an_opening_file_carry_the_cosignature(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.server.checkpoints.LOOK_SECONDS", 0.05)
    by_hand = config(BY_HAND)
    with (
        witness_beside(tmp_path, log_key(tmp_path / "key")) as witness,
        serving(
            tmp_path, floor=structs.replace(by_hand, witnesses=(witness.named,), checkpoint_appends=1)
        ) as served,
        served.player("ann") as ann,
        served.client("regulator") as regulator,
    ):
        number = play_round(served, {1: ann}, "3CP-1")
        until(lambda: is_cosigned(served, witness), "the witness has cosigned the newest checkpoint")
        document = parse_page(regulator.send(calls.round_page("3CP-1", number)))
        file = parse_openings(bytes(ann.send(calls.openings("3CP-1", number))))
    assert document.record.witnesses == (witness.key.text(),)
    checked = check_page(document)
    assert checked.sound
    said = [finding.text for finding in checked.findings if finding.holds]
    assert any("witness.example that the page names has cosigned the checkpoint on" in text for text in said)
    named = check_page(document, Trusted(witnesses=(witness.key,)))
    assert named.proved
    assert any("witness.example that you named has cosigned" in finding.text for finding in named.findings)
    assert file.log is not None
    found = find_in_log(file.commitment, file.log, witnesses=[witness.key])
    assert [name for name, _ in found.cosigned] == ["witness.example"]
