"""What loads, plays: sheets by random edits are refused by the loader, or play random rounds without a crash.

``python -m tests.random_sheets --seed 1 --sheets 1000 --rounds 1000`` tries so many and counts them. A sheet
that breaks something is told with its number, what was done to it and where it broke; ``--only NUMBER`` makes
it again.
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from typing import Final

import msgspec

from pitboss.api.routes.felts import felt_of
from pitboss.cli.chart_rounds import phases
from pitboss.cli.chart_rows import rows
from pitboss.records.round_file import FileStep, RoundFile, parse_round_file, parse_toml, write_round_file
from pitboss.records.rounds_json import rounds_json
from pitboss.records.runner import play
from pitboss.records.steps import StepFault, format_step
from pitboss.refusal import Refusal
from pitboss.round import Round, decide, evolve, open_round
from pitboss.round import commands as cmd
from pitboss.round.notes import notes
from pitboss.round.reportable import reportable
from pitboss.round.views import view
from pitboss.round.words import act_said, consequence
from pitboss.sheets import SheetFault
from pitboss.sheets.compare import differences
from pitboss.sheets.explanation import Explainer
from pitboss.sheets.game import Game
from pitboss.sheets.loader import make_game
from pitboss.sheets.movable import movables
from pitboss.sheets.register import number_of
from pitboss.training.rounds import play_round
from pitboss.words import say
from tests.random_edits import random_sheet
from tests.round.legal_acts import legal_acts, legal_bets, legal_reports
from tests.strategies import PLAYERS, Luck, finish, next_opening, opening, propose, seeded

STEPS: Final = 45
"""The most acts of a round before it is brought to its end."""
_WIDTH: Final = 30


class Broken(Exception):
    """A sheet that was accepted and then broke something."""


class Count:
    """How many sheets were tried, refused and played, and how many rounds."""

    def __init__(self) -> None:
        self.tried = self.refused = self.played = self.rounds = self.steps = 0
        self.reasons: Counter[str] = Counter()
        """Where the loader found the faults, by the first word of the path."""

    def __str__(self) -> str:
        return (
            f"{self.tried:,} sheets tried: {self.refused:,} refused, {self.played:,} played, "
            f"{self.rounds:,} rounds, {self.steps:,} acts"
        )


def try_sheet(seed: str, rounds: int, count: Count) -> None:
    """Make a sheet and play it; raises :class:`Broken` with all that is needed to see it again."""
    count.tried += 1
    sheet, clauses, done = random_sheet(seed)
    try:
        try:
            game = make_game(sheet, clauses)
        except SheetFault as fault:
            count.refused += 1
            count.reasons[fault.path.partition(".")[0]] += 1
            return
        luck = seeded(seed)
        tell(luck, game)
        opened = opening(luck, game)
        for number in range(rounds):
            opened = one_round(luck, game, opened, count, thorough=number % 4 == 0)
            if number % 5 == 4:
                opened = opening(luck, game)
        count.played += 1
    except Exception as fault:
        told = "\n  ".join(done)
        raise Broken(f"sheet {seed}:\n  {told}\n{''.join(traceback.format_exception(fault))}") from fault


def tell(luck: Luck, game: Game) -> None:
    """Everything that is told of a sheet before it is played."""
    felt_of(game)
    list(movables(game.sheet))
    differences(game.sheet, game.sheet)
    explainer = Explainer(game.sheet)
    for _ in range(10):
        list(explainer.passages(luck.pick(tuple(game.register))))
    rows(game, list(phases(game)))
    for seed in range(2):
        play_round(game, str(seed), jackpot=False)


def one_round(
    luck: Luck, game: Game, opened: cmd.OpenRound, count: Count, *, thorough: bool
) -> cmd.OpenRound:
    """Play a round by random acts to its end; returns the opening of the next one."""
    answer = decide(game, None, opened)
    assert not isinstance(answer, Refusal), answer
    state, steps = open_round(opened), list[FileStep]()
    wild = luck.pick((10, 25, 60))
    for _ in range(STEPS):
        if state.settled and not luck.chance(70):
            break
        state = _act(game, state, propose(luck, game, state, wild), steps)
        if thorough and luck.chance(20):
            look(game, state)
    if not state.settled:
        end = finish(game, state)
        for command in end.commands:
            state = _act(game, state, command, steps)
    assert state.settled or state.reopened, "no way on"
    count.rounds += 1
    count.steps += len(steps)
    check_settled(game, state)
    if thorough:
        look(game, state)
        check_file(game, opened, steps, state)
    return next_opening(opened, state)


def _act(game: Game, state: Round, command: cmd.Command, steps: list[FileStep]) -> Round:
    answer = decide(game, state, command)
    steps.append(FileStep(command, isinstance(answer, Refusal)))
    if isinstance(answer, Refusal):
        assert answer.message
        assert answer.clauses, f"{answer} cites nothing"
        _registered(game, answer.clauses)
        return state
    before = state
    for event in answer:
        state = evolve(state, event)
        told = consequence(game, event, command)
        assert told is None or say(told)
    assert say(act_said(game, command, before, state))
    return state


def _registered(game: Game, clauses: tuple[str, ...]) -> None:
    unknown = [clause for clause in clauses if number_of(clause) not in game.register]
    assert not unknown, f"{unknown} not in the register"


def look(game: Game, state: Round) -> None:
    """Everything that is shown and listed of a round."""
    for reader in (None, PLAYERS[0]):
        view(game, state, reader)
    for act in legal_acts(game, state):
        assert not isinstance(decide(game, state, act), Refusal), act
    if not state.closed:
        for bet in legal_bets(game, state, PLAYERS[0]):
            assert not isinstance(decide(game, state, bet.command(bet.least)), Refusal), bet
    legal_reports(game, state)
    list(reportable(game, state))
    notes(game, state)


def check_settled(game: Game, state: Round) -> None:
    """Every line says why by which clauses, and no bet comes up twice or is lost from sight."""
    settlement = state.settlement
    if settlement is None:
        return
    nets = Counter[str]()
    for line in settlement.lines:
        assert line.clauses
        assert line.why.endswith("."), line
        _registered(game, line.clauses)
        assert line.net >= -line.stake, line
        nets[line.player] += line.net
    assert {player: net for player, net in settlement.players().items() if net} == {
        player: net for player, net in nets.items() if net
    }
    placed = {(box.number, wager.player, wager.bet) for box in state.boxes for wager in box.wagers}
    lines = [(line.box, line.player, line.bet) for line in settlement.lines if line.stake]
    assert len(lines) == len(set(lines)), "a bet is settled twice"
    assert set(lines) <= placed
    assert {(line.box, line.player, line.bet) for line in settlement.lines} >= placed, "a bet is not settled"


def check_file(game: Game, opened: cmd.OpenRound, steps: list[FileStep], state: Round) -> None:
    """The round as a file: what is written is read back, and plays to the same end."""
    said = [step for step in steps if _has_words(step.command)]
    if len(said) < len(steps) or opened.memory != cmd.Memory():
        return
    file = RoundFile(opened.table, opened.display, (tuple(said),))
    again = parse_round_file(parse_toml(write_round_file(file)), game)
    assert again == file
    if state.settled and state.settlement:
        played = play(again, game)
        assert played[0].settlement == state.settlement
        msgspec.json.encode(rounds_json(played))


def _has_words(command: cmd.Command) -> bool:
    try:
        format_step(command)
    except StepFault:
        return False
    return not (isinstance(command, cmd.PlaceBet) and command.by)


def _progress(count: Count, sheets: int, began: float) -> None:
    share = count.tried / sheets
    bar = "#" * int(share * _WIDTH)
    left = (time.monotonic() - began) / share * (1 - share)
    print(f"\r[{bar:<{_WIDTH}}] {count}, {left:,.0f} s left", end="", file=sys.stderr, flush=True)


def main() -> int:
    """Try sheets and print the counts; interrupted, those so far."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--sheets", type=int, default=1000)
    options.add_argument("--rounds", type=int, default=1000)
    options.add_argument("--only", type=int, help="the number of one sheet")
    options.add_argument("--go-on", action="store_true", help="after a sheet that breaks something too")
    asked = options.parse_args()
    count, began, broken = Count(), time.monotonic(), 0
    numbers = [asked.only] if asked.only is not None else range(asked.sheets)
    try:
        for number in numbers:
            try:
                try_sheet(f"{asked.seed}/{number}", asked.rounds, count)
            except Broken as fault:
                print(f"\n{fault}")
                broken += 1
                if not asked.go_on:
                    break
            if sys.stderr.isatty() or number % 50 == 0:
                _progress(count, len(numbers), began)
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
    print(f"\n{count}; {broken} broke something")
    print("refused for: " + ", ".join(f"{path} {times}" for path, times in count.reasons.most_common()))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
