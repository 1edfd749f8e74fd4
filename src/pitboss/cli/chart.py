"""``pitboss chart``: one page of a sheet's irregularities, clause by phase.

A small round is played up to each phase and every report is tried there, so the chart shows what the engine
itself answers.
"""

from argparse import Namespace
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from pitboss.cards import DECK, UNKNOWN, Card
from pitboss.cli.text import paragraph, sheet_named, table
from pitboss.invariant import InvariantBroken
from pitboss.people import role_in_words
from pitboss.refusal import Refusal
from pitboss.round import Round, apply, decide, evolve, open_round
from pitboss.round import commands as cmd
from pitboss.round import events as ev
from pitboss.round.plan import NextAct, next_act
from pitboss.settlement import Display, Table
from pitboss.sheets import Game
from pitboss.sheets.model import Irregularity
from pitboss.sheets.register import sort_key

_PHASES: Final = ("betting", "unseen", "seen", "a fold", "revealed", "settled")
_HASHES: Final = cmd.Hashes("", "", "")
_ANTE: Final = 2500
_WORDS: Final[dict[type, str]] = {
    ev.RoundVoided: "void",
    ev.HandInvalidated: "out",
    ev.HandFolded: "folds",
    ev.OptionsGiven: "choose",
    ev.ReconstructionBegun: "fixed",
    ev.PlayerBarred: "barred",
    ev.PlayerRestricted: "restricted",
    ev.TableRestricted: "later",
}
"""The events that a cell of the chart names."""
_OTHER_ACTS: Final = (
    ("interrupt", cmd.InterruptPlay(), "A technical interruption or power failure affects the round"),
    ("leave", cmd.LeaveTable(1), "A player whose hand is not folded walks away"),
)
_LEGEND: Final = (
    "Phases: betting is open; cards are dealt and unseen; a player has seen theirs; a hand is folded; the "
    "Dealer's hand is revealed; the round is settled and the next has not begun. void: every bet goes back. "
    "out: the hand goes out, its bets back. choose: players may go on or take their bets back. fixed: the "
    "cards are put right (where two answers stand, the second is for cards that can be). goes on: nothing "
    "changes. ruling: void, continue or return. see: another clause applies. –: not possible then. Higher "
    "roles may always decide."
)


def run(options: Namespace) -> int:
    """Print the chart."""
    game = sheet_named(options.sheet)
    identity = game.sheet.identity
    print(f"{identity.title} ({identity.house}, version {identity.version}): irregularities by phase\n")
    states = list(phases(game))
    rows = []
    for clause in sorted(game.sheet.irregularities, key=sort_key):
        policy = game.sheet.irregularities[clause]
        cells = [answer(game, state, clause, policy) for state in states]
        rows.append((clause, role_in_words(policy.by), *cells, policy.gist))
    for name, command, gist in _OTHER_ACTS:
        rows.append((name, "", *(_said(game, state, command) for state in states), gist))
    print(table(("clause", "decided by", *_PHASES, "what has happened"), rows, most=14))
    print("\n" + paragraph(_LEGEND))
    return 0


def phases(game: Game) -> Iterator[Round]:
    """A round at a shoe, at each phase: Ann on two boxes, Bob on one, an orphaned jackpot bet on box 3."""
    display = Display(Fraction(0), 0, Fraction(0))
    state = open_round(cmd.OpenRound(Table(sheet=game.sheet.id, device="shoe", boxes=4), display, _HASHES))
    for box, player in ((1, "ann"), (2, "bob"), (4, "ann")):
        state = _do(game, state, cmd.PlaceBet(box=box, player=player, bet="ante", amount=_ANTE))
    state = _do(game, state, cmd.PlaceBet(box=3, player="cat", bet="jackpot", amount=500, unnoticed=True))
    yield state
    deck = list(DECK)
    state = _deal(game, _do(game, state, cmd.CloseBets()), deck)
    yield state
    state = _do(game, state, cmd.ExamineHand(2))
    yield state
    state = _do(game, state, cmd.FoldHand(2))
    yield state
    while not state.dealer_up:
        act = _next_act(game, state)
        if act.act == "ask":
            due = game.script("shoe").decisions[state.reveals]
            amount = _ANTE * game.sheet.bets[due.bet].times_ante
            for box in act.boxes:
                state = _do(game, state, cmd.PlaceBet(box=box, player="ann", bet=due.bet, amount=amount))
        elif act.act == "reveal":
            state = _do(game, state, cmd.Reveal())
        else:
            state = _deal(game, state, deck)
    yield state
    yield _do(game, state, cmd.SettleRound())


def _deal(game: Game, state: Round, deck: list[Card]) -> Round:
    """Deal all cards that are due before the next decision or reveal."""
    while (act := _next_act(game, state)).act == "deal" and act.to is not None:
        cards = tuple(deck.pop(0) for _ in range(act.cards))
        state = _do(game, state, cmd.DealCards(act.to, cards))
    return state


def _next_act(game: Game, state: Round) -> NextAct:
    """The next act other than burning a card, so that a forgotten Burnt Card can be reported."""
    script = game.script("shoe")
    act = next_act(game, state, script)
    while act.act == "burn":
        state = evolve(state, ev.CardBurnt(UNKNOWN))
        act = next_act(game, state, script)
    return act


def _do(game: Game, state: Round, command: cmd.Command) -> Round:
    answered = apply(game, state, command)
    if isinstance(answered, Refusal):
        raise InvariantBroken(f"{type(command).__name__} is refused in a round of a chart: {answered.code}")
    return answered[0]


def answer(game: Game, state: Round, clause: str, policy: Irregularity) -> str:
    """The engine's answers to reports of a clause, for cards that cannot and that can be put right."""
    if policy.effect == "judge_second_look" and state.seen:
        state = evolve(evolve(state, ev.HandExamined(1)), ev.HandExamined(4, additional=True))
    said = [_said(game, state, report) for report in _reports(clause, policy)]
    if policy.effect == "ruling" and "void" in said:
        return "ruling"
    if policy.effect == "return_orphan":
        said = ["bet back" if word == "goes on" else word for word in said]
    return " / ".join(dict.fromkeys(said))


def _reports(clause: str, policy: Irregularity) -> Iterator[cmd.Report]:
    box = 3 if policy.effect == "return_orphan" else 1
    if policy.effect == "void_unless_52":
        yield cmd.Report(clause=clause, count=51)
        yield cmd.Report(clause=clause, count=52)
        return
    for fixed in (False, True) if "reconstructed" in policy.needs else (None,):
        yield cmd.Report(
            clause=clause,
            boxes=(box,) if "box" in policy.needs else (),
            reconstructed=fixed,
            intentional=True if "intentional" in policy.needs else None,
            order=(UNKNOWN, UNKNOWN) if "order" in policy.needs else (),
            count=51 if "count" in policy.needs or "wrong_count" in policy.when else None,
            action=_action(policy),
        )


def _action(policy: Irregularity) -> cmd.Action | None:
    if "action" not in policy.needs:
        return None
    return "close" if policy.effect == "restrict_table" else "void"


def _said(game: Game, state: Round, command: cmd.Command) -> str:
    answered = decide(game, state, command)
    if isinstance(answered, Refusal):
        clause = command.clause if isinstance(command, cmd.Report) else ""
        others = [cited for cited in answered.clauses if cited != clause]
        contradicted = answered.code == "report_contradicted" and others
        return f"see {others[0]}" if contradicted else "–"
    words = [_WORDS[type(event)] for event in answered if type(event) in _WORDS]
    return ", ".join(dict.fromkeys(words)) or "goes on"
