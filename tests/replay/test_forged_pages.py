"""A page that somebody changed and signed anew does not pass, whatever its reader knows of the house."""

import json
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from pitboss.replay.dispute.check import CheckedPage, check_page
from pitboss.replay.dispute.document import (
    LARGEST,
    NOTHING_KNOWN,
    DocumentFault,
    Record,
    Trusted,
    parse_page,
    signed_page,
)
from pitboss.replay.log_proofs import Proof
from pitboss.store.checkpoint_copies import read_file
from pitboss.store.keys import public_bytes
from pitboss.store.open import open_journal
from pitboss.tlog.checkpoint import cosign, read_tree_head
from pitboss.tlog.note import COSIGNATURE, ED25519, note_key, sign_note
from tests.replay.disputed import KEY, play_evening
from tests.replay.test_commands import Capture, answer
from tests.replay.test_dispute import page_of

FORGER = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
WITNESS = Ed25519PrivateKey.from_private_bytes(bytes(range(2, 34)))
NAMED = note_key("witness.example", WITNESS, COSIGNATURE)
KNOWN = ("key", "against", "witness")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evening")
    play_evening(folder / "evening.db", folder / "witness.txt")
    return folder


@pytest.fixture(scope="module")
def page(evening: Path) -> str:
    """A genuine page whose checkpoint a witness has cosigned."""
    with (
        open_journal(evening / "evening.db", read_only=True) as journal,
        mock.patch("pitboss.replay.log_proofs.cosigned_note", side_effect=_cosigned),
    ):
        return page_of(journal, "T1/2")


def _cosigned(_: object, checkpoint: Any) -> Any:
    return checkpoint.note.with_signatures(cosign(checkpoint.note, "witness.example", WITNESS, 1_741_700_000))


def known(evening: Path, what: str) -> Trusted:
    match what:
        case "key":
            return Trusted(keys=(public_bytes(KEY),))
        case "against":
            return Trusted(kept=read_file(evening / "witness.txt"))
        case "witness":
            return Trusted(witnesses=(NAMED,))
        case _:
            return NOTHING_KNOWN


def checked(text: str, trusted: Trusted) -> CheckedPage:
    return check_page(parse_page(text), trusted)


def forged(page: str, **changes: object) -> str:
    """The page with other amounts in all that it shows, signed with a key of the forger's own."""
    document = parse_page(page)
    visible = document.visible.replace("+100,705.00", "+900,705.00")
    assert visible != document.visible
    return signed_page(visible, replace(document.record, **changes), FORGER)


def signed_by_forger(proof: Proof) -> Proof:
    """The same checkpoint, cosignature and all, with the forger's signature in place of the house's."""
    note = proof.signed_note()
    assert note is not None
    name = read_tree_head(note).origin
    cosignatures = [one for one in note.signatures if one.name != name]
    anew = sign_note(note.text, name, FORGER).with_signatures(*cosignatures)
    return replace(proof, note=anew.write(), key=note_key(name, FORGER, ED25519).text())


@pytest.mark.parametrize("what", KNOWN)
def test_the_genuine_page_passes_with_each_of_them(evening: Path, page: str, what: str) -> None:
    found = checked(page, known(evening, what))
    assert [finding.text for finding in found.findings if not finding.holds and finding.needed] == []
    assert found.proved


def test_a_genuine_page_is_not_proved_by_itself(evening: Path, page: str) -> None:
    found = checked(page, NOTHING_KNOWN)
    assert found.sound
    assert not found.proved
    assert "with --key" in found.missing[0].text


@pytest.mark.parametrize("what", [*KNOWN, "nothing"])
def test_other_amounts_under_a_key_of_the_forger_do_not_pass(evening: Path, page: str, what: str) -> None:
    text = forged(page)
    assert not checked(text, known(evening, what)).sound
    proof = signed_by_forger(parse_page(page).record.proof)
    assert not checked(forged(page, proof=proof), known(evening, what)).sound


@pytest.mark.parametrize("what", [*KNOWN, "nothing"])
def test_amounts_are_compared_with_the_events_whoever_signed_the_page(
    evening: Path, page: str, what: str
) -> None:
    """The house itself cannot show other amounts than its events record."""
    document = parse_page(page)
    visible = document.visible.replace("+100,705.00", "+900,705.00")
    found = checked(signed_page(visible, document.record, KEY), known(evening, what))
    (fault,) = [finding.text for finding in found.findings if finding.holds is False]
    assert fault == "This does not hold: Made again from these events, the page is the same."


