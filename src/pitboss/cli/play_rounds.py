"""Rounds at the practice table: prompts for bets and decisions, dealing and results."""

from pitboss.cli.named_sheets import find_sheet, sheet_named
from pitboss.cli.play_irregularities import ask_at
from pitboss.cli.play_screen import ask, number, show_table, welcome
from pitboss.cli.practice import YOU, PracticeTable
from pitboss.cli.settle import print_settlement
from pitboss.cli.text import gain, money
from pitboss.money import parse_cents
from pitboss.plural import one_of
from pitboss.records.runner import PlayedRound
from pitboss.round import commands as cmd
from pitboss.round.queries import decision_open, sizes_open
from pitboss.settlement import Box
from pitboss.sheets import Game
from pitboss.sheets.library import library
from pitboss.sheets.script import DecisionStep

_BANK = 100_000
_MOST_BOXES = 3


def choose_sheet(name: str | None) -> Game:
    """The sheet of this name or, without one, the player's choice."""
    if name:
        return sheet_named(name)
    games = [folder.game for folder in library().folders()]
    print("Which game?\n")
    for place, game in enumerate(games, 1):
        identity = game.sheet.identity
        print(f"  {place}  {identity.called} ({identity.house})")
    while True:
        answer = ask("\nA number, or q to leave: ")
        if chosen := number(answer, len(games)):
            return games[chosen - 1]
        found = find_sheet(answer) if answer else None
        if found:
            return found
        print(f"  Please give a number from 1 to {len(games)}.")


def play_rounds(table: PracticeTable) -> None:
    """Play rounds until the player leaves."""
    bank = _BANK
    welcome(table.game, table.table)
    while True:
        print(f"\nYou have {money(bank)}.")
        table.open()
        _bet(table)
        _play_round(table)
        bank += _show_result(table)
        while ask_at(table, "Enter for the next round, ! for an error found only now, q to leave: ") is None:
            _finish_options(table)
            _play_round(table)
            bank += _show_result(table)
        table.carry_on()
        if bank <= 0:
            print("You are out of chips: the practice table gives you new ones.")
            bank = _BANK


def _show_result(table: PracticeTable) -> int:
    """Show the cards and the settlement; returns what the player has won beyond what was shown before."""
    settlement = table.state.settlement
    assert settlement is not None, "a round ends settled"
    show_table(table)
    print()
    print_settlement(
        PlayedRound(
            sheet=table.game.sheet.id, settlement=settlement, refused=(), events=(), hashes=table.state.hashes
        ),
        table.game,
    )
    won = settlement.players().get(YOU, 0)
    more, table.counted = won - table.counted, won
    print(f"This round: {gain(won)}.")
    return more


def _bet(table: PracticeTable) -> None:
    """Prompt for the bets of one to three boxes, then announce "No more Bets"."""
    print("\nThe Dealer: Place your Bets, please.")
    while True:
        for box in range(1, _how_many_boxes() + 1):
            _bet_on_box(table, box)
        if table.state.has_bets or table.state.void:
            break
        print("  A bet is needed to take part.")
    if not table.state.void and table.do(cmd.CloseBets()):
        print("The Dealer: No more Bets.")


def _how_many_boxes() -> int:
    while True:
        answer = ask(f"How many boxes, 1 to {_MOST_BOXES} [1]? ")
        chosen = 1 if not answer else number(answer, _MOST_BOXES)
        if chosen:
            return chosen
        print(f"  Please give a number from 1 to {_MOST_BOXES}.")


def _bet_on_box(table: PracticeTable, box: int) -> None:
    for bet, rule in table.game.sheet.bets.items():
        lies = table.state.box(box)
        if rule.placed == "decision" or lies.has(bet) or (rule.needs_ante and not lies.has("ante")):
            continue
        if rule.equals:
            same = lies.total(rule.equals)
            first = table.game.sheet.bets[rule.equals].title
            print(f"  Box {box}, {rule.title}: {money(same)}, as high as the {first}.")
            table.do(cmd.PlaceBet(box=box, player=YOU, bet=bet, amount=same))
        elif not table.state.void:
            _bet_on_area(table, box, bet, rule.title)


