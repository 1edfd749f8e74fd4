"""``pitboss check-shuffle``: what it proves, what it does not, and what it says of bad input."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import UNKNOWN, Card
from pitboss.cli.main import run
from pitboss.records import FileFailed, FileFault, play, read_round_file
from pitboss.records.shuffle_proof import DrawnCard, cards_drawn
from pitboss.round import events as ev
from pitboss.round import fold
from pitboss.sheets import rounds_folder, sheet_ids
from pitboss.shoe import Commitment, Opening, commit, fresh_shoe, open_positions
from pitboss.shoe.opening_file import write_openings
from pitboss.store.keys import public_bytes
from pitboss.tlog.merkle import Tree
from pitboss.tlog.note import COSIGNATURE, ED25519, note_key
from tests.programs import ran
from tests.shoe.test_commitment import plain_leaf
from tools import opening_samples as samples
from tools.opening_samples import FOLDER, LOG, SHOE, WITNESS, deal_round

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "how-to" / "regulator" / "shoe.md"
PLAYER, REGULATOR, ROUND = (str(FOLDER / name) for name in ("player.json", "regulator.json", "round.toml"))
LOGGED = str(FOLDER / "logged.json")
ROOT = commit(SHOE).root.hex()
Capture = pytest.CaptureFixture[str]


def asked(capsys: Capture, *arguments: str) -> tuple[int, dict[str, Any]]:
    status = run(["check-shuffle", "--json", *arguments])
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return status, data


def test_the_samples_are_those_that_the_code_writes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(samples, "FOLDER", tmp_path)
    samples.main()
    for name in ("player.json", "logged.json", "regulator.json", "round.toml"):
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes()


def test_a_player_proves_the_cards_he_saw(capsys: Capture) -> None:
    status, data = asked(capsys, PLAYER, ROUND, "--commitment", ROOT)
    assert status == 0
    assert data["proved"]
    assert data["commitment"] == ROOT
    assert data["fixed"] == {str(n): SHOE.cards[n - 1] for n in (2, 4, 5, 7, 8, 10)}
    assert data["round"] == {"same": [2, 4, 5, 7, 8, 10], "other": [], "unnamed": [], "closed": [1, 3, 6, 9]}
    assert (data["whole_deck"], data["published"]) == (False, True)
    assert {statement["to"] for statement in data["statements"] if statement["proved"]} == {
        "everybody who knew the commitment before the first bet",
        "you",
    }


def test_a_player_proves_that_the_commitment_stands_in_the_log(capsys: Capture) -> None:
    witness = note_key("witness.example", WITNESS, COSIGNATURE)
    key = public_bytes(LOG).hex()
    status, data = asked(capsys, LOGGED, "--key", key, "--witness", witness.text())
    assert (status, data["proved"]) == (0, True)
    assert data["log"] == {
        "proved": True,
        "origin": "floor.example/log",
        "append": 17,
        "size": 40,
        "recorded": "2026-03-01T12:00:00+00:00",
        "key": note_key("floor.example/log", LOG, ED25519).text(),
        "cosigned": {"witness.example": "2026-03-01T12:01:00+00:00"},
    }
    run(["check-shuffle", LOGGED, "--key", data["log"]["key"], "--witness", witness.text()])
    out = " ".join(capsys.readouterr().out.split())
    assert "The commitment is in the log floor.example/log as append 17 of 40, recorded on 2026-03-01" in out
    assert "The witness witness.example cosigned that checkpoint on 2026-03-01 at 12:01:00 UTC" in out


def test_an_old_file_says_that_it_has_no_proof_of_the_log(capsys: Capture) -> None:
    status, data = asked(capsys, PLAYER, "--commitment", ROOT)
    assert (status, data["log"]) == (0, None)
    assert any("carries no proof" in statement["says"] for statement in data["statements"])


def test_a_file_that_anybody_could_have_made_is_not_proved(capsys: Capture, tmp_path: Path) -> None:
    """A forger deals themselves a deck, commits to it, and names a log of their own: every hash is right."""
    forged = str(tmp_path / "forged.json")
    shoe = fresh_shoe(SHOE.id)
    Path(forged).write_bytes(write_openings(commit(shoe), open_positions(shoe, range(1, 53))))
    witness = note_key("witness.example", WITNESS, COSIGNATURE).text()
    for arguments in ((forged,), (LOGGED,), (LOGGED, ROUND), (LOGGED, "--witness", witness)):
        status, data = asked(capsys, *arguments)
        assert (status, data["proved"], data["failed"]) == (3, False, [])
        assert run(["check-shuffle", *arguments]) == 3
        assert "NOT PROVED: nothing fails, but anybody could have made this file." in capsys.readouterr().out
    assert asked(capsys, LOGGED, "--commitment", ROOT)[0] == 0
    assert asked(capsys, forged, "--commitment", ROOT)[0] == 1


def test_a_named_key_or_witness_that_meets_nothing_is_no_success(capsys: Capture) -> None:
    stranger = note_key("stranger.example", WITNESS, COSIGNATURE).text()
    for arguments in (
        (PLAYER, "--key", "00" * 32),
        (PLAYER, "--witness", stranger),
        (LOGGED, "--witness", stranger),
    ):
        status, data = asked(capsys, *arguments)
        assert (status, data["proved"]) == (1, False)
        assert any("nothing in it could be compared" in one["says"] for one in data["statements"])


def test_another_key_of_the_house_proves_no_log(capsys: Capture) -> None:
    status, data = asked(capsys, LOGGED, "--key", "00" * 32)
    assert (status, data["proved"], data["log"]["proved"]) == (1, False, False)
    assert data["log"]["why"] == "The log key that the file names is not one that you named."


def test_a_regulator_proves_the_whole_deck(capsys: Capture) -> None:
    status, data = asked(capsys, REGULATOR, ROUND)
    assert status == 3
    assert data["whole_deck"]
    assert data["published"] is None
    assert data["round"]["same"] == list(range(1, 11))
    run(["check-shuffle", REGULATOR])
    out = " ".join(capsys.readouterr().out.split())
    assert "All 52 positions are open, and each card of the deck is there once." in out
    assert "Not proved: - That this commitment was published before the first bet" in out
    assert "the order was random and unknown to everybody" in out
    assert out.endswith("with --key.")
    run(["check-shuffle", REGULATOR, "--commitment", ROOT])
    assert capsys.readouterr().out.endswith("\nWhat this file claims is proved.\n")


@pytest.mark.parametrize(
    ("positions", "words"),
    [
        ([4], "position 4"),
        ([4, 5], "positions 4 and 5"),
        ([4, 6], "positions 4 and 6"),
        ([1, 2, 3], "positions 1 to 3"),
        ([1, 2, 3, 5, 7, 8], "positions 1 to 3, 5, 7 and 8"),
        ([1, 3, 4, 5, 6], "positions 1 and 3 to 6"),
    ],
)
def test_positions_are_told_in_words(
    positions: list[int], words: str, capsys: Capture, tmp_path: Path
) -> None:
    file = tmp_path / "some.json"
    file.write_bytes(write_openings(commit(SHOE), open_positions(SHOE, positions)))
    says = [statement["says"] for statement in asked(capsys, str(file))[1]["statements"]]
    assert any(f"The cards at {words} were fixed" in text for text in says)
    assert any(f"The cards at the other {52 - len(positions)} positions" in text for text in says)


@pytest.mark.parametrize("text", [ROOT.upper(), commit(SHOE).root.hex(" ", 4)])
def test_a_commitment_may_be_copied_as_it_is_shown(text: str, capsys: Capture) -> None:
    assert asked(capsys, PLAYER, "--commitment", text)[1]["published"] is True


def test_another_commitment_than_the_one_noted_proves_nothing(capsys: Capture) -> None:
    status, data = asked(capsys, PLAYER, "--commitment", "ab" * 32)
    assert (status, data["proved"], data["published"]) == (1, False, False)
    assert run(["check-shuffle", PLAYER, "--commitment", "ab" * 32]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "is not the one that you gave" in out
    assert out.endswith("THIS FILE DOES NOT PROVE ITS CARDS.")


def changed(tmp_path: Path, old: str, new: str, source: str) -> str:
    text = Path(source).read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / f"changed{Path(source).suffix}"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return str(file)


def test_a_changed_card_is_named(capsys: Capture, tmp_path: Path) -> None:
    told = SHOE.cards[4]
    file = changed(tmp_path, f'"card": "{told}"', f'"card": "{SHOE.cards[51]}"', PLAYER)
    status, data = asked(capsys, file)
    assert (status, data["failed"]) == (1, [5])
    run(["check-shuffle", file])
    out = " ".join(capsys.readouterr().out.split())
    assert "The openings of position 5 do not match the commitment" in out


def test_a_round_with_another_card_is_shown_up(capsys: Capture, tmp_path: Path) -> None:
    file = changed(tmp_path, f"deal dealer {SHOE.cards[3]}", f"deal dealer {SHOE.cards[51]}", ROUND)
    status, data = asked(capsys, REGULATOR, file)
    assert (status, data["round"]["other"]) == (1, [4])
    run(["check-shuffle", REGULATOR, file])
    out = " ".join(capsys.readouterr().out.split())
    assert f"Position 4 is {SHOE.cards[3]} by the commitment, but the round has {SHOE.cards[51]} with" in out


def test_a_round_in_another_order_is_shown_up(capsys: Capture, tmp_path: Path) -> None:
    one, two = f"deal 1 {SHOE.cards[1]}", f"deal 2 {SHOE.cards[2]}"
    file = changed(tmp_path, f'{one}",\n  "{two}', f'{two}",\n  "{one}', ROUND)
    assert asked(capsys, REGULATOR, file)[1]["round"]["other"] == [2, 3]


def test_cards_that_the_round_does_not_name_are_left_out(capsys: Capture, tmp_path: Path) -> None:
    """A burnt card is never turned: the round file holds it as unknown."""
    file = changed(tmp_path, f"burn {SHOE.cards[0]}", "burn ?", ROUND)
    status, data = asked(capsys, REGULATOR, file, "--commitment", ROOT)
    assert (status, data["round"]["unnamed"], data["round"]["same"]) == (0, [1], list(range(2, 11)))
    run(["check-shuffle", REGULATOR, file])
    out = " ".join(capsys.readouterr().out.split())
    assert "The cards dealt from position 1 could not be compared: the round file does not name them." in out


def test_a_round_of_which_nothing_can_be_compared_is_not_proved(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "last.json"
    file.write_bytes(write_openings(commit(SHOE), open_positions(SHOE, [52])))
    status, data = asked(capsys, str(file), ROUND)
    assert (status, data["round"]["same"], data["round"]["closed"]) == (1, [], list(range(1, 11)))
    void = tmp_path / "void.toml"
    void.write_text(
        'sheet = "rws-three-card-v3"\n[[round]]\nsteps = ["bet 1 ann ante 25", "report 5.8.5", "settle"]'
    )
    status, data = asked(capsys, REGULATOR, str(void))
    assert status == 1
    assert "No card was dealt in the round" in json.dumps(data)


def test_a_commitment_alone_proves_no_card(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "none.json"
    file.write_bytes(write_openings(commit(SHOE), ()))
    status, data = asked(capsys, str(file))
    assert (status, data["fixed"]) == (1, {})
    run(["check-shuffle", str(file)])
    assert "The cards at the 52 positions" in capsys.readouterr().out


def test_a_committed_deck_with_a_card_twice_is_shown_up(capsys: Capture, tmp_path: Path) -> None:
    cards = [*SHOE.cards[:51], SHOE.cards[8]]
    salt = bytes(32)
    tree = Tree([plain_leaf("T", n + 1, cards[n], salt) for n in range(52)])
    openings = [Opening(n + 1, Card(cards[n]), salt, tree.path(n)) for n in range(52)]
    file = tmp_path / "twice.json"
    file.write_bytes(write_openings(Commitment("T", tree.root), openings))
    status, data = asked(capsys, str(file))
    assert (status, data["doubled"], data["whole_deck"]) == (1, {SHOE.cards[8]: [9, 52]}, False)
    run(["check-shuffle", str(file)])
    out = " ".join(capsys.readouterr().out.split())
    assert f"The commitment holds {SHOE.cards[8]} at positions 9 and 52: this is not a deck of 52" in out


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["no/such/file"], 2, "no/such/file: the file cannot be read: No such file"),
        ([ROUND], 2, "the file is not a valid opening file: JSON is malformed"),
        ([PLAYER, "no/such/file"], 2, "no/such/file: the file cannot be read"),
        ([PLAYER, PLAYER], 2, "the file is not TOML"),
        ([PLAYER, ROUND, "--number", "2"], 2, "the file has no round 2: it has 1"),
        ([PLAYER, ROUND, "--number", "0"], 2, "the file has no round 0"),
        (
            [PLAYER, "--number", "1"],
            2,
            "--number: it says which round of a round file, and no round file is given",
        ),
        ([PLAYER, "--commitment", "xyz"], 2, "--commitment: a commitment has 64 characters"),
        ([PLAYER, "--commitment", ROOT[2:]], 2, "--commitment: a commitment has 64 characters"),
        ([PLAYER, "tests/rounds/none.toml"], 2, "cannot be read"),
        ([LOGGED, "--key", "12ab"], 2, "--key, --witness: 12ab is neither a public key"),
        ([LOGGED, "--witness", "12ab"], 2, "--key, --witness: '12ab' is not a verifier key"),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], status: int, says: str, capsys: Capture) -> None:
    assert run(["check-shuffle", *arguments]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert says in captured.err
    assert captured.err.count("\n") == 1
    assert asked(capsys, *arguments)[1]["error"]["message"] in captured.err


def test_a_file_of_several_rounds_needs_a_number(capsys: Capture, tmp_path: Path) -> None:
    text = Path(ROUND).read_text(encoding="utf-8")
    several = tmp_path / "several.toml"
    several.write_text(text + text[text.index("[[round]]") :], encoding="utf-8")
    assert run(["check-shuffle", REGULATOR, str(several)]) == 2
    assert "2 rounds: say with --number which one" in capsys.readouterr().err
    assert run(["check-shuffle", REGULATOR, str(several), "--number", "2", "--commitment", ROOT]) == 0
    capsys.readouterr()


def test_a_round_that_cannot_be_played_is_not_proved(capsys: Capture, tmp_path: Path) -> None:
    file = changed(tmp_path, '"settle",', "", ROUND)
    assert run(["check-shuffle", REGULATOR, file]) == 1
    assert "is not settled" in capsys.readouterr().err


@pytest.mark.parametrize("sheet", sheet_ids())
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_every_dealing_procedure_leaves_the_shoe_in_its_order(sheet: str, device: str) -> None:
    shoe = fresh_shoe("T")
    file, draws = deal_round(shoe, sheet, device)
    (played,) = play(file)
    drawn = cards_drawn(played.events)
    assert [told.card for told in drawn] == list(shoe.cards[: len(drawn)])
    assert len(drawn) == sum(draw.count for draw in draws)
    spots = [spot for draw in draws for spot in [draw.to if draw.use == "dealt" else draw.use] * draw.count]
    assert [told.at for told in drawn] == spots


def test_the_cards_of_every_shipped_round_are_accounted_for() -> None:
    """Whatever went wrong in a round, each card that is out at its end left the deck once."""
    compared = 0
    for sheet_id in sheet_ids():
        for path in sorted(rounds_folder(sheet_id).glob("*.toml")):
            try:
                rounds = play(read_round_file(path))
            except (FileFault, FileFailed):
                continue
            for played in rounds:
                drawn = sorted(told.card for told in cards_drawn(played.events))
                out = sorted(fold(played.events).cards_out())
                if any(isinstance(event, ev.ReconstructionBegun) for event in played.events):
                    assert set(drawn) >= set(out)
                else:
                    assert drawn == out, path
                    compared += 1
    assert compared > 500


def steps_of(*steps: str, tmp_path: Path) -> tuple[DrawnCard, ...]:
    file = tmp_path / "round.toml"
    listed = ", ".join(f'"{step}"' for step in steps)
    file.write_text(f'sheet = "rws-three-card-v3"\n[[round]]\nsteps = [{listed}]\n', encoding="utf-8")
    (played,) = play(read_round_file(file))
    return cards_drawn(played.events)


BETS = ("bet 1 ann ante 25", "bet 2 bob ante 25", "close")


def test_a_reconstruction_moves_cards_and_draws_none(tmp_path: Path) -> None:
    """Two hands were dealt to each other's boxes; they are moved and one card more is dealt."""
    drawn = steps_of(
        *BETS,
        "deal 2 As Ks 2d",
        "deal 1 7h 7d",
        "deal dealer Qd 9c 3s",
        "report 5.8.6 reconstructed=yes",
        "deal 1 As Ks 2d",
        "deal 2 7h 7d 7c",
        *("look 1", "look 2", "bet 1 ann play 25", "bet 2 bob play 25", "reveal", "settle"),
        tmp_path=tmp_path,
    )
    assert [told.card for told in drawn] == ["As", "Ks", "2d", "7h", "7d", "Qd", "9c", "3s", "7c"]
    assert [told.at for told in drawn] == [1, 1, 1, 2, 2, "dealer", "dealer", "dealer", 2]


