"""A second settlement of regular rounds, to be held against the product's own.

It is written from the five rule sheets and the round file's contract alone, shares no code with
the product and prefers the plainest way everywhere: literal pay tables, every hand ranked by
looking at its cards, every choice of five cards tried. It knows regular rounds only (betting,
withdrawing before `close`, dealing, looking, deciding, revealing, settling) and refuses any other
step with `ValueError`.

Money is counted in whole cents; only the jackpot's value may hold a part of a cent and is a
`Fraction` of cents. Clause numbers in the docstrings are those of the sheet in question.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import floor
from typing import TypedDict


class WrittenLine(TypedDict):
    """One settlement line as the contract writes it."""

    box: int
    player: str
    bet: str
    stake: str
    result: str
    net: str


class WrittenPayout(TypedDict):
    """One payment on a jackpot bet as the contract writes it."""

    box: int
    player: str
    amount: str


class WrittenJackpot(TypedDict):
    """The jackpot's value when betting opened and when the round was over, and what it paid."""

    before: str
    after: str
    payouts: list[WrittenPayout]


class Settlement(TypedDict):
    """The settlement of one round."""

    lines: list[WrittenLine]
    players: dict[str, str]
    jackpot: WrittenJackpot | None


@dataclass
class Box:
    """A betting box: its cards, and the cents each player has on each bet, in order placed."""

    number: int
    stakes: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    cards: list[str] = field(default_factory=list[str])
    folded: bool = False


@dataclass
class Layout:
    """Everything that lies on the table when the round is settled."""

    boxes: dict[int, Box] = field(default_factory=dict[int, Box])
    dealer: list[str] = field(default_factory=list[str])
    community: list[str] = field(default_factory=list[str])
    put_aside: list[str] = field(default_factory=list[str])
    dealt_order: list[int] = field(default_factory=list[int])


@dataclass
class Jackpot:
    """The jackpot in cents, and what has been paid from it or beside it: (box, cents)."""

    before: Fraction
    value: Fraction
    reset: int
    payouts: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])


@dataclass
class Line:
    """One settlement line in cents."""

    box: int
    player: str
    bet: str
    stake: int
    result: str
    net: int


def cents(amount: str) -> int:
    """A decimal amount of at most two decimals, in cents."""
    exact = Fraction(amount) * 100
    if exact.denominator != 1:
        raise ValueError(f"not whole cents: {amount}")
    return exact.numerator


