"""Notes for a supervisor: what the steps prove against the procedure, told and without effect."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.cards import DECK, Card
from pitboss.records import FileFailed, PlayedRound, play
from pitboss.records.proof import proof_files
from pitboss.records.round_file import FileFault, parse_round_file
from pitboss.records.rounds_json import rounds_json
from pitboss.round import Round, apply, open_round
from pitboss.round import commands as cmd
from pitboss.round.commands import Hashes, OpenRound
from pitboss.round.notes import notes
from pitboss.round.plan import NextAct, next_act
from pitboss.sheets import load, sheet_ids
from pitboss.sheets.model import Device

THREE_CARD = "rws-three-card-v3"
PROGRESSIVE = "rws-progressive-three-card-v5"
MULTILINK = "rws-multilink-three-card-v4"
HOLDEM = "rws-multilink-holdem-v2"
STUD = "mbs-megalink-stud-v9"
SHOE = {"dealing": "shoe"}


def played(sheet: str, *steps: str, **table: Any) -> PlayedRound:
    return play(parse_round_file({"sheet": sheet, "table": table, "round": [{"steps": [*steps, "settle"]}]}))[
        0
    ]


def so_far(sheet: str, *steps: str, **table: Any) -> Round:
    file = parse_round_file({"sheet": sheet, "table": table, "round": [{"steps": list(steps)}]})
    state = open_round(OpenRound(file.table, file.display, Hashes("", "", "")))
    for step in file.rounds[0]:
        answer = apply(load(sheet), state, step.command)
        assert isinstance(answer, tuple), answer
        state = answer[0]
    return state


def told(sheet: str, *steps: str, **table: Any) -> list[str]:
    return [str(note) for note in played(sheet, *steps, **table).notes]


BETS = ("bet 1 ann ante 25", "bet 2 bob ante 25", "close")
HANDS = {"1": "deal 1 9h 9d 4c", "2": "deal 2 As Ks 2d", "dealer": "deal dealer Qd 8c 3s"}
DECIDED = ("bet 1 ann play 25", "bet 2 bob play 25", "reveal")
ONE_BY_ONE = [
    *("deal 1 9h", "deal 2 As", "deal dealer Qd", "deal 1 9d", "deal 2 Ks", "deal dealer 8c"),
    *("deal 1 4c", "deal 2 2d", "deal dealer 3s"),
]


def three(*order: str) -> list[str]:
    return [HANDS[place] for place in order]


@pytest.mark.parametrize("sheet", [THREE_CARD, PROGRESSIVE])
def test_3_10_a_missed_burn(sheet: str) -> None:
    steps = (*BETS, *three("1", "2", "dealer"), *DECIDED)
    assert told(sheet, *steps, **SHOE) == ["No card was burnt before the players' cards came (3.10)"]
    assert told(sheet, *BETS, "burn 2s", *three("1", "2", "dealer"), *DECIDED, **SHOE) == []
    assert told(sheet, *BETS, "burn 2s", *ONE_BY_ONE, *DECIDED, **SHOE) == []
    assert told(sheet, *steps) == [], "a shuffler burns nothing"


def test_a_burn_that_comes_late_was_missed_and_one_too_many_is_told() -> None:
    late = [*BETS, *three("1", "2", "dealer")[:1], "burn 2s", *three("2", "dealer"), *DECIDED]
    assert told(THREE_CARD, *late, **SHOE) == ["No card was burnt before the players' cards came (3.10)"]
    twice = [*BETS, "burn 2s", "burn 2h", *three("1", "2", "dealer"), *DECIDED]
    assert told(THREE_CARD, *twice, **SHOE) == ["More cards were burnt than the procedure has (3.10)"]


@pytest.mark.parametrize(
    ("sheet", "order", "note"),
    [
        (THREE_CARD, ("dealer", "1", "2"), ["The Dealer received cards before box 1 (3.11)"]),
        (PROGRESSIVE, ("1", "dealer", "2"), ["The Dealer received cards before box 2 (3.11)"]),
        (
            THREE_CARD,
            ("2", "1", "dealer"),
            ["The boxes received cards in the order 2, 1, not clockwise (3.11)"],
        ),
        (THREE_CARD, ("1", "2", "dealer"), []),
    ],
)
def test_3_11_the_order_of_the_hands(sheet: str, order: tuple[str, ...], note: list[str]) -> None:
    assert told(sheet, *BETS, *three(*order), *DECIDED)[:1] == note


def test_3_10_cards_of_a_shoe_may_be_told_hand_by_hand() -> None:
    """A deal may be told in one step or in several, so only first cards tell the order of the places."""
    mixed = ["burn 2s", "deal 1 9h", "deal 2 As", "deal dealer Qd", "deal 1 9d 4c", "deal 2 Ks 2d"]
    assert told(THREE_CARD, *BETS, *mixed, "deal dealer 8c 3s", *DECIDED, **SHOE) == []


def test_3_8_the_order_in_stud() -> None:
    steps = ["bet 1 ann ante 25", "close", "deal dealer Ad Kc 9d 7c 3h", "deal 1 4s 5s 6s 7s 8s"]
    assert told(STUD, *steps, "bet 1 ann bet 50", "reveal", **SHOE) == [
        "The Dealer received cards before box 1 (3.8)"
    ]


COMMUNITY = "deal community 2c 2h"


@pytest.mark.parametrize(
    ("steps", "table", "found"),
    [
        ([*three("1", "2", "dealer"), COMMUNITY, "discard 7s"], {}, []),
        ([COMMUNITY, *three("1", "2", "dealer")], {}, []),
        ([*three("1", "2", "dealer"), COMMUNITY], {}, ["No community card was put aside (3.11.1)"]),
        (
            [COMMUNITY, *three("1", "2", "dealer"), "discard 7s"],
            {},
            ["A community card was put aside, which this procedure does not do (3.11.2)"],
        ),
        (["burn 7s", *ONE_BY_ONE, COMMUNITY], SHOE, []),
        (
            ["burn 7s", COMMUNITY, *three("1", "2", "dealer")],
            SHOE,
            [
                "The community received cards before box 1 (3.10)",
                "The community received cards before box 2 (3.10)",
                "The community received cards before the Dealer (3.10)",
            ],
        ),
        (
            ["burn 7s", *ONE_BY_ONE[:-1], COMMUNITY, *ONE_BY_ONE[-1:]],
            SHOE,
            ["The community received cards before the Dealer (3.10)"],
        ),
    ],
)
def test_ml3_3_10_1_and_3_11_the_community_in_its_turn(
    steps: list[str], table: dict[str, Any], found: list[str]
) -> None:
    assert told(MULTILINK, *BETS, *steps, *DECIDED, **table) == found


def test_3_11_3_the_method_that_was_announced_is_the_one_to_follow() -> None:
    state = so_far(MULTILINK, *BETS, COMMUNITY, *three("1", "2", "dealer"))
    first, second = load(MULTILINK).scripts["shuffler"]
    assert notes(load(MULTILINK), state, second.title) == ()
    assert [note.clauses for note in notes(load(MULTILINK), state, first.title)] == [("3.11.1",)] * 3


SHOE_HOLDEM = [
    *("bet 1 ann ante 25", "bet 2 bob ante 25", "close", "burn 2s", "deal 1 Ah", "deal 2 3c", "deal 1 Kd"),
    *("deal 2 4c", "look 1", "bet 1 ann flop 50", "bet 2 bob flop 50", "burn 2d"),
    *("deal community 7d 9h Js", "reveal", "check 1", "check 2", "burn 2h", "deal community Qs", "reveal"),
    *("check 1", "check 2", "burn 2c", "deal community 8c", "reveal", "deal dealer As Ac", "reveal"),
]


def without(*gone: str) -> list[str]:
    return [step for step in SHOE_HOLDEM if step not in gone]


def moved(step: str, before: str) -> list[str]:
    steps = without(step)
    place = steps.index(before)
    return [*steps[:place], step, *steps[place:]]


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        (SHOE_HOLDEM, []),
        (without("burn 2s"), ["No card was burnt before the players' cards came (3.11.1)"]),
        (without("burn 2d"), ["No card was burnt before community card 1 came (3.11.3)"]),
        (without("burn 2h"), ["No card was burnt before community card 4 came (3.11.4)"]),
        (without("burn 2c"), ["No card was burnt before community card 5 came (3.11.5)"]),
        (
            moved("deal community 7d 9h Js", "bet 2 bob flop 50"),
            [
                "No card was burnt before community card 1 came (3.11.3)",
                "Community card 1 came before every box had decided (3.11.3)",
            ],
        ),
        (
            moved("deal dealer As Ac", "burn 2d"),
            [
                "The Dealer's cards came before community card 3 was turned over (3.11.6)",
                "The Dealer received cards before the community (3.11.3, 3.11.4, 3.11.5)",
            ],
        ),
    ],
)
def test_mlth_3_11_burns_and_order_at_the_shoe(steps: list[str], found: list[str]) -> None:
    early = steps.index("deal dealer As Ac") < steps.index("deal community 8c")
    assert told(HOLDEM, *(steps[:-1] if early else steps), **SHOE) == found


PAIR_PLUS = ["bet 1 ann ante 25", "bet 2 bob pair_plus 25", "close", *three("1", "2", "dealer")]


@pytest.mark.parametrize("sheet", [THREE_CARD, PROGRESSIVE])
def test_3_14_a_pair_plus_hand_turned_over_before_the_dealers(sheet: str) -> None:
    note = ["The hand of box 2, which has no Ante, was turned over before the Dealer's (3.14)"]
    shown, bet = "show 2 As Ks 2d", "bet 1 ann play 25"
    assert told(sheet, *PAIR_PLUS, bet, shown, "reveal") == note
    assert told(sheet, *PAIR_PLUS, bet, "reveal", shown) == []
    assert told(sheet, *PAIR_PLUS, "show 1 9h 9d 4c", bet, "reveal") == [], "an Ante's hand is its player's"


@pytest.mark.parametrize(
    ("limits", "found"),
    [
        (["10", "24.99"], "maximum of 24.99"),
        (["10", "25"], ""),
        (["25", "50"], ""),
        (["25.01", "50"], "minimum of 25.01"),
    ],
)
def test_3_12_2_a_play_limit_that_the_ante_does_not_fit(limits: list[str], found: str) -> None:
    state = so_far(THREE_CARD, "bet 1 ann ante 25", limits={"play": limits})
    texts = [note.text for note in notes(load(THREE_CARD), state)]
    would = "the 25.00 that box 1 would have to bet: within the limits it can only fold"
    assert texts == [f"The Play {found} does not allow {would}"] * bool(found)
    assert {note.clauses[:2] for note in notes(load(THREE_CARD), state)} <= {("1.12", "3.12.2")}


def test_a_turn_limit_leaves_a_check_and_a_hand_on_an_empty_box_is_told() -> None:
    state = so_far(HOLDEM, "bet 1 ann ante 25", limits={"turn": ["5", "10"]})
    assert [note.text[-5:] for note in notes(load(HOLDEM), state)] == ["check"]
    state = so_far(THREE_CARD, *BETS, *three("1", "2"), "deal 5 3h 4h 5h", "deal dealer Qd 8c 3s")
    assert [str(note) for note in notes(load(THREE_CARD), state)] == [
        "Box 5 was dealt a hand without having a bet (3.11)"
    ]


def test_an_error_that_was_reported_and_put_right_is_not_noted() -> None:
    burn = [*BETS, *three("1", "2", "dealer"), "report 5.9 reconstructed=yes"]
    chosen = ["choose 1 continue", "choose 2 continue"]
    assert told(THREE_CARD, *burn, *chosen, *DECIDED, **SHOE) == []
    order = [*BETS, *three("dealer", "1", "2"), "report 5.8.6 reconstructed=yes"]
    assert told(THREE_CARD, *order, *three("1", "2", "dealer"), *DECIDED) == []
    both = [*BETS, *three("dealer", "1", "2"), "report 5.8.6 reconstructed=yes", *DECIDED]
    assert told(THREE_CARD, *both, **SHOE) == ["No card was burnt before the Dealer's cards came (3.10)"]


def test_a_ruled_bet_is_called_by_its_name() -> None:
    ruling = "report 5.23 action=correct box=2 bet=pair_plus amount=5"
    notes_told = rounds_json((played(THREE_CARD, *PAIR_PLUS, "bet 1 ann play 25", ruling, "reveal"),))
    assert notes_told["rounds"][0]["notes"][-1] == "bob's Pair Plus of box 2 stands at 5.00 (5.23)"


def test_a_note_changes_no_line_and_stands_in_the_json() -> None:
    right = played(THREE_CARD, *BETS, "burn 2s", *three("1", "2", "dealer"), *DECIDED, **SHOE)
    wrong = played(THREE_CARD, *BETS, *three("1", "2", "dealer"), *DECIDED, **SHOE)
    assert right.settlement == wrong.settlement
    (data,) = rounds_json((wrong,))["rounds"]
    assert data["notes"] == ["No card was burnt before the players' cards came (3.10)"]


@pytest.mark.parametrize("sheet", sheet_ids())
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_a_round_dealt_by_the_procedure_has_no_note(sheet: str, device: Device) -> None:
    game = load(sheet)
    for script in game.scripts[device]:
        cards = iter(DECK)
        state = so_far(sheet, *(f"bet {box} ann ante 25" for box in (1, 3, 7)), "close", dealing=device)
        while (due := next_act(game, state, script)).act != "settle":
            for command in commands_of(due, cards):
                answer = apply(game, state, command)
                assert isinstance(answer, tuple), answer
                state = answer[0]
                assert notes(game, state, script.title) == notes(game, state) == ()
        assert len(state.trail) >= 4


def commands_of(due: NextAct, cards: Iterator[Card]) -> list[cmd.Command]:
    """What the Dealer does, or what the players decide: some to bet on, or to check."""
    match due.act:
        case "burn":
            return [cmd.BurnCard(next(cards))]
        case "discard":
            return [cmd.DiscardCard(next(cards))]
        case "deal":
            assert due.to is not None
            return [cmd.DealCards(due.to, tuple(next(cards) for _ in range(due.cards)))]
        case "ask":
            first = due.clause in ("3.12", "3.9", "3.11.2", "3.12.3")
            return [bet_on(box, due.clause) if first else cmd.Check(box) for box in due.boxes]
        case _:
            return [cmd.Reveal()]


def bet_on(box: int, clause: str) -> cmd.Command:
    bet, times = {"3.12": ("play", 1), "3.9": ("bet", 2)}.get(clause, ("flop", 2))
    return cmd.PlaceBet(box=box, player="ann", bet=bet, amount=2_500 * times)


SHIPPED = {
    "3.4_limits-of-the-bet-area",
    "5.10.2_the-hand-dealt-first-plays",
    "5.14_over-the-maximum-of-the-bet-area",
    "3.11.3_cards-turn-when-all-have-decided-at-the-shoe",
    "3.11.6_dealers-cards-before-the-river-is-turned",
    "3.12.1_five-community-cards-at-the-shuffler",
    "4.5.1_first-dealt-not-lowest-box",
    "5.3.1_never-above-the-maximum",
    "5.19_an-old-error-leaves-the-next-round-alone",
    "4.7.1_order-is-that-of-the-deal-not-of-the-boxes",
    "5.19_burn-forgotten-and-never-reported",
    "5.15_two-cards-on-pair-plus-alone",
    "5.19_missed-burnt-card-found-too-late",
    "3.15.1_missed-burn-not-reported",
    "5.10.2_the-hand-moved-back-to-the-first-position",
    "4.5.1_a-hand-moved-back-is-paid-in-its-turn",
    "4.7.1_a-hand-moved-back-is-paid-in-its-turn",
}
"""The shipped rounds with something to note, each of them read: it is done otherwise on purpose."""


def test_the_shipped_rounds_that_carry_a_note() -> None:
    found = set()
    for sheet in sheet_ids():
        for proof in proof_files(sheet):
            try:
                rounds = play(parse_round_file(proof.data))
            except (FileFault, FileFailed):
                continue
            if any(one.notes for one in rounds):
                found.add(proof.name)
    assert found == SHIPPED