def test_unknown_cards_are_named_when_they_are_shown(tmp_path: Path) -> None:
    drawn = steps_of(
        *BETS,
        "deal 1 ? ? ?",
        "deal 2 ? ? ?",
        "deal dealer ? ? ?",
        *("look 1", "look 2", "bet 1 ann play 25", "fold 2"),
        "show dealer Qd 9c 3s",
        *("reveal", "show 1 As Ks 2d", "settle"),
        tmp_path=tmp_path,
    )
    assert [told.card for told in drawn] == ["As", "Ks", "2d", *[UNKNOWN] * 3, "Qd", "9c", "3s"]


def test_a_corrected_card_counts_as_corrected() -> None:
    (played,) = play(read_round_file(ROUND))
    events = list(played.events)
    place = next(n for n, event in enumerate(events) if isinstance(event, ev.CardsDealt) and event.to == 1)
    wrong, right = SHOE.cards[51], SHOE.cards[1]
    events[place] = ev.CardsDealt(1, (wrong,))
    correction = ev.CardCorrected(at=1, recorded=wrong, card=right, by="pit_supervisor", reason="misread")
    drawn = cards_drawn([*events[: place + 1], correction, *events[place + 1 :]])
    assert [told.card for told in drawn] == list(SHOE.cards[:10])


def test_the_document_has_a_checker_that_needs_nothing_of_ours(tmp_path: Path) -> None:
    """The script of docs/how-to/regulator/shoe.md needs the standard library alone."""
    script = re.search(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.S)
    assert script
    assert "pitboss." not in script[1]
    file = tmp_path / "check.py"
    file.write_text(script[1], encoding="utf-8")

    def answers(openings: str) -> str:
        return ran(sys.executable, "-I", file, openings).stdout

    assert answers(PLAYER) == f"6 of 6 openings lead to {ROOT}\n"
    assert answers(REGULATOR) == f"52 of 52 openings lead to {ROOT}\n"
    broken = changed(tmp_path, f'"card": "{SHOE.cards[4]}"', f'"card": "{SHOE.cards[51]}"', PLAYER)
    assert answers(broken) == f"5 of 6 openings lead to {ROOT}\n"
