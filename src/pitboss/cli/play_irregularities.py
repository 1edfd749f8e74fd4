"""Raising an irregularity at the practice table, and walking through it."""

from pitboss.cards import Card, parse_card
from pitboss.cli.play_screen import ask, number
from pitboss.cli.practice import PracticeTable
from pitboss.cli.text import paragraph
from pitboss.round import commands as cmd
from pitboss.round.legal import legal_reports
from pitboss.sheets.model import Irregularity
from pitboss.sheets.words import policy_in_words, role_in_words


def raise_irregularity(table: PracticeTable) -> None:
    """List what can apply now, ask what is needed, and report it."""
    found = legal_reports(table.game, table.state)
    if not found:
        print("  Nothing can be reported now.")
        return
    print("\nWhat has happened?")
    print("   0  A technical interruption or power failure")
    for place, (clause, policy) in enumerate(found, 1):
        print(f"  {place:2}  {policy.gist} ({clause}, {role_in_words(policy.by)})")
    answer = ask("A number, or Enter to go back: ")
    if answer == "0":
        table.do(cmd.InterruptPlay())
        _tell(table)
    elif chosen := number(answer, len(found)):
        clause, policy = found[chosen - 1]
        _report(table, clause, policy)


def _report(table: PracticeTable, clause: str, policy: Irregularity) -> None:
    print(paragraph(f"{policy_in_words(policy)}.", "  "))
    report = cmd.Report(
        clause,
        boxes=_boxes() if "box" in policy.needs else (),
        reconstructed=_yes("Can the cards be put right?") if "reconstructed" in policy.needs else None,
        intentional=_yes("Was it on purpose?") if "intentional" in policy.needs else None,
        order=_order() if "order" in policy.needs else (),
        count=_number("How many cards were found?") if _counts(policy) else None,
        action=_action(policy) if "action" in policy.needs else None,
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
        print("  The cards are put right, and the round goes on.")
    else:
        print("  The round goes on.")


def _counts(policy: Irregularity) -> bool:
    return "count" in policy.needs or "wrong_count" in policy.when


def _yes(question: str) -> bool:
    return ask(f"  {question} [y/n] ").lower().startswith("y")


def _number(question: str) -> int:
    return number(ask(f"  {question} "), 99) or 0


def _boxes() -> tuple[int, ...]:
    box = number(ask("  Which box? "), 99)
    return (box,) if box else ()


def _order() -> tuple[Card, ...]:
    try:
        return tuple(parse_card(word) for word in ask("  Which cards, in which order (or ? ?)? ").split())
    except ValueError as fault:
        print(f"  {fault}")
        return ()


def _action(policy: Irregularity) -> cmd.Action | None:
    choices: tuple[cmd.Action, ...] = ("void", "continue", "return")
    if policy.effect == "restrict_table":
        choices = ("close", "no_jackpot")
    answer = ask(f"  What is decided: {', '.join(choices)}? ")
    return next((choice for choice in choices if choice.startswith(answer) and answer), None)
