"""The sentence of a settled line names the cards that decide: read back and compared by the other program."""

import re
from random import Random
from typing import Final

import pytest

from pitboss.cards import DECK, RANK_NAMES, RANKS, Card
from pitboss.records.proof import proof_files
from pitboss.records.round_file import parse_round_file
from pitboss.records.runner import play
from pitboss.settlement import Box, Facts, Line, Table, Wager, settle
from pitboss.sheets import load, sheet_ids
from tests.independent.settlement import (
    FIVE_CARD_HANDS,
    THREE_CARD_HANDS,
    best_five,
    five_card_rank,
    queen_or_higher,
    three_card_rank,
)

STUD: Final = "mbs-megalink-stud-v9"
Told = tuple[str, list[int]]
"""The kind of a hand and the values that a sentence names, most important first."""

_VALUES: Final = {name: value for value, name in enumerate(RANK_NAMES, 2)}
_VALUES.update({name + "s": value for name, value in list(_VALUES.items())}, sixes=6)
_LETTERS: Final = {"A": 14, "K": 13, "Q": 12, "J": 11} | {str(value): value for value in range(2, 11)}
_KINDS: Final = (
    ("royal flush", r"royal flush in \w+"),
    ("straight flush", r"A-K-Q of \w+|(\w+)-high straight flush in \w+"),
    ("four of a kind", r"four (\w+)(?: with (.+))?"),
    ("full house", r"full house of (\w+) over (\w+)"),
    ("flush", r"([\w-]+?)(?:-high)? flush in \w+"),
    ("straight", r"(\w+)-high straight"),
    ("three of a kind", r"three (\w+)(?: with (.+))?"),
    ("two pairs", r"two pairs of (\w+) and (\w+)(?: with (.+))?"),
    ("one pair", r"pair of (\w+)(?: with (.+))?"),
    ("odd cards", r"(\w+) high|((?:[2-9AKQJ]|10)(?:-(?:[2-9AKQJ]|10))+)"),
)
_MET: Final = re.compile(
    r"(.+?) (beats?|(?:is|are) lower than) the Dealer's (.+?)(?:, which qualifies)?, (?:so|but) .+"
)
_CLAUSES: Final = {"RWS": ("3.1.2", "3.1.3", "3.1.1"), "MBS": ("3.11", "3.12", "3.12.1")}


def told(words: str) -> Told:
    """Read a hand in words back."""
    words = re.sub(r"^(?:An?|an?) ", "", words)
    words = re.sub(r"^[A-Z](?=[a-z])", lambda first: first[0].lower(), words)
    for kind, pattern in _KINDS:
        if found := re.fullmatch(pattern, words):
            named = " ".join(group for group in found.groups() if group)
            if words.startswith("A-K-Q of"):
                return kind, [14]
            parts = re.findall(r"[A-Za-z0-9]+", re.sub(r"\b(?:an?|and)\b", "", named))
            return kind, [_LETTERS.get(part) or _VALUES[part] for part in parts]
    raise AssertionError(f"nobody calls a hand {words!r}")


def truth(cards: list[str]) -> tuple[int, Told]:
    """The rank of the best hand by the other program: its place in the list, its kind and its values."""
    if len(cards) == 3:
        place, compared = three_card_rank(cards)
        kind = {"pair": "one pair"}.get(THREE_CARD_HANDS[place], THREE_CARD_HANDS[place])
    else:
        place, compared = five_card_rank(best_five(cards))
        kind = FIVE_CARD_HANDS[place]
    kind = kind.removeprefix("three ").removeprefix("five ") if kind.endswith("odd cards") else kind
    return place, (kind, list(dict.fromkeys(compared)))


def lines(sheet: str, own: list[Card], dealer: list[Card], community: list[Card]) -> tuple[Line, ...]:
    decisions = [bet for bet, rule in load(sheet).sheet.bets.items() if rule.placed == "decision"]
    wagers = tuple(Wager(bet=bet, player="ann", amount=1000) for bet in ("ante", *decisions[:1]))
    box = Box(number=1, wagers=wagers, cards=tuple(own), dealt=1, decided=tuple(decisions[:1]))
    facts = Facts(
        table=Table(sheet=sheet),
        boxes=(box,),
        dealer=tuple(dealer),
        community=tuple(community),
        display=None,
    )
    return settle(load(sheet), facts).lines


@pytest.mark.parametrize("sheet", sheet_ids())
def test_the_cards_that_a_line_names_decide(sheet: str) -> None:
    hands = load(sheet).sheet.hands
    luck = Random(sheet)
    for deal in range(400):
        deck = luck.sample([card for card in DECK if RANKS.index(card[0]) >= (0, 6, 9)[deal % 3]], k=16)
        own, dealer = deck[: hands.box], deck[hands.box : hands.box + hands.dealer]
        community = deck[-5:] if hands.shows_down == "own_and_community" else []
        for line in lines(sheet, own, dealer, community):
            if line.bet != "ante_bonus":
                check(sheet, line, [*own, *community], [*dealer, *community], [*community])


