"""What a sheet says and no round file can show: the Dealer's acts, what the record cites, who is paid first.

Each check takes a game and fails if its sheet says something else, so the mutants of the data meet it too.
"""

from collections.abc import Callable, Iterator
from typing import Final

from pitboss.cards import DECK, Card
from pitboss.records.steps import parse_step
from pitboss.refusal import Refusal
from pitboss.round import Round, apply, decide, open_round
from pitboss.round.commands import (
    AdjustSettlement,
    CloseBets,
    Command,
    Hashes,
    OpenRound,
    PlaceBet,
)
from pitboss.round.events import (
    Event,
    HandExamined,
    OptionChosen,
    PlayInterrupted,
    SettlementAdjusted,
    TableRestricted,
)
from pitboss.round.plan import NextAct, dealers_command, next_act
from pitboss.round.views import view
from pitboss.settlement import Table
from pitboss.settlement.awards import LinkedWin, order_of_payment
from pitboss.sheets import Game
from pitboss.sheets.model import Device
from pitboss.sheets.script import Script

_THREE_CARD: Final = {
    "packets of three": "3.11 3>1 3>2 3>dealer, 3.12 ask, 3.13 reveal settle",
    "one card at a time": "3.10 burn" + " 1>1 1>2 1>dealer" * 3 + ", 3.12 ask, 3.13 reveal settle",
}
DEALT: Final[dict[str, dict[str, str]]] = {
    "3CP": _THREE_CARD,
    "P3CP": _THREE_CARD,
    "ML3": {
        "three community cards last, one put aside": (
            "3.11.1 3>1 3>2 3>dealer 2>community discard, 3.12 ask, 3.13 reveal settle"
        ),
        "two community cards first": "3.11.2 2>community 3>1 3>2 3>dealer, 3.12 ask, 3.13 reveal settle",
        "one card at a time": (
            "3.10 burn" + " 1>1 1>2 1>dealer" * 3 + ", 3.10.1 2>community, 3.12 ask, 3.13 reveal settle"
        ),
    },
    "MLTH": {
        "five community cards first, then packets of two": (
            "3.12.1 5>community, 3.12.2 2>1 2>2 2>dealer, 3.12.3 ask, 3.12.4 reveal ask, 3.12.5 reveal ask, "
            "3.12.6 reveal settle"
        ),
        "one card at a time, the Dealer's cards last": (
            "3.11.1 burn 1>1 1>2 1>1 1>2, 3.11.2 ask, 3.11.3 burn 3>community reveal ask, "
            "3.11.4 burn 1>community reveal ask, 3.11.5 burn 1>community reveal, "
            "3.11.6 2>dealer reveal settle"
        ),
    },
    "MSS": {
        "automated device, packets of five": "3.7 5>1 5>2 5>dealer, 3.9 ask, 3.10 reveal settle",
        "manual device, one card at a time": (
            "3.8" + " 1>1 1>2 1>dealer" * 5 + ", 3.9 ask, 3.10 reveal settle"
        ),
    },
}
"""What the Dealer does with two boxes in play, by each procedure, the usual one of a device first."""


def dealing(game: Game) -> None:
    """The Dealer's acts, in order, by every procedure of the sheet."""
    found = {
        script.title: _told(list(_acts(game, device, script)))
        for device in ("shuffler", "shoe")
        for script in game.scripts[device]
    }
    assert list(found.items()) == list(DEALT[game.sheet.identity.short].items())


def _acts(game: Game, device: Device, script: Script) -> Iterator[NextAct]:
    table = Table(sheet=game.sheet.id, device=device)
    state = open_round(OpenRound(table, None, Hashes("", "", "")))
    deck = iter(DECK)
    commands: list[Command] = [PlaceBet(box=box, player=str(box), bet="ante", amount=1000) for box in (1, 2)]
    for command in (*commands, CloseBets()):
        state = _done(game, state, command)
    for _ in range(60):
        act = next_act(game, state, script)
        yield act
        if act.act == "settle":
            return
        for command in _carried_out(game, state, act, deck):
            state = _done(game, state, command)


def _carried_out(game: Game, state: Round, act: NextAct, deck: Iterator[Card]) -> Iterator[Command]:
    if act.act != "ask":
        yield dealers_command(act, tuple(next(deck) for _ in range(act.cards)))
        return
    due = game.script(state.table.device).decisions[state.reveals]
    amount = 1000 * game.sheet.bets[due.bet].sizes[0]
    yield from (PlaceBet(box=box, player=str(box), bet=due.bet, amount=amount) for box in act.boxes)


def _done(game: Game, state: Round, command: Command) -> Round:
    answer = apply(game, state, command)
    assert isinstance(answer, tuple), answer
    return answer[0]