@pytest.mark.parametrize("what", [*KNOWN, "nothing"])
def test_a_page_without_its_checkpoint_does_not_pass(evening: Path, page: str, what: str) -> None:
    record = parse_page(page).record
    bare = replace(record.proof, note=None, key=None, hashes=())
    assert not checked(forged(page, proof=bare), known(evening, what)).proved
    alone = signed_page(parse_page(page).visible, replace(record, proof=bare), FORGER)
    assert not checked(alone, known(evening, what)).proved


@pytest.mark.parametrize("what", [*KNOWN, "nothing"])
def test_data_that_no_event_tells_is_not_believed_of_a_forger(evening: Path, page: str, what: str) -> None:
    """Operator and other tables' moments come from the signed data, so the key must be known."""
    record = parse_page(page).record
    told = {**record.replay, "operator": "Another House"}
    proof = signed_by_forger(record.proof)
    other: Record = replace(record, replay=told, proof=proof)
    visible = parse_page(page).visible.replace(record.replay["operator"], "Another House")
    assert not checked(signed_page(visible, other, FORGER), known(evening, what)).proved


def test_another_build_does_not_excuse_other_amounts(evening: Path, page: str) -> None:
    document = parse_page(page)
    visible = document.visible.replace("+100,705.00", "+900,705.00")
    elsewhere = signed_page(visible, replace(document.record, build="00" * 32), KEY)
    found = checked(elsewhere, known(evening, "key"))
    assert not found.proved
    assert "Another build of Pitboss made the page" in found.missing[0].text
    same = signed_page(document.visible, replace(document.record, build="00" * 32), KEY)
    assert checked(same, known(evening, "key")).proved, "the page is the same, whichever build made it"


def test_a_check_that_compared_nothing_fails(evening: Path, page: str) -> None:
    (kept,) = read_file(evening / "witness.txt")
    head = read_tree_head(kept)
    later = sign_note(replace(head, size=head.size + 1).text(), head.origin, KEY)
    stranger = note_key("stranger.example", FORGER, COSIGNATURE)
    house = (public_bytes(KEY),)
    for trusted, says in (
        (Trusted(keys=house, kept=(later,)), "Nothing of the witness file could be compared"),
        (Trusted(keys=house, witnesses=(stranger,)), "No witness that you named has cosigned"),
    ):
        found = checked(page, trusted)
        assert found.sound
        assert not found.proved
        assert says in found.missing[0].text


def test_the_command_says_by_its_status_what_a_page_proves(
    capsys: Capture, evening: Path, page: str, tmp_path: Path
) -> None:
    genuine, false = tmp_path / "genuine.html", tmp_path / "forged.html"
    genuine.write_text(page)
    false.write_text(forged(page))
    options = {
        "key": ("--key", public_bytes(KEY).hex()),
        "against": ("--against", evening / "witness.txt"),
        "witness": ("--witness", NAMED.text()),
        "nothing": (),
    }
    for what, words in options.items():
        status, out, err = answer(capsys, "replay", "--check", genuine, *words)
        assert (status, err) == ((0 if words else 3), "")
        assert ("The page is what the house recorded and signed." in out) == bool(words), what
        status, out, _ = answer(capsys, "replay", "--check", false, *words)
        assert status == 1, what
        assert "THE PAGE IS NOT WHAT THE HOUSE RECORDED AND SIGNED." in out
    status, out, _ = answer(capsys, "replay", "--check", genuine)
    assert "NOT PROVED" in out
    assert "with --key" in " ".join(out.split())
    told = json.loads(answer(capsys, "replay", "--check", genuine, "--json")[1])
    assert told["sound"] is False
    assert "with --key" in told["missing"][0]


def test_a_page_is_read_in_one_pass_and_up_to_a_size(page: str) -> None:
    """Its block is looked for where it first begins, and nowhere else."""
    for text in ('<dl class="seal">\n' * (LARGEST // 18), f'<dl class="seal">{" " * 3000}{page}'):
        with pytest.raises(DocumentFault, match="block of signed data is missing"):
            parse_page(text)
    with pytest.raises(DocumentFault, match="longer than 8 MB"):
        parse_page("x" * (LARGEST + 1))