def check(sheet: str, line: Line, own: list[str], dealer: list[str], community: list[str]) -> None:
    kinds, cards, equal = _CLAUSES[load(sheet).sheet.identity.house]
    (place, (kind, ranks)), (dealers_place, (dealers_kind, dealers_ranks)) = truth(own), truth(dealer)
    if not _qualifies(sheet, dealer):
        asked = {"Q": 1, "AK": 2}[load(sheet).sheet.qualifier.least]  # type: ignore[union-attr]
        words = re.fullmatch(
            r"The Dealer's (.+) does not qualify: (?:queen high|ace-king) is needed, .+", line.why
        )
        assert words, line.why
        assert told(words[1]) == (dealers_kind, dealers_ranks[:asked]), line.why
    elif (place, ranks) == (dealers_place, dealers_ranks):
        board = "Both hands play the board's " if community and truth(community) == truth(own) else ""
        words = re.fullmatch(
            board + r"(.+?)(?: ranks? the same as the Dealer's hand, card for card)?, so .+", line.why
        )
        assert words, line.why
        assert told(words[1])[0] == kind, line.why
        assert told(words[1])[1] == _named(kind, ranks), line.why
        assert equal in line.clauses
    else:
        met = _MET.fullmatch(line.why)
        assert met, line.why
        owns, theirs = told(met[1]), told(met[3])
        assert owns == (kind, ranks[: len(owns[1])]), line.why
        assert theirs == (dealers_kind, dealers_ranks[: len(theirs[1])]), line.why
        higher = place > dealers_place if place != dealers_place else owns[1] > theirs[1]
        assert owns != theirs, "two equal descriptions were compared"
        assert higher == ((place, ranks) > (dealers_place, dealers_ranks)) == met[2].startswith("beat")
        assert (kinds if place != dealers_place else cards) in line.clauses


def _named(kind: str, ranks: list[int]) -> list[int]:
    """All values, or what stands for them: the highest of a run, none of a royal flush."""
    return ranks[:0] if kind == "royal flush" else ranks[:1] if "straight" in kind else ranks


def _qualifies(sheet: str, dealer: list[str]) -> bool:
    qualifier = load(sheet).sheet.qualifier
    if qualifier is None:
        return True
    if qualifier.high_cards == "Q":
        return queen_or_higher(dealer)
    _, (kind, ranks) = truth(dealer)
    return kind != "odd cards" or ranks[:2] == [14, 13]


@pytest.mark.parametrize(
    ("sheet", "file", "line", "why"),
    [
        ("MSS", "5.13_collected-once", "1 ante", "; it is under the minimum and stands as placed."),
        ("3CP", "5.3.2_play-below-the-ante", "2 play", "; it is under the Ante and stands as placed."),
        ("MSS", "3.9.2_a-wrong-bet", "1 bet", "; the 60.00 over twice the Ante is returned."),
        ("MSS", "5.14_folded-and-no-hand", "1 ante", "; the 50.00 over the maximum is returned."),
        (
            "MLTH",
            "5.3.1_never-above-the-maximum",
            "2 flop",
            "; it is under twice the Ante and the 30.00 over the maximum is returned.",
        ),
        (
            "MSS",
            "3.15.3_royal-flush-after",
            "1 jackpot",
            "; box 2 was paid 15,000.00 first, and of what the display showed then this share is 135,000.00.",
        ),
        (
            "MLTH",
            "4.5.1_royal-flush-dealt-first",
            "2 jackpot",
            "; box 1 was paid 150,000.00 first, and of what the display showed then this share is 10,000.00.",
        ),
        ("MLTH", "1.10_any-five", "1 flop", "Both hands play the board's A-K-Q-J-9, so the Flop stands off."),
        (
            "MSS",
            "3.12_each-line",
            "1 bet",
            "'s A-Q does not qualify: ace-king is needed, so the Bet is returned.",
        ),
    ],
)
def test_a_line_says_what_is_wrong_and_who_was_paid_first(sheet: str, file: str, line: str, why: str) -> None:
    (found,) = (each for each in proof_files(load(sheet).sheet.id) if each.name.startswith(file))
    rounds = play(parse_round_file(found.data))
    told_of = [
        each.why for played in rounds for each in played.settlement.lines if f"{each.box} {each.bet}" == line
    ]
    assert any(each.endswith(why) for each in told_of), told_of


def test_winners_of_one_divided_share_are_not_told_of_each_other() -> None:
    (found,) = (each for each in proof_files(STUD) if each.name == "3.15.1_two-royal-flushes")
    (played,) = play(parse_round_file(found.data))
    won = [line.why for line in played.settlement.lines if line.bet == "jackpot" and line.result == "win"]
    assert len(won) == 2
    assert not any("first" in why for why in won)