def _told(acts: list[NextAct]) -> str:
    told, clause = "", ""
    for act in acts:
        if act.clause != clause:
            told += f"{', ' if clause else ''}{act.clause}"
            clause = act.clause
        told += f" {act.cards}>{act.to}" if act.act == "deal" else f" {act.act}"
    return told


def order_across_tables(game: Game) -> None:
    """RWS pays the hand dealt first, MBS the hand entered first (4.9.1, 4.7.2, 4.5.2; 3.14)."""
    dealt_first = LinkedWin(table="1", box=3, percent=100, complete_at=10, entered_at=25)
    entered_first = LinkedWin(table="2", box=1, percent=100, complete_at=12, entered_at=20)
    order = [win.table for win in order_of_payment(game, [entered_first, dealt_first])]
    assert order == (["2", "1"] if game.sheet.identity.short == "MSS" else ["1", "2"])


_HANDS: Final = {
    2: ("9s 9c", "Jd 6s"),
    3: ("9s 9c 4h", "Jd 6s 3h"),
    5: ("9s 9c 4h 7d 2c", "Jd 6s 3h 8c Ts"),
}
_OPTIONS: Final = {
    "5.9 reconstructed=yes": ("5.10.2",),
    "5.10 box=1 reconstructed=no": ("5.10.1",),
    "5.10 box=1 reconstructed=yes": ("5.10.2",),
    "5.14 order=2h,2s": ("5.10.1",),
    "5.15 box=1 count=9 reconstructed=yes": ("5.10.2",),
}
"""The clause by which a player goes on after each report of the RWS sheets."""
_ACTIONS: Final = {"close": ("5.17.2a",), "block box=1": ("5.17.2b",), "no_jackpot": ("5.17.2c",)}


def options_taken(game: Game) -> None:
    """The record of a player who goes on cites the option that was theirs."""
    short = game.sheet.identity.short
    if short == "MSS":
        assert _chosen(game, 2, "report 5.7 box=1 count=9 reconstructed=no") == ("5.7.1",)
        assert _chosen(game, 1, "interrupt") == ("5.16.1",)
        return
    for report, clauses in _OPTIONS.items():
        looks = ("look 2",) if report.startswith("5.10") else ()
        assert _chosen(game, 1, *looks, f"report {report}") == clauses
    if short == "ML3":
        assert _chosen(game, 1, "report 5.12 box=1") == ("5.10.1",)
        assert _chosen(game, 2, "report 5.15 box=1 count=9 reconstructed=no") == ("5.10.1",)


def interruptions(game: Game) -> None:
    """The record of an interruption cites the clause for whether an outcome is established."""
    before, after = (
        (("5.16.1",), ("5.16.2",)) if game.sheet.identity.short == "MSS" else (("5.7",), ("5.7.1",))
    )
    assert [e.clauses for e in _events(game, "interrupt") if isinstance(e, PlayInterrupted)] == [before]
    assert [e.clauses for e in _events(game, "fold 1", "interrupt") if isinstance(e, PlayInterrupted)] == [
        after
    ]


def restrictions(game: Game) -> None:
    """The record of a restricted table cites the point of 5.17.2 that was taken."""
    for action, clauses in _ACTIONS.items() if game.sheet.identity.short != "MSS" else ():
        events = _events(game, f"report 5.17.2 action={action}")
        assert [event.clauses for event in events if isinstance(event, TableRestricted)] == [clauses]


def exposed_card(game: Game) -> None:
    """Only the stud game's Dealer has a card face up before the reveal, the last of theirs (3.7, 3.8)."""
    cards = ("Kh", "8d", "5c", "Ah", "3d")[-game.sheet.hands.dealer :]
    state, _ = _played(game, f"deal dealer {' '.join(cards)}")
    up = cards[-1:] if game.sheet.identity.short == "MSS" else ("?",)
    assert view(game, state).dealer == (*("?" for _ in cards[1:]), *up)


def past_errors(game: Game) -> None:
    """A ruling on a past round cites 5.19; the stud game's limits of past rounds stay as they were (5.15)."""
    settled, _ = _played(game, "fold 1", "fold 2", "settle")
    ruling = AdjustSettlement(
        box=1,
        player="ann",
        bet="ante",
        amount=100,
        by="shift_manager",
        reason="miscounted",
        limits_error=True,
    )
    answer = decide(game, settled, ruling)
    if game.sheet.identity.short == "MSS":
        assert isinstance(answer, Refusal)
        assert "5.15" in answer.clauses
    else:
        assert not isinstance(answer, Refusal)
        (adjusted,) = (event for event in answer if isinstance(event, SettlementAdjusted))
        assert adjusted.clauses == ("5.23", "5.19")