def _bet_on_area(table: PracticeTable, box: int, bet: str, title: str) -> None:
    usual = table.usual_bet(bet)
    while not table.state.void:
        answer = ask_at(table, f"  Box {box}, {title}: amount, 0 for none [{money(usual)}]: ")
        if answer is None:
            _finish_options(table)
            continue
        try:
            amount = usual if not answer else parse_cents(answer)
        except ValueError as fault:
            print(f"  {fault}")
            continue
        if not amount or table.do(cmd.PlaceBet(box=box, player=YOU, bet=bet, amount=amount)):
            return


def _play_round(table: PracticeTable) -> None:
    """Follow the dealing procedure until the round is settled."""
    while not table.state.settled:
        _finish_options(table)
        if table.state.void or not table.state.has_bets:
            table.do(cmd.SettleRound())
            continue
        act = table.due
        if act.act != "ask":
            table.deal(act)
            continue
        for box in act.boxes:
            _decide(table, box)


def _decide(table: PracticeTable, box_number: int) -> None:
    """Prompt for one decision; one hand may be examined, the others are played blind."""
    _look(table, box_number)
    while True:
        box = table.state.box(box_number)
        due = decision_open(table.game, table.state, box)
        if due is None or table.state.void or table.state.options:
            return
        show_table(table)
        ways = _ways(table, box, due)
        offers = [f"[{key}] {words}" for key, (words, _) in ways.items()]
        answer = ask_at(table, f"Box {box_number}: {one_of(offers)}? ")
        if answer is None:
            continue
        said = {due.bet: "b", due.otherwise: due.otherwise[0]}.get(answer.lower(), answer.lower())
        if way := ways.get(said):
            table.do(way[1])
        else:
            print(f"  Please answer {one_of([*ways])}; ! raises an irregularity, q leaves.")


def _ways(table: PracticeTable, box: Box, due: DecisionStep) -> dict[str, tuple[str, cmd.Command]]:
    """The answers to a decision by their keys, each in words and as a command."""
    title = table.game.sheet.bets[due.bet].title
    fold = due.otherwise == "fold"
    otherwise: cmd.Command = cmd.FoldHand(box.number) if fold else cmd.Check(box.number)
    ways: dict[str, tuple[str, cmd.Command]] = {}
    if due.takes_back:
        ways["w"] = (f"take {title} back", cmd.WithdrawBet(box.number, due.bet))
    else:
        sizes = sizes_open(table.game, table.state, box, due.bet)
        for size in sizes:
            amount = size * box.total("ante")
            bet = cmd.PlaceBet(box=box.number, player=YOU, bet=due.bet, amount=amount)
            ways["b" if len(sizes) == 1 else str(size)] = (f"bet {money(amount)} on {title}", bet)
    return ways | {due.otherwise[0]: (due.otherwise, otherwise)}


def _look(table: PracticeTable, box_number: int) -> None:
    """Let the player examine the first of their hands, unless they raise an irregularity."""
    if any(box.examined for box in table.state.boxes) or not table.state.box(box_number).cards:
        return
    if ask_at(table, f"Box {box_number} is dealt. Enter to look at the hand: ") is None:
        return
    table.do(cmd.ExamineHand(box_number))
    if sum(1 for box in table.state.boxes if box.has("ante")) > 1:
        print("The Dealer: you may examine one hand only; the others are played blind.")


def _finish_options(table: PracticeTable) -> None:
    """Prompt for the choice of every box that has an option."""
    while table.state.options:
        option = table.state.options[0]
        answer = ask_at(table, f"Box {option.box}: [c] continue or [w] take every bet back? ")
        if answer and answer.lower() in ("c", "continue"):
            table.do(cmd.Choose(option.box, "continue"))
        elif answer and answer.lower() in ("w", "withdraw"):
            table.do(cmd.Choose(option.box, "withdraw"))
