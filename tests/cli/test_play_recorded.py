"""``pitboss play --journal``: recorded and signed, paid by a scripted staff, resumed after any kill."""

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar

import pytest
from msgspec import Struct

from pitboss.access.command_record import CommandRecorded
from pitboss.cards import DECK, Card
from pitboss.cli.main import run
from pitboss.cli.practice_journal import PLAYER, TABLE, Occupied, RecordedTable
from pitboss.cli.practice_staff import Staff
from pitboss.floor import SYSTEM, Floor, floor_registry
from pitboss.floor.commands import ActInRound, command_of
from pitboss.floor.tables.events import Acted, RoundBegan
from pitboss.floor.tables.past_rounds import is_act
from pitboss.floor.tables.sealing import Sealer
from pitboss.jackpots import Link
from pitboss.round import commands as cmd
from pitboss.sheets import load
from pitboss.shoe import shoe
from pitboss.store.open import open_journal
from pitboss.store.verify import verify
from tests.cli.test_cli import SHORT, Capture, Player
from tests.floor.house import House
from tests.jackpots.floor import THREE_CARD
from tests.programs import PITBOSS, python, running
from tests.waiting import PATIENCE

Play = Callable[..., str]
EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets"
ROYAL = ("As", "Ks", "Qs")


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/practice.db"