def second_looks(game: Game) -> None:
    """A player may examine one hand; a look at another of theirs is recorded as an additional one."""
    hands = _HANDS[game.sheet.hands.box]
    bets = (f"bet {box} ann ante 10" for box in (1, 2))
    deals = (f"deal {box} {cards}" for box, cards in enumerate(hands, 1))
    _, events = _opened(game, *bets, "close", *deals, "look 2", "look 1")
    assert [event.additional for event in events if isinstance(event, HandExamined)] == [False, True]


_WORDS: Final = (
    "box=1",
    "player=ann",
    "dealer=yes",
    "reconstructed=yes",
    "intentional=yes",
    "order=2h,2s",
    "count=9",
    "permit=yes",
    "action=void",
    "bet=ante",
    "amount=5",
)
TAKEN: Final = {
    "RWS": (
        "5.4 box, 5.8.1 box, 5.8.2 box, 5.8.3 box, 5.8.4, 5.8.5, 5.8.6 box reconstructed, "
        "5.8.7 reconstructed count, 5.9 reconstructed, 5.10 box reconstructed, 5.12 box, 5.13, 5.14 order, "
        "5.15 box reconstructed count, 5.16 box, 5.17.1 box, 5.17.2 box action, 5.18 box intentional, "
        "5.23 box player action bet amount"
    ),
    "MBS": (
        "3.4.3 box player, 5.1 box, 5.2 box reconstructed, 5.3 reconstructed count, 5.4 box, "
        "5.7 box reconstructed count permit, 5.8 count, 5.9 box player, 5.10 box, 5.10.3 box player, "
        "5.12.2 box, 6.1 box player action bet amount"
    ),
}
"""The arguments that a report of each clause takes, needed or not; hold'em's 5.8.7 takes ``dealer`` too."""


def arguments(game: Game) -> None:
    """A report is refused for an argument that its clause does not take, and for no other."""
    state, _ = _played(game)
    told = []
    for clause in game.sheet.irregularities:
        answers = {word: decide(game, state, parse_step(f"report {clause} {word}")[0]) for word in _WORDS}
        refused = {w for w, a in answers.items() if isinstance(a, Refusal) and a.code == "argument_not_taken"}
        told.append(" ".join([clause, *(word.partition("=")[0] for word in _WORDS if word not in refused)]))
    expected = TAKEN["MBS" if game.sheet.identity.short == "MSS" else "RWS"]
    if game.sheet.identity.short == "MLTH":
        expected = expected.replace("5.8.7", "5.8.7 dealer")
    assert ", ".join(told) == expected


def decks(game: Game) -> None:
    """A deck is 52 cards; each fault of a card set has the clause that makes a round with it void."""
    deck, mbs = game.sheet.deck, game.sheet.identity.short == "MSS"
    assert (deck.cards, deck.clauses, deck.counting) == (
        52,
        *((("2.1",), ("5.8",)) if mbs else (("2.2.1",), ())),
    )
    faults = (deck.wrong_count, deck.foreign_card, deck.unshuffled)
    assert faults == ((("5.1",),) * 3 if mbs else (("5.8.3",), ("5.8.1",), ("5.8.5",)))
    assert deck.runs_out == (() if mbs else ("5.8.4",))
    shuffler = {"MSS": "3.7", "ML3": "1.8", "MLTH": "1.9"}.get(game.sheet.identity.short, "1.7")
    assert deck.shuffler == (shuffler,)


def _chosen(game: Game, box: int, *steps: str) -> tuple[str, ...]:
    events = _events(game, *steps, f"choose {box} continue")
    (chosen,) = (event for event in events if isinstance(event, OptionChosen))
    return chosen.clauses


def _events(game: Game, *steps: str) -> list[Event]:
    return _played(game, *steps)[1]


def _played(game: Game, *steps: str) -> tuple[Round, list[Event]]:
    """A round at a shoe, two boxes dealt to without a Burnt Card, after these steps; and its events."""
    first, second = _HANDS[game.sheet.hands.box]
    bets = ("bet 1 ann ante 10", "bet 2 bob ante 10")
    return _opened(game, *bets, "close", f"deal 1 {first}", f"deal 2 {second}", *steps)


def _opened(game: Game, *steps: str) -> tuple[Round, list[Event]]:
    state = open_round(OpenRound(Table(sheet=game.sheet.id, device="shoe"), None, Hashes("", "", "")))
    found: list[Event] = []
    for step in steps:
        answer = apply(game, state, parse_step(step)[0])
        assert isinstance(answer, tuple), answer
        state, events = answer
        found += events
    return state, found


BEYOND: Final[tuple[Callable[[Game], None], ...]] = (
    dealing,
    order_across_tables,
    options_taken,
    interruptions,
    restrictions,
    exposed_card,
    past_errors,
    decks,
    second_looks,
    arguments,
)
