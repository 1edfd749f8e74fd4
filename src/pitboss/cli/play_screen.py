"""The prompts and the display of the practice table."""

from pitboss.cards import Card, glyphs
from pitboss.cli.practice import YOU, PracticeTable
from pitboss.cli.text import exact, money
from pitboss.hands import hand_in_words
from pitboss.round.queries import displayed
from pitboss.round.views import view
from pitboss.round.words import title_of
from pitboss.settlement import Table
from pitboss.sheets import Game


class LeaveRequested(Exception):
    """The player leaves the practice table."""


def ask(question: str) -> str:
    """Prompt the player; q raises :class:`LeaveRequested`."""
    answer = input(question).strip()
    if answer.lower() in ("q", "quit", "exit"):
        raise LeaveRequested
    return answer


def number(answer: str, most: int) -> int | None:
    """Parse an answer as a number from 1 to ``most``; None if it is none."""
    plain = answer.isascii() and answer.isdigit() and len(answer) < 6
    return int(answer) if plain and 1 <= int(answer) <= most else None


def welcome(game: Game, table: Table) -> None:
    """Print the plate of the table."""
    identity = game.sheet.identity
    print(f"\n{identity.called}, version {identity.version}. Practice table, dealt from a {table.device}.")
    for bet, limits in table.limits.items():
        low, high = money(limits.minimum), money(limits.maximum)
        print(f"  {game.sheet.bets[bet].title}: {low} to {high}")
    if game.sheet.jackpot:
        unit = money(table.jackpot_bet or 0)
        most = game.sheet.jackpot.most_units
        print(f"  Jackpot bet: {unit}" + (f", up to {most} times" if most > 1 else ""))
    print("  q leaves the table; ! raises an irregularity.")


def show_table(table: PracticeTable) -> None:
    """Print the table as the player sees it."""
    seen = view(table.game, table.state, YOU)
    print()
    if (value := displayed(table.game, table.state)) is not None:
        print(f"  Jackpot    {exact(value)}")
    if table.game.sheet.hands.dealer:
        ranked = _rank(table, seen.dealer + _shared(table, seen.community))
        print(f"  Dealer     {glyphs(seen.dealer)}  {ranked}")
    if seen.community:
        print(f"  Community  {glyphs(seen.community)}")
    for box in seen.boxes:
        if box.wagers:
            bets = ", ".join(
                f"{title_of(table.game, wager.bet)} {money(wager.amount)}" for wager in box.wagers
            )
            status = " (folded)" if box.folded else " (out)" if box.out else ""
            words = _rank(table, box.cards + _shared(table, seen.community)) + status
            print(f"  Box {box.number}      {glyphs(box.cards)}  {words}  [{bets}]")


def _shared(table: PracticeTable, community: tuple[Card, ...]) -> tuple[Card, ...]:
    """The community cards that count with a hand when it meets the Dealer's."""
    return community if table.game.sheet.hands.shows_down == "own_and_community" else ()


def _rank(table: PracticeTable, cards: tuple[Card, ...]) -> str:
    full = len(cards) >= table.game.ranking.size and "?" not in cards
    return hand_in_words(table.game.ranking.rank(cards)) if full else ""