@pytest.fixture
def play(url: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Plays at the recorded table; ``cards`` come first from its shoe."""
    monkeypatch.setenv("COLUMNS", "160")

    def played(
        rules: dict[str, list[str]], *arguments: str, cards: tuple[str, ...] = (), status: int = 0
    ) -> str:
        if cards:
            rest = tuple(card for card in DECK if card not in cards)
            monkeypatch.setattr(shoe, "shuffled", lambda: (*map(Card, cards), *rest))
        player = Player(capsys, rules)
        monkeypatch.setattr("builtins.input", player)
        assert run(["play", *arguments, "--journal", url]) == status
        captured = capsys.readouterr()
        return player.transcript + captured.out + captured.err

    return played


@pytest.fixture
def sound(url: str, capsys: Capture) -> Iterator[None]:
    """Whatever was played, audit and reconcile find nothing to object to."""
    yield
    for command, status in ((["audit", url], 3), (["reconcile", url, "--day", day(url)], 0)):
        assert run(command) == status, capsys.readouterr()
        capsys.readouterr()


def acts(url: str) -> list[Acted | RoundBegan]:
    with open_journal(url, read_only=True) as journal:
        decode = floor_registry().decode
        events = [decode(event) for event in journal.read_stream(f"table/{TABLE}")]
        return [found for event in events if (found := told(event))]


def told(event: Struct) -> Acted | RoundBegan | None:
    """What somebody did in a round, as they asked for it or as the round was told."""
    if isinstance(event, CommandRecorded) and is_act(event):
        command = command_of(event)
        assert isinstance(command, ActInRound)
        return Acted(event.by, command.act)
    return event if isinstance(event, Acted | RoundBegan) else None


def day(url: str) -> str:
    """The gaming day of the first round."""
    return next(str(act.day) for act in acts(url) if isinstance(act, RoundBegan))


def link_of(url: str, name: str) -> Link:
    with open_journal(url) as journal:
        found = Floor(journal).link(name)
    assert found is not None
    return found


@pytest.mark.usefixtures("sound")
@pytest.mark.parametrize("dealing", ["shuffler", "shoe"])
@pytest.mark.parametrize("short", SHORT)
def test_a_round_is_recorded_and_signed(short: str, dealing: str, play: Play, url: str) -> None:
    rules = {"How many boxes": ["2"], "Jackpot": ["5", "5"], "next round": ["", "q"]}
    transcript = play(rules, short, "--dealing", dealing)
    assert "Thank you for playing." in transcript
    assert f"Recorded in {url}, and signed with" in transcript
    assert f"Verify it with: pitboss audit {url}" in transcript
    given = acts(url)
    assert [type(act).__name__ for act in given].count("RoundBegan") == 2
    commands = [act for act in given if isinstance(act, Acted)]
    for act in commands:
        by_player = isinstance(act.command, cmd.PlaceBet | cmd.ExamineHand)
        assert act.by == (PLAYER if by_player else SYSTEM)
    assert link_of(url, f"practice-{short.lower()}").meters.wagers_in == 1000
    with open_journal(url, read_only=True) as journal:
        assert verify(journal).checkpoints == 1


@pytest.mark.usefixtures("sound")
@pytest.mark.parametrize("short", SHORT)
def test_an_irregularity_is_reported_by_the_practice_staff(short: str, play: Play, url: str) -> None:
    clause = "6.1" if short == "MSS" else "5.23"
    rules = {"[b]": ["!"], "A number": [f"clause {clause}"], "What is decided": ["void"]}
    transcript = play(rules, short)
    assert f"The round is void ({clause}" in transcript
    (report,) = (act for act in acts(url) if isinstance(act, Acted) and isinstance(act.command, cmd.Report))
    assert report.by.role == "shift_manager"
    assert report.by.name == "practice shift manager"


@pytest.mark.usefixtures("sound")
def test_after_a_jackpot_failure_the_staff_restores_it_and_opens_the_table_again(play: Play) -> None:
    rules = {
        "Jackpot: amount": ["5", "5"],
        "[b]": ["!", "!"],
        "A number": ["clause 5.17.1", "clause 5.17.2"],
        "What is decided": ["close"],
        "next round": ["", "q"],
    }
    transcript = play(rules, "3CP")
    assert "[practice staff] the jackpot system works again." in transcript
    assert transcript.count("This round:") == 2


@pytest.mark.usefixtures("sound")
def test_the_order_of_a_committed_shoe_stands(play: Play) -> None:
    rules = {"Enter to look": ["!"], "A number": ["clause 5.14"], "[y/n]": ["n"]}
    # 5.14 is about cards not dealt yet, and the practice table deals all before it asks in three-card games.
    transcript = play({**rules, "[b]": ["!"]}, "MLTH", "--dealing", "shoe")
    assert "its order stands" in transcript


@pytest.mark.usefixtures("sound")
def test_a_royal_is_claimed_checked_signed_paid_and_settled(play: Play, url: str, capsys: Capture) -> None:
    transcript = play({"Jackpot: amount": ["5"]}, "3CP", cards=ROYAL)
    said = re.findall(r"\[practice staff\] (.*)", transcript)
    assert said[0] == "a win of 100 % of the jackpot, AKQ spades on box 1, is verified."
    checked = ("bet light", "cards face up", "deck count", "surveillance")
    assert said[1:5] == [f"checked: {point}." for point in checked]
    assert said[5:7] == ["signed by the practice supervisor.", "signed by the practice manager."]
    assert said[7:] == ["slip 1, 50,000.50 for AKQ spades on box 1: paid.", "slip 1 is filed."]
    link = link_of(url, "practice-3cp")
    assert link.pool == 5_000_000
    assert len(link.slips) == 1
    assert link.claims == {}
    assert run(["reconcile", url, "--day", day(url)]) == 0
    assert "- paid 50,000.50 1 hit" in " ".join(capsys.readouterr().out.split())


@pytest.mark.usefixtures("sound")
def test_two_winners_of_one_round_are_paid_in_turn(play: Play, url: str) -> None:
    """Box 1 has the royal, box 2 a straight flush: 10 % of what the display starts from again."""
    cards = (*ROYAL, "9s", "8s", "7s", "2h", "3d", "5c", "Js", "Ts")
    rules = {"How many boxes": ["2"], "Jackpot: amount": ["5", "5"]}
    transcript = play(rules, "ML3", cards=cards)
    assert transcript.count("is verified.") == 2
    slips = link_of(url, "practice-ml3").slips
    assert [(slip.box, slip.amount) for slip in slips] == [(1, 5_000_100), (2, 500_000)]


@pytest.mark.usefixtures("sound")
def test_a_paid_award_is_reversed_when_an_error_takes_the_win_away(play: Play, url: str) -> None:
    rules = {
        "Jackpot: amount": ["5"],
        "next round": ["!", "q"],
        "A number": ["clause 5.8.7"],
        "How many cards": ["4"],
    }
    transcript = play(rules, "3CP", cards=ROYAL)
    assert "The round is void" in transcript
    assert transcript.rstrip().count("This round: 0.00.") == 1
    assert link_of(url, "practice-3cp").reversed_slips == (1,)


# Going on.


class Terminal:
    """The installed command behind pipes, answered question by question."""

    USUAL: ClassVar = {"next round": "q", "[b]": "b", "Jackpot: amount": "5", "to end it": ""}

    def __init__(self, url: str, short: str) -> None:
        self._ending = ExitStack()
        pipes: dict[str, Any] = {
            "stdin": subprocess.PIPE,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.STDOUT,
        }
        program = running([PITBOSS, "play", short, "--journal", url], **pipes)
        self.process = self._ending.enter_context(program)
        self.transcript = ""

    def question(self) -> str | None:
        """The next question; none when the command has ended."""
        assert self.process.stdout is not None
        read = ""
        while not read.endswith((": ", "? ")):
            more = os.read(self.process.stdout.fileno(), 65536).decode()
            if not more:
                self.transcript += read
                return None
            read += more
        self.transcript += read
        return read

    def answer(self, question: str) -> None:
        found = next((answer for words, answer in self.USUAL.items() if words in question[-80:]), "")
        assert self.process.stdin is not None
        self.process.stdin.write(f"{found}\n".encode())
        self.process.stdin.flush()

    def play(self, questions: int = 1000) -> bool:
        """Answer so many questions; whether there is another one."""
        while question := self.question():
            if not questions:
                return True
            questions -= 1
            self.answer(question)
        return False

    def end(self, *, kill: bool = False) -> int:
        if kill:
            self.process.kill()
        status = self.process.wait(PATIENCE)
        self._ending.close()
        return status


@pytest.mark.parametrize("short", ["3CP", "MLTH"])
def test_killed_at_any_question_the_round_goes_on_where_it_stood(short: str, tmp_path: Path) -> None:
    number = 0
    while True:
        url = f"sqlite:///{tmp_path}/{number}.db"
        first = Terminal(url, short)
        asks = first.play(number)
        assert first.end(kill=asks) == (-9 if asks else 0), first.transcript
        if not asks:
            break
        before = acts(url)
        second = Terminal(url, short)
        assert not second.play()
        assert second.end() == 0, second.transcript
        after = acts(url)
        assert after[: len(before)] == before
        over = isinstance(before[-1], Acted) and isinstance(before[-1].command, cmd.SettleRound)
        began = [act.number for act in after if isinstance(act, RoundBegan)]
        assert began == ([1, 2] if over else [1]), second.transcript
        assert ("was under way" in second.transcript) == (not over)
        assert run(["audit", url]) == 3, "sound, and nobody has witnessed it"
        number += 1
    assert number == {"3CP": 7, "MLTH": 9}[short]


@pytest.mark.usefixtures("sound")
def test_the_cards_that_were_shuffled_before_the_first_bet_are_dealt(play: Play) -> None:
    """The player leaves before they are dealt, and another shuffle would come now."""
    play({"Jackpot: amount": ["q"]}, "3CP", cards=("2h", "4d", "9c", "Kh", "8d", "5s"))
    transcript = play({}, "3CP", cards=tuple(reversed(DECK)))
    assert "2♥ 4♦ 9♣" in transcript
    assert "K♥ 8♦ 5♠" in transcript


@pytest.mark.parametrize("short", SHORT)
def test_the_looked_at_hand_lies_open_before_the_question(short: str, play: Play) -> None:
    """The journal does not name the cards yet: they come from the sealed deck. No other hand is shown."""
    transcript = play({"How many boxes": ["2"], "[b]": ["q"], "[c]": ["q"]}, short)
    shown = transcript[transcript.rindex("Enter to look at the hand") :]
    own, other = (
        next(line for line in shown.splitlines() if line.startswith(f"  Box {box} ")) for box in (1, 2)
    )
    assert "▒" not in own
    assert any(suit in own for suit in "♠♥♦♣")
    assert "▒" in other
    assert not any(suit in other for suit in "♠♥♦♣")


def test_a_bet_is_taken_back_by_its_player(play: Play, url: str) -> None:
    play({"[w]": ["w", "w"]}, str(EXAMPLES / "let-it-ride-v1"))
    taken = [act for act in acts(url) if isinstance(act, Acted) and isinstance(act.command, cmd.WithdrawBet)]
    assert {act.by.name: act.by for act in taken} == {PLAYER.name: PLAYER}


@pytest.mark.usefixtures("sound")
def test_a_round_under_way_may_be_ended(play: Play) -> None:
    play({"[b]": ["q"]}, "3CP")
    transcript = play({"to end it": ["e"]}, "3CP")
    assert "Round 1 was under way when the table stopped. It goes on where it stood." in transcript
    assert "This round: 0.00." in transcript
    assert "was under way" not in play({}, "3CP")


@pytest.mark.usefixtures("sound")
def test_a_round_without_bets_may_be_ended(play: Play) -> None:
    play({"How many boxes": ["q"]}, "3CP")
    assert "This round: 0.00." in play({"to end it": ["e"]}, "3CP")


def test_wherever_the_staff_is_interrupted_the_win_is_paid_once(
    play: Play, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """At every single command to the link: opening, checks, signatures, payment, filing."""
    do = Staff.do
    left = 0

    def interrupted(*arguments: object) -> object:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        return do(*arguments)  # type: ignore[arg-type]

    rules = {"Jackpot: amount": ["5"]}
    number = 0
    while True:
        for file in tmp_path.iterdir():
            file.unlink()
        left = number
        monkeypatch.setattr(Staff, "do", interrupted)
        play(rules, "3CP", cards=ROYAL, status=130 if number < 9 else 0)
        if left >= 0:
            break
        monkeypatch.setattr(Staff, "do", do)
        play({"How many boxes": ["q"]}, "3CP")
        link = link_of(url, "practice-3cp")
        assert [slip.amount for slip in link.slips] == ([5_000_050] if number else [])
        assert link.claims == {}
        assert run(["audit", url]) == 3, "sound, and nobody has witnessed it"
        number += 1
    assert number == 9


# Whose journal it is.


@pytest.mark.usefixtures("sound")
def test_another_game_waits_for_the_round_under_way(play: Play) -> None:
    play({"[b]": ["q"]}, "3CP")
    said = play({}, "MSS", status=2)
    assert "round 1 of 3CP is under way in this journal: play 3CP to go on with it or to end it" in said
    assert "Round 1 was under way" in play({}), "without a name, the game of the round is played"


@pytest.mark.usefixtures("sound")
def test_another_game_ends_a_round_without_bets(play: Play, url: str) -> None:
    play({"How many boxes": ["q"]}, "3CP")
    assert "This round:" in play({}, "MSS")
    assert "This round:" in play({}, "3CP", "--dealing", "shoe")
    assert [act.number for act in acts(url) if isinstance(act, RoundBegan)] == [1, 2, 3]


def test_a_floor_is_not_practised_on(play: Play, url: str, tmp_path: Path) -> None:
    with open_journal(url) as journal:
        House(journal).open({"T1": THREE_CARD})
    assert "is the journal of a floor: a practice table has one of its own" in play({}, "3CP", status=2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["practice.db"]


def test_two_players_at_one_table(url: str) -> None:
    with open_journal(url) as journal:
        floors = [Floor(journal, sealer=Sealer(bytes(32))) for _ in range(2)]
        one, two = (RecordedTable(floor, load("rws-three-card-v3"), "shuffler") for floor in floors)
        one.open()
        with pytest.raises(Occupied, match="somebody else plays at this table now"):
            two.open()
        assert one.do(cmd.PlaceBet(box=1, player="you", bet="ante", amount=500))


def test_without_the_key_the_deck_stays_sealed(play: Play, tmp_path: Path) -> None:
    play({"Jackpot: amount": ["q"]}, "3CP")
    seal = tmp_path / "practice.db.seal"
    seal.write_bytes(bytes(32))
    assert "The deck of practice/1 cannot be opened" in play({}, "3CP", status=2)
    seal.write_bytes(b"short")
    assert "practice.db.seal is no key for decks" in play({}, "3CP", status=2)


def test_a_key_that_others_may_read_is_refused(play: Play, tmp_path: Path) -> None:
    play({}, "3CP")
    (tmp_path / "practice.db.key").chmod(0o644)
    assert "may be read by others than its owner" in play({}, "3CP", status=2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--journal", "mysql://here"), "mysql:// is not known"),
        (("--journal", "README.md"), "not a journal"),
        (("--journal", "nowhere/at/all.db"), "nowhere"),
        (("--journal", "x.db", "--save", "y.toml"), "--save and --journal exclude each other"),
    ],
)
def test_what_cannot_be_used(arguments: tuple[str, ...], words: str, capsys: Capture) -> None:
    assert run(["play", "3CP", *arguments]) == 2
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.err.count("\n") == 1
    assert not Path("x.db").exists()


def test_a_journal_on_a_server(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """The keys lie in the folder where the player sits."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builtins.input", Player(capsys, {"[b]": ["q"]}))
    assert run(["play", "MSS", "--journal", postgres_url]) == 0
    monkeypatch.setattr("builtins.input", Player(capsys, {}))
    assert run(["play", "MSS", "--journal", postgres_url]) == 0
    assert [type(act).__name__ for act in acts(postgres_url)].count("RoundBegan") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pitboss.key", "pitboss.seal"]


def test_no_such_sheet(play: Play) -> None:
    assert "names no sheet" in play({}, "XYZ", status=2)


def test_plain_play_imports_nothing_of_a_journal() -> None:
    code = "import sys, pitboss.cli.play; print(*sys.modules)"
    done = python(code)
    loaded = set(done.split())
    assert "pitboss.cli.practice" in loaded
    assert loaded.isdisjoint(
        {"sqlite3", "cryptography", "pitboss.floor", "pitboss.store", "pitboss.jackpots"}
    )
