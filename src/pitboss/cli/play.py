"""``pitboss play``: a practice table in the terminal.

One player, one to three boxes, real rules: the engine refuses and settles here exactly as anywhere
else. Type ``!`` at any question to raise an irregularity and walk through it.
"""

from argparse import Namespace
from pathlib import Path

from pitboss.build import build_hash
from pitboss.cli.play_irregularities import raise_irregularity
from pitboss.cli.play_screen import Leave, ask, number, show_table, welcome
from pitboss.cli.practice import YOU, PracticeTable
from pitboss.cli.settle import print_settlement
from pitboss.cli.text import fail, find_sheet, gain, money, no_sheet
from pitboss.money import parse_cents
from pitboss.records.round_file import RoundFile, write_round_file
from pitboss.records.runner import PlayedRound
from pitboss.round import commands as cmd
from pitboss.round.asks import decision_open
from pitboss.round.plan import next_act
from pitboss.settlement import Box
from pitboss.sheets import Game, load, sheet_ids

_BANK = 100_000


def run(options: Namespace) -> int:
    """Play rounds until the player leaves."""
    try:
        game = _choose_sheet(options.sheet)
        if game is None:
            return no_sheet(options.sheet)
        return _play(PracticeTable(game, build_hash(), options.dealing), options.save)
    except (Leave, EOFError):
        print("\nThank you for playing.")
        return 0


def _choose_sheet(name: str | None) -> Game | None:
    if name:
        return find_sheet(name)
    games = [load(sheet_id) for sheet_id in sheet_ids()]
    print("Which game?\n")
    for place, game in enumerate(games, 1):
        identity = game.sheet.identity
        print(f"  {place}  {identity.title} ({identity.house})")
    while True:
        answer = ask("\nA number, or q to leave: ")
        if chosen := number(answer, len(games)):
            return games[chosen - 1]
        found = find_sheet(answer) if answer else None
        if found:
            return found
        print(f"  Please give a number from 1 to {len(games)}.")


def _play(table: PracticeTable, save: str | None) -> int:
    game = table.game
    bank = _BANK
    welcome(game, table.table)
    while True:
        print(f"\nYou have {money(bank)}.")
        table.open()
        _bet(table)
        _play_round(table)
        settlement = table.state.settlement
        assert settlement is not None, "a round ends settled"
        print()
        print_settlement(PlayedRound(game.sheet.id, settlement, (), (), table.state.hashes))
        won = settlement.players().get(YOU, 0)
        bank += won
        print(f"This round: {gain(won)}.")
        if save and not _save(table, save):
            return fail(f"the round cannot be written to {save}")
        table.carry_on()
        if bank <= 0:
            print("You are out of chips: the practice table gives you new ones.")
            bank = _BANK
        ask("Enter for the next round, q to leave: ")


def _bet(table: PracticeTable) -> None:
    """Ask for the bets of one to three boxes, then "No more Bets"."""
    print("\nThe Dealer: Place your Bets, please.")
    while True:
        for box in range(1, _how_many_boxes(table) + 1):
            _bet_on_box(table, box)
        if table.state.has_bets:
            break
        print("  A bet is needed to take part.")
    if table.do(cmd.CloseBets()):
        print("The Dealer: No more Bets.")


def _how_many_boxes(table: PracticeTable) -> int:
    answer = ask("How many boxes, 1 to 3 [1]? ")
    if answer == "!":
        raise_irregularity(table)
        return _how_many_boxes(table)
    return int(answer) if answer in ("1", "2", "3") else 1


def _bet_on_box(table: PracticeTable, box: int) -> None:
    for bet, rule in table.game.sheet.bets.items():
        if rule.placed == "decision" or (rule.needs_ante and not table.state.box(box).has("ante")):
            continue
        _bet_on_area(table, box, bet, rule.title)


def _bet_on_area(table: PracticeTable, box: int, bet: str, title: str) -> None:
    usual = table.usual_bet(bet)
    while True:
        answer = ask(f"  Box {box}, {title}: amount, 0 for none [{money(usual)}]: ")
        try:
            amount = usual if not answer else parse_cents(answer)
        except ValueError as fault:
            print(f"  {fault}")
            continue
        if not amount or table.do(cmd.PlaceBet(box, YOU, bet, amount)):
            return


def _play_round(table: PracticeTable) -> None:
    """Deal, ask and reveal as the dealing procedure says, until the round is settled."""
    while not table.state.settled:
        if table.state.options:
            _choose(table)
            continue
        if table.state.void or not table.state.has_bets:
            table.do(cmd.SettleRound())
            continue
        act = next_act(table.game, table.state, table.script)
        if act.act == "ask":
            for box in act.boxes:
                _decide(table, box)
        else:
            table.deal(act)


def _decide(table: PracticeTable, box_number: int) -> None:
    """One decision; the first hand may be examined, the others are played blind."""
    while True:
        box = table.state.box(box_number)
        due = decision_open(table.game, table.state, box)
        if due is None or table.state.void or table.state.options:
            return
        _look(table, box)
        show_table(table)
        title = table.game.sheet.bets[due.bet].title
        amount = table.game.sheet.bets[due.bet].times_ante * box.total("ante")
        question = f"Box {box_number}: [b] {title} {money(amount)} or [f] {due.otherwise}? "
        answer = ask(question.replace("[f] check", "[c] check")).lower()
        if answer == "!":
            raise_irregularity(table)
        elif answer in ("b", due.bet[:1], due.bet):
            table.do(cmd.PlaceBet(box_number, YOU, due.bet, amount))
        elif answer in ("f", "fold", "c", "check"):
            fold = due.otherwise == "fold"
            table.do(cmd.FoldHand(box_number) if fold else cmd.Check(box_number))


def _look(table: PracticeTable, box: Box) -> None:
    """The player examines the first of his hands, as the sheets allow."""
    if not any(other.examined for other in table.state.boxes):
        table.do(cmd.ExamineHand(box.number))


def _choose(table: PracticeTable) -> None:
    option = table.state.options[0]
    answer = ask(f"Box {option.box}: [c] continue or [w] take every bet back? ").lower()
    if answer in ("c", "continue"):
        table.do(cmd.Choose(option.box, "continue"))
    elif answer in ("w", "withdraw"):
        table.do(cmd.Choose(option.box, "withdraw"))


def _save(table: PracticeTable, path: str) -> bool:
    file = RoundFile(table.table, table.opened_with, (tuple(table.steps),))
    try:
        with Path(path).open("w", encoding="utf-8") as out:
            out.write(write_round_file(file))
    except OSError:
        return False
    print(f"The round is written to {path}.")
    return True
