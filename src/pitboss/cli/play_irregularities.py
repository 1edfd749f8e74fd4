"""Raising an irregularity at the practice table, and walking through it."""

from pitboss.cards import Card
from pitboss.cli.play_screen import ask, number
from pitboss.cli.practice import PracticeTable
from pitboss.cli.text import paragraph
from pitboss.people import role_in_words
from pitboss.round import commands as cmd
from pitboss.round.reportable import reportable
from pitboss.sheets.model import Irregularity
from pitboss.sheets.words import INTERRUPTION, policy_reason
from pitboss.words import say


def ask_at(table: PracticeTable, question: str) -> str | None:
    """Prompt at the table; None if the player raised an irregularity instead."""
    answer = ask(question)
    if answer != "!":
        return answer
    raise_irregularity(table)
    return None


def raise_irregularity(table: PracticeTable) -> None:
    """List the irregularities that can apply now, prompt for their arguments, and report one."""
    tried = reportable(table.game, table.state)
    found = [(one.clause, one.policy) for one in tried if one.refusal is None]
    print("\nWhat has happened?")
    print(f"   0  {say(INTERRUPTION)}")
    for place, (clause, policy) in enumerate(found, 1):
        print(paragraph(f"{place:2}  {policy.gist} ({clause}, {role_in_words(policy.by)})", "  ", "    "))
    answer = ask("A number, or Enter to go back: ")
    if answer == "0":
        if table.do(cmd.InterruptPlay()):
            _tell(table)
    elif chosen := number(answer, len(found)):
        _report(table, *found[chosen - 1])


def _report(table: PracticeTable, clause: str, policy: Irregularity) -> None:
    print(paragraph(f"{say(policy_reason(policy))}.", "  "))
    action = _action(policy) if "action" in policy.needs else None
    names_box = "box" in policy.needs or action in ("return", "block")
    report = cmd.Report(
        clause=clause,
        boxes=_boxes(table) if names_box else (),
        reconstructed=_yes("Can the cards be put right?") if "reconstructed" in policy.needs else None,
        intentional=_yes("Was it on purpose?") if "intentional" in policy.needs else None,
        order=_order(table) if "order" in policy.needs else (),
        count=_number("How many cards were found?") if _counts(policy) else None,
        action=action,
        by=policy.by,
        reason="practice",
    )
    if table.do(report):
        _tell(table)


def _tell(table: PracticeTable) -> None:
    state = table.state
    if state.void:
        print(f"  The round is void ({', '.join(state.void)}): every bet is returned.")
    elif state.options:
        print("  You may continue or take your bets back.")
    elif state.restated is not None:
        print("  The cards are put right, and the round continues.")
    elif not state.settled:
        print("  The round continues.")


def _counts(policy: Irregularity) -> bool:
    return "count" in policy.needs or "wrong_count" in policy.when


def _yes(question: str) -> bool:
    while True:
        answer = ask(f"  {question} [y/n] ").lower()
        if answer in ("y", "yes", "n", "no"):
            return answer.startswith("y")


def _number(question: str) -> int:
    while True:
        answer = ask(f"  {question} ")
        if answer == "0":
            return 0
        if found := number(answer, 99):
            return found


def _boxes(table: PracticeTable) -> tuple[int, ...]:
    while True:
        box = number(ask("  Which box? "), table.table.boxes)
        if box:
            return (box,)


def _order(table: PracticeTable) -> tuple[Card, ...]:
    """The two cards that came out together, in the order decided; the shoe deals them so."""
    first, second = table.next_two()
    if _yes(f"{first} and {second} came out together. Is {first} the first?"):
        return first, second
    table.swap_next_two()
    return second, first


def _action(policy: Irregularity) -> cmd.Action:
    choices: tuple[cmd.Action, ...] = ("void", "continue", "return")
    if policy.effect == "restrict_table":
        ways: tuple[cmd.Action, ...] = ("close", "block", "no_jackpot")
        choices = tuple(way for way in ways if way in policy.action_clauses)
    while True:
        answer = ask(f"  What is decided: {', '.join(choices)}? ").lower()
        for choice in choices:
            if answer and choice.startswith(answer):
                return choice