def written(amount: int | Fraction) -> str:
    """Cents as a decimal amount: two decimals, and more only where parts of a cent need them."""
    value = Fraction(amount) / 100
    decimals = 2
    while (value * 10**decimals).denominator != 1:
        decimals += 1
    digits = str(abs(value.numerator) * 10**decimals // value.denominator).rjust(decimals + 1, "0")
    sign = "-" if value < 0 else ""
    return f"{sign}{digits[:-decimals]}.{digits[-decimals:]}"


STEPS_WITHOUT_EFFECT = ("close", "look", "handle", "check", "reveal", "settle")


def read_card(word: str) -> str:
    """A card as rank and suit; 10 is written T."""
    card = word.replace("10", "T")
    if len(card) != 2 or card[0] not in RANKS or card[1] not in "shdc":
        raise ValueError(f"not a card: {word}")
    return card


def read_steps(steps: list[str]) -> Layout:
    """Lay out bets and cards as the steps say."""
    layout = Layout()
    for step in steps:
        read_step(layout, step.split())
    for box in list(layout.boxes.values()):
        if not box.stakes:
            del layout.boxes[box.number]
    refuse_repeated_cards(layout)
    return layout


def read_step(layout: Layout, words: list[str]) -> None:
    """Do what one step says."""
    match words:
        case ["bet", box, player, bet, amount]:
            stakes = box_at(layout, box).stakes
            stakes[player, bet] = stakes.get((player, bet), 0) + cents(amount)
        case ["withdraw", box, bet, *player]:
            withdraw(box_at(layout, box), bet, *player)
        case ["deal", place, *cards]:
            deal(layout, place, [read_card(card) for card in cards])
        case ["burn" | "discard", card]:
            layout.put_aside.append(read_card(card))
        case ["fold", box]:
            box_at(layout, box).folded = True
        case [word, *_] if word in STEPS_WITHOUT_EFFECT:
            pass
        case _:
            raise ValueError(f"not a step of a regular round: {' '.join(words)}")


def box_at(layout: Layout, number: str) -> Box:
    """The box of that number."""
    return layout.boxes.setdefault(int(number), Box(int(number)))


def withdraw(box: Box, bet: str, whose: str | None = None) -> None:
    """Take a bet back; on a shared area that of the player named."""
    for player, placed in list(box.stakes):
        if placed == bet and whose in (None, player):
            del box.stakes[player, placed]


def deal(layout: Layout, place: str, cards: list[str]) -> None:
    """Cards reach a place; boxes count as dealt in the order of their first card."""
    if place == "dealer":
        layout.dealer.extend(cards)
    elif place == "community":
        layout.community.extend(cards)
    else:
        box = box_at(layout, place)
        box.cards.extend(cards)
        if box.number not in layout.dealt_order:
            layout.dealt_order.append(box.number)


def refuse_repeated_cards(layout: Layout) -> None:
    """A regular round is dealt from one deck."""
    cards = layout.dealer + layout.community + layout.put_aside
    for box in layout.boxes.values():
        cards = cards + box.cards
    if len(cards) != len(set(cards)):
        raise ValueError("a card appears twice")


def owner(box: Box) -> str:
    """The player who was first on the box and decides for it."""
    return next(player for player, _ in box.stakes)


def stake(box: Box, bet: str, player: str | None = None) -> int:
    """The cents that a player (the owner unless named) has on a bet, or none."""
    return box.stakes.get((player or owner(box), bet), 0)


def paid(box: Box, player: str, bet: str, odds: int) -> Line:
    """A bet that wins at `odds` to 1."""
    placed = stake(box, bet, player)
    return Line(box.number, player, bet, placed, "win", placed * odds)


def collected(box: Box, player: str, bet: str) -> Line:
    """A bet that is lost."""
    placed = stake(box, bet, player)
    return Line(box.number, player, bet, placed, "lose", -placed)


def unpaid(box: Box, player: str, bet: str, result: str) -> Line:
    """A bet that is neither paid nor collected: a `push`, or `returned`."""
    return Line(box.number, player, bet, stake(box, bet, player), result, 0)


RANKS = "23456789TJQKA"


def value(card: str) -> int:
    """A card's value, 2 to 14: the Ace is high."""
    return RANKS.index(card[0]) + 2


def values(cards: Iterable[str]) -> list[int]:
    """The cards' values, highest first."""
    return sorted((value(card) for card in cards), reverse=True)


def same_suit(cards: Iterable[str]) -> bool:
    """Whether all cards are of one suit."""
    return len({card[1] for card in cards}) == 1


def counts(cards: Iterable[str]) -> list[int]:
    """How often each rank occurs, most frequent first: a full house is [3, 2]."""
    return sorted(Counter(card[0] for card in cards).values(), reverse=True)


def by_count_then_value(cards: Iterable[str]) -> list[int]:
    """The values in the order they are compared: the rank held most often first."""
    held = Counter(value(card) for card in cards)
    return sorted(held.elements(), key=lambda each: (held[each], each), reverse=True)


# 3.1.2 of the three-card sheets, lowest first
THREE_CARD_HANDS = [
    "three odd cards",
    "pair",
    "flush",
    "straight",
    "three of a kind",
    "straight flush",
]

THREE_CARD_STRAIGHTS = [
    [14, 13, 12],
    [13, 12, 11],
    [12, 11, 10],
    [11, 10, 9],
    [10, 9, 8],
    [9, 8, 7],
    [8, 7, 6],
    [7, 6, 5],
    [6, 5, 4],
    [5, 4, 3],
    [4, 3, 2],
    [14, 3, 2],
]


def three_card_hand(cards: list[str]) -> str:
    """The name of a three-card hand."""
    if len(cards) != 3:
        raise ValueError(f"not three cards: {cards}")
    straight = values(cards) in THREE_CARD_STRAIGHTS
    if straight and same_suit(cards):
        return "straight flush"
    if counts(cards) == [3]:
        return "three of a kind"
    if straight:
        return "straight"
    if same_suit(cards):
        return "flush"
    if counts(cards) == [2, 1]:
        return "pair"
    return "three odd cards"


def three_card_rank(cards: list[str]) -> tuple[int, list[int]]:
    """What two three-card hands are compared by; in 3-2-A the Ace counts 1 (3.1.1)."""
    compared = by_count_then_value(cards)
    if compared == [14, 3, 2]:
        compared = [3, 2, 1]
    return THREE_CARD_HANDS.index(three_card_hand(cards)), compared


def queen_or_higher(dealer: list[str]) -> bool:
    """Whether the Dealer has a Qualifying Hand (1.16; 1.17; 1.18)."""
    return three_card_hand(dealer) != "three odd cards" or values(dealer)[0] >= value("Qs")


# Hold'em 3.1.2, MBS 3.11, lowest first
FIVE_CARD_HANDS = [
    "five odd cards",
    "one pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
]

FIVE_CARD_STRAIGHTS = [
    [14, 13, 12, 11, 10],
    [13, 12, 11, 10, 9],
    [12, 11, 10, 9, 8],
    [11, 10, 9, 8, 7],
    [10, 9, 8, 7, 6],
    [9, 8, 7, 6, 5],
    [8, 7, 6, 5, 4],
    [7, 6, 5, 4, 3],
    [6, 5, 4, 3, 2],
    [14, 5, 4, 3, 2],
]


def five_card_hand(cards: list[str]) -> str:
    """The name of a five-card hand."""
    if len(cards) != 5:
        raise ValueError(f"not five cards: {cards}")
    straight = values(cards) in FIVE_CARD_STRAIGHTS
    flush = same_suit(cards)
    if flush and values(cards) == [14, 13, 12, 11, 10]:
        return "royal flush"
    if flush and straight:
        return "straight flush"
    if counts(cards) == [4, 1]:
        return "four of a kind"
    if counts(cards) == [3, 2]:
        return "full house"
    if flush:
        return "flush"
    if straight:
        return "straight"
    if counts(cards) == [3, 1, 1]:
        return "three of a kind"
    if counts(cards) == [2, 2, 1]:
        return "two pairs"
    if counts(cards) == [2, 1, 1, 1]:
        return "one pair"
    return "five odd cards"


def five_card_rank(cards: list[str]) -> tuple[int, list[int]]:
    """What two five-card hands are compared by; in 5-4-3-2-A the Ace counts 1."""
    compared = by_count_then_value(cards)
    if compared == [14, 5, 4, 3, 2]:
        compared = [5, 4, 3, 2, 1]
    return FIVE_CARD_HANDS.index(five_card_hand(cards)), compared


def best_five(cards: list[str]) -> list[str]:
    """The highest five-card hand among six or seven cards."""
    return max((list(five) for five in combinations(cards, 5)), key=five_card_rank)


# 4.2 of all three sheets, to 1
PAIR_PLUS_PAYS = {
    "straight flush": 40,
    "three of a kind": 30,
    "straight": 5,
    "flush": 4,
    "pair": 1,
}

# 4.3 of all three sheets, to 1
ANTE_BONUS_PAYS = {
    "straight flush": 5,
    "three of a kind": 4,
    "straight": 1,
}


def three_card_ante_and_play(box: Box, dealer: list[str]) -> list[Line]:
    """Ante and Play (3.12, 3.13, 3.15, 4.1); a box with Pair Plus alone has neither."""
    if not stake(box, "ante"):
        return []
    player = owner(box)
    if box.folded:
        return [collected(box, player, "ante")]
    if not queen_or_higher(dealer):
        return [paid(box, player, "ante", 1), unpaid(box, player, "play", "returned")]
    if three_card_rank(box.cards) > three_card_rank(dealer):
        return [paid(box, player, "ante", 1), paid(box, player, "play", 1)]
    if three_card_rank(box.cards) < three_card_rank(dealer):
        return [collected(box, player, "ante"), collected(box, player, "play")]
    return [unpaid(box, player, "ante", "push"), unpaid(box, player, "play", "push")]


def ante_bonus(box: Box) -> list[Line]:
    """The Ante Bonus of a hand that stays, whatever the Dealer holds (3.16, 4.3)."""
    hand = three_card_hand(box.cards)
    if not stake(box, "ante") or box.folded or hand not in ANTE_BONUS_PAYS:
        return []
    bonus = stake(box, "ante") * ANTE_BONUS_PAYS[hand]
    return [Line(box.number, owner(box), "ante_bonus", 0, "win", bonus)]


def pair_plus(box: Box) -> list[Line]:
    """Pair Plus by the player's own hand, whatever the Dealer holds (3.16, 4.2)."""
    if not stake(box, "pair_plus"):
        return []
    hand = three_card_hand(box.cards)
    if hand in PAIR_PLUS_PAYS:
        return [paid(box, owner(box), "pair_plus", PAIR_PLUS_PAYS[hand])]
    return [collected(box, owner(box), "pair_plus")]


def pair_plus_lost_by_fold(box: Box) -> list[Line]:
    """Pair Plus where a fold loses it (3.12.1 of 3 Card Poker and Progressive 3 Card Poker)."""
    if stake(box, "pair_plus") and box.folded:
        return [collected(box, owner(box), "pair_plus")]
    return pair_plus(box)


def open_jackpot(given: Mapping[str, str], layout: Layout) -> Jackpot:
    """The jackpot after `close`: every jackpot bet's share has been added to the value."""
    before = Fraction(given["value"]) * 100
    share = Fraction(given["contribution"])
    bets = sum(stake(box, "jackpot") for box in layout.boxes.values())
    return Jackpot(before, before + share * bets, cents(given["reset"]))


def jackpot_boxes(layout: Layout) -> list[Box]:
    """The boxes with a jackpot bet, in the order their hands were dealt."""
    boxes = [layout.boxes[number] for number in layout.dealt_order]
    return [box for box in boxes if stake(box, "jackpot")]


def pay_percentage(jackpot: Jackpot, box: Box, percent: int) -> None:
    """Pay part of the displayed value, in whole cents rounded down; 100% resets the value."""
    amount = floor(jackpot.value * percent / 100)
    jackpot.payouts.append((box.number, amount))
    if percent == 100:
        jackpot.value = Fraction(jackpot.reset)
    else:
        jackpot.value -= amount


def pay_dollars(jackpot: Jackpot, box: Box, dollars: int) -> None:
    """Pay a fixed amount, whatever was bet; the display stays."""
    jackpot.payouts.append((box.number, dollars * 100))


def pay_for_one(jackpot: Jackpot, box: Box, odds: int) -> None:
    """Pay `odds` for 1 on the jackpot bet; the display stays."""
    jackpot.payouts.append((box.number, odds * stake(box, "jackpot")))


def jackpot_lines(layout: Layout, jackpot: Jackpot | None) -> list[Line]:
    """The jackpot bets: never given back, so the net of a win is the payout less the stake."""
    payouts = dict(jackpot.payouts) if jackpot else {}
    lines: list[Line] = []
    for box in jackpot_boxes(layout):
        placed = stake(box, "jackpot")
        if box.number in payouts:
            net = payouts[box.number] - placed
            lines.append(Line(box.number, owner(box), "jackpot", placed, "win", net))
        else:
            lines.append(collected(box, owner(box), "jackpot"))
    return lines


def envy_lines(layout: Layout, awards: dict[int, int]) -> list[Line]:
    """What boxes get for others' hands (4.7); `awards` holds dollars by the box that gives.

    A folded box gets nothing, and no player gets anything for a hand on a box of his own.
    """
    lines: list[Line] = []
    for box in jackpot_boxes(layout):
        dollars = 0
        for giver, award in awards.items():
            if owner(layout.boxes[giver]) != owner(box):
                dollars += award
        if dollars and not box.folded:
            lines.append(Line(box.number, owner(box), "envy", 0, "win", dollars * 100))
    return lines


def standing_ante_boxes(layout: Layout) -> list[Box]:
    """The boxes whose hands may give envy: with an Ante, and not folded (4.7, 4.8)."""
    return [box for box in layout.boxes.values() if stake(box, "ante") and not box.folded]


def three_card_poker_jackpot_hand(cards: list[str]) -> str:
    """The hand of the Progressive Jackpot Poker Rank List (3.17), or the plain hand below it."""
    if sorted(cards) == sorted(["As", "Ks", "Qs"]):
        return "AKQ spades"
    if values(cards) == [14, 13, 12] and same_suit(cards):
        return "AKQ hearts/diamonds/clubs"
    return three_card_hand(cards)


def three_card_poker_jackpot(layout: Layout, jackpot: Jackpot) -> None:
    """4.4: own three cards; a fold is not eligible (3.12.1)."""
    for box in jackpot_boxes(layout):
        if box.folded:
            continue
        match three_card_poker_jackpot_hand(box.cards):
            case "AKQ spades":
                pay_percentage(jackpot, box, 100)
            case "AKQ hearts/diamonds/clubs":
                pay_dollars(jackpot, box, 1250)
            case "straight flush":
                pay_dollars(jackpot, box, 175)
            case "three of a kind":
                pay_dollars(jackpot, box, 150)
            case "straight":
                pay_dollars(jackpot, box, 15)
            case _:
                pass


def three_card_poker_envy(layout: Layout) -> dict[int, int]:
    """The dollars that each box's hand gives to others (4.4, 4.7)."""
    awards: dict[int, int] = {}
    for box in standing_ante_boxes(layout):
        match three_card_poker_jackpot_hand(box.cards):
            case "AKQ spades":
                awards[box.number] = 250
            case "AKQ hearts/diamonds/clubs":
                awards[box.number] = 50
            case _:
                pass
    return awards


def settle_three_card_poker(layout: Layout, jackpot: Jackpot | None) -> list[Line]:
    """3 Card Poker: a fold loses Ante, Pair Plus and the jackpot bet."""
    lines: list[Line] = []
    for box in layout.boxes.values():
        lines += three_card_ante_and_play(box, layout.dealer)
        lines += ante_bonus(box)
        lines += pair_plus_lost_by_fold(box)
    if jackpot:
        three_card_poker_jackpot(layout, jackpot)
    return lines + jackpot_lines(layout, jackpot) + envy_lines(layout, three_card_poker_envy(layout))


def progressive_jackpot_hand(box: Box, dealer: list[str]) -> str:
    """The best five of the player's and the Dealer's three cards (1.16, 3.17, 3.18)."""
    five = best_five(box.cards + dealer)
    hand = five_card_hand(five)
    if hand == "royal flush":
        return "royal flush spades" if five[0][1] == "s" else "royal flush hearts/clubs/diamonds"
    return hand


def progressive_three_card_jackpot(layout: Layout, jackpot: Jackpot) -> None:
    """4.4: five of six cards; a fold is not eligible (3.12.1)."""
    for box in jackpot_boxes(layout):
        if box.folded:
            continue
        match progressive_jackpot_hand(box, layout.dealer):
            case "royal flush spades":
                pay_percentage(jackpot, box, 100)
            case "royal flush hearts/clubs/diamonds":
                pay_percentage(jackpot, box, 25)
            case "straight flush":
                pay_dollars(jackpot, box, 1250)
            case "four of a kind":
                pay_dollars(jackpot, box, 250)
            case "full house":
                pay_dollars(jackpot, box, 50)
            case "flush":
                pay_dollars(jackpot, box, 25)
            case _:
                pass


def progressive_three_card_envy(layout: Layout) -> dict[int, int]:
    """The dollars that each box's royal flush gives to others (4.4, 4.7)."""
    awards: dict[int, int] = {}
    for box in standing_ante_boxes(layout):
        match progressive_jackpot_hand(box, layout.dealer):
            case "royal flush spades":
                awards[box.number] = 500
            case "royal flush hearts/clubs/diamonds":
                awards[box.number] = 250
            case _:
                pass
    return awards


def settle_progressive_three_card(layout: Layout, jackpot: Jackpot | None) -> list[Line]:
    """Progressive 3 Card Poker: a fold loses Ante, Pair Plus and the jackpot bet."""
    lines: list[Line] = []
    for box in layout.boxes.values():
        lines += three_card_ante_and_play(box, layout.dealer)
        lines += ante_bonus(box)
        lines += pair_plus_lost_by_fold(box)
    if jackpot:
        progressive_three_card_jackpot(layout, jackpot)
    return lines + jackpot_lines(layout, jackpot) + envy_lines(layout, progressive_three_card_envy(layout))


def multilink_three_card_jackpot(layout: Layout, jackpot: Jackpot) -> None:
    """4.4, 4.4.1: own three and the two community cards; a fold stays eligible (3.12.1).

    Several major winners are paid one after the other in the order dealt (4.7.1).
    """
    for box in jackpot_boxes(layout):
        match five_card_hand(box.cards + layout.community):
            case "royal flush":
                pay_percentage(jackpot, box, 100)
            case "straight flush":
                pay_percentage(jackpot, box, 10)
            case "four of a kind":
                pay_for_one(jackpot, box, 400)
            case "full house":
                pay_for_one(jackpot, box, 80)
            case "flush":
                pay_for_one(jackpot, box, 40)
            case "straight":
                pay_for_one(jackpot, box, 20)
            case _:
                pass


def settle_multilink_three_card(layout: Layout, jackpot: Jackpot | None) -> list[Line]:
    """Multi-Link Progressive 3 Card Poker: a fold loses the Ante only; there is no envy."""
    lines: list[Line] = []
    for box in layout.boxes.values():
        lines += three_card_ante_and_play(box, layout.dealer)
        lines += ante_bonus(box)
        lines += pair_plus(box)
    if jackpot:
        multilink_three_card_jackpot(layout, jackpot)
    return lines + jackpot_lines(layout, jackpot)


BONUS_MAXIMUM = cents("100000.00")  # 4.1.1

STRAIGHT_OR_BETTER = [
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
]


def bonus_odds(hole: list[str], dealer: list[str]) -> int:
    """The odds to 1 of the Bonus Bet pay table (4.1), 0 where it loses."""
    held = sorted(card[0] for card in hole)
    suited = same_suit(hole)
    if held == ["A", "A"]:
        return 1000 if [card[0] for card in dealer] == ["A", "A"] else 30
    if held == ["A", "K"]:
        return 25 if suited else 15
    if held in (["A", "Q"], ["A", "J"]):
        return 20 if suited else 5
    if held in (["K", "K"], ["Q", "Q"], ["J", "J"]):
        return 10
    if held[0] == held[1]:
        return 3
    return 0


def bonus(box: Box, dealer: list[str]) -> list[Line]:
    """The Bonus Bet: lost by a fold (3.11.2a, 3.12.3a), capped for each box (4.1.1)."""
    placed = stake(box, "bonus")
    if not placed:
        return []
    odds = 0 if box.folded else bonus_odds(box.cards, dealer)
    if odds == 0:
        return [collected(box, owner(box), "bonus")]
    net = min(placed * odds, BONUS_MAXIMUM)
    return [Line(box.number, owner(box), "bonus", placed, "win", net)]


def holdem_ante_and_street_bets(box: Box, layout: Layout) -> list[Line]:
    """Ante, Flop, Turn and River (3.11, 3.12, 3.13, 3.14, 3.15)."""
    player = owner(box)
    if box.folded:
        return [collected(box, player, "ante")]
    streets = [bet for bet in ("flop", "turn", "river") if stake(box, bet)]
    own_five = best_five(box.cards + layout.community)
    dealer_five = best_five(layout.dealer + layout.community)
    if five_card_rank(own_five) > five_card_rank(dealer_five):
        ante = unpaid(box, player, "ante", "push")
        if five_card_hand(own_five) in STRAIGHT_OR_BETTER:
            ante = paid(box, player, "ante", 1)
        return [ante] + [paid(box, player, bet, 1) for bet in streets]
    if five_card_rank(own_five) < five_card_rank(dealer_five):
        return [collected(box, player, bet) for bet in ["ante", *streets]]
    return [unpaid(box, player, bet, "push") for bet in ["ante", *streets]]


def multilink_holdem_jackpot(layout: Layout, jackpot: Jackpot) -> None:
    """4.2, 4.2.1: hole cards and flop; a fold stays eligible (3.11.2a, 3.12.3a).

    Several major winners are paid one after the other in the order dealt (4.5.1).
    """
    for box in jackpot_boxes(layout):
        match five_card_hand(box.cards + layout.community[:3]):
            case "royal flush":
                pay_percentage(jackpot, box, 100)
            case "straight flush":
                pay_percentage(jackpot, box, 10)
            case "four of a kind":
                pay_dollars(jackpot, box, 2000)
            case "full house":
                pay_dollars(jackpot, box, 200)
            case "flush":
                pay_dollars(jackpot, box, 100)
            case _:
                pass


def settle_multilink_holdem(layout: Layout, jackpot: Jackpot | None) -> list[Line]:
    """Multi-Link Progressive Texas Hold'em: a fold loses Ante and Bonus, never the jackpot bet."""
    lines: list[Line] = []
    for box in layout.boxes.values():
        lines += holdem_ante_and_street_bets(box, layout)
        lines += bonus(box, layout.dealer)
    if jackpot:
        multilink_holdem_jackpot(layout, jackpot)
    return lines + jackpot_lines(layout, jackpot)


# 4.1.2, to 1
STUD_BET_PAYS = {
    "royal flush": 250,
    "straight flush": 50,
    "four of a kind": 20,
    "full house": 7,
    "flush": 5,
    "straight": 4,
    "three of a kind": 3,
    "two pairs": 2,
    "one pair": 1,
    "five odd cards": 1,
}

# 4.2, for 1
STUD_JACKPOT_PAYS = {
    "four of a kind": 400,
    "full house": 80,
    "flush": 40,
    "straight": 20,
}


def ace_and_king_or_higher(dealer: list[str]) -> bool:
    """Whether the Dealer has a hand (3.10.2)."""
    return five_card_hand(dealer) != "five odd cards" or values(dealer)[:2] == [14, 13]


def stud_ante_and_bet(box: Box, player: str, dealer: list[str]) -> list[Line]:
    """One player's Ante and Bet on a box (3.9, 3.10); without a Bet he has folded his share."""
    if box.folded or not stake(box, "bet", player):
        return [collected(box, player, "ante")]
    if not ace_and_king_or_higher(dealer):
        return [paid(box, player, "ante", 1), unpaid(box, player, "bet", "returned")]
    if five_card_rank(box.cards) > five_card_rank(dealer):
        odds = STUD_BET_PAYS[five_card_hand(box.cards)]
        return [paid(box, player, "ante", 1), paid(box, player, "bet", odds)]
    if five_card_rank(box.cards) < five_card_rank(dealer):
        return [collected(box, player, "ante"), collected(box, player, "bet")]
    return [unpaid(box, player, "ante", "push"), unpaid(box, player, "bet", "push")]


def stud_minor_payment(box: Box, odds: int, table: Mapping[str, object]) -> int:
    """`odds` for 1 on the minimum jackpot wager, times the multiple wagered (3.5.3.1)."""
    placed = stake(box, "jackpot")
    minimum = cents(str(table["jackpot_bet"])) if "jackpot_bet" in table else placed
    return odds * minimum * (placed // minimum)


def pay_stud_straight_flushes(jackpot: Jackpot, winners: list[Box]) -> None:
    """As many successive 10% amounts as there are winners, added and divided (3.15.2)."""
    left = jackpot.value
    pool = 0
    for _ in winners:
        ten_percent = floor(left * 10 / 100)
        pool += ten_percent
        left -= ten_percent
    for box in winners:
        share = pool // len(winners)
        jackpot.payouts.append((box.number, share))
        jackpot.value -= share


def pay_stud_royal_flushes(jackpot: Jackpot, winners: list[Box]) -> None:
    """The displayed value and a reset value for every further winner, divided (3.15.1).

    The value goes back to the reset value and keeps the cents that do not divide.
    """
    if not winners:
        return
    pool = floor(jackpot.value) + jackpot.reset * (len(winners) - 1)
    share = pool // len(winners)
    for box in winners:
        jackpot.payouts.append((box.number, share))
    jackpot.value = Fraction(jackpot.reset + pool - share * len(winners))


def megalink_stud_jackpot(layout: Layout, jackpot: Jackpot, table: Mapping[str, object]) -> None:
    """4.2: own five cards, also after a fold (3.9.1); royal flushes are paid last (3.15.3)."""
    straight_flushes: list[Box] = []
    royal_flushes: list[Box] = []
    for box in jackpot_boxes(layout):
        hand = five_card_hand(box.cards)
        if hand == "royal flush":
            royal_flushes.append(box)
        elif hand == "straight flush":
            straight_flushes.append(box)
        elif hand in STUD_JACKPOT_PAYS:
            amount = stud_minor_payment(box, STUD_JACKPOT_PAYS[hand], table)
            jackpot.payouts.append((box.number, amount))
    pay_stud_straight_flushes(jackpot, straight_flushes)
    pay_stud_royal_flushes(jackpot, royal_flushes)


def settle_megalink_stud(layout: Layout, jackpot: Jackpot | None, table: Mapping[str, object]) -> list[Line]:
    """Megalink Singapore Stud: several players may share a box, each with lines of his own."""
    lines: list[Line] = []
    for box in layout.boxes.values():
        for player, bet in box.stakes:
            if bet == "ante":
                lines += stud_ante_and_bet(box, player, layout.dealer)
    if jackpot:
        megalink_stud_jackpot(layout, jackpot, table)
    return lines + jackpot_lines(layout, jackpot)


def settle_lines(
    sheet: str, table: Mapping[str, object], jackpot: Jackpot | None, layout: Layout
) -> list[Line]:
    """The lines of the round under the sheet; the jackpot is paid from on the way."""
    match sheet:
        case "rws-three-card-v3":
            return settle_three_card_poker(layout, jackpot)
        case "rws-progressive-three-card-v5":
            return settle_progressive_three_card(layout, jackpot)
        case "rws-multilink-three-card-v4":
            return settle_multilink_three_card(layout, jackpot)
        case "rws-multilink-holdem-v2":
            return settle_multilink_holdem(layout, jackpot)
        case "mbs-megalink-stud-v9":
            return settle_megalink_stud(layout, jackpot, table)
        case _:
            raise ValueError(f"unknown sheet: {sheet}")


def write_line(line: Line) -> WrittenLine:
    """A line as the contract writes it."""
    return {
        "box": line.box,
        "player": line.player,
        "bet": line.bet,
        "stake": written(line.stake),
        "result": line.result,
        "net": written(line.net),
    }


def write_players(lines: list[Line]) -> dict[str, str]:
    """The sum of `net` for each player."""
    sums: dict[str, int] = {}
    for line in lines:
        sums[line.player] = sums.get(line.player, 0) + line.net
    return {player: written(net) for player, net in sums.items()}


def write_jackpot(jackpot: Jackpot, layout: Layout) -> WrittenJackpot:
    """The jackpot as the contract writes it; payouts in the order of the boxes."""
    return {
        "before": written(jackpot.before),
        "after": written(jackpot.value),
        "payouts": [
            {"box": box, "player": owner(layout.boxes[box]), "amount": written(amount)}
            for box, amount in sorted(jackpot.payouts)
        ],
    }


def settle(
    sheet: str, table: Mapping[str, object], jackpot: Mapping[str, str] | None, steps: list[str]
) -> Settlement:
    """Settle one regular round, given as a round file holds it."""
    layout = read_steps(steps)
    pot = open_jackpot(jackpot, layout) if jackpot is not None else None
    if pot is None and jackpot_boxes(layout):
        raise ValueError("a jackpot bet without a jackpot")
    lines = settle_lines(sheet, table, pot, layout)
    lines.sort(key=lambda line: line.box)
    return {
        "lines": [write_line(line) for line in lines],
        "players": write_players(lines),
        "jackpot": write_jackpot(pot, layout) if pot else None,
    }
