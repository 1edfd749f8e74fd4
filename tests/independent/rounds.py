"""Random regular rounds, legal under the round file's contract.

`random_round` gives the `[table]`, the `[jackpot]` and the steps of one round. A plain deal hardly
ever makes a jackpot hand or a stand-off, so more than half of the deals are stacked: some cards
are fixed first and the rest of the places is filled from a shuffled deck.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

SHEETS = (
    "rws-three-card-v3",
    "rws-progressive-three-card-v5",
    "rws-multilink-three-card-v4",
    "rws-multilink-holdem-v2",
    "mbs-megalink-stud-v9",
)
NAMES = ("ann", "bob", "cat", "dan", "eve")
RANKS = "23456789TJQKA"
SUITS = "shdc"
LADDER = "A23456789TJQKA"

# Cards of a box, of the Dealer and of the community, by sheet
SIZES = {
    "rws-three-card-v3": (3, 3, 0),
    "rws-progressive-three-card-v5": (3, 3, 0),
    "rws-multilink-three-card-v4": (3, 3, 2),
    "rws-multilink-holdem-v2": (2, 2, 5),
    "mbs-megalink-stud-v9": (5, 5, 0),
}
SIDE_BETS = {
    "rws-three-card-v3": ("pair_plus", "jackpot"),
    "rws-progressive-three-card-v5": ("pair_plus", "jackpot"),
    "rws-multilink-three-card-v4": ("pair_plus", "jackpot"),
    "rws-multilink-holdem-v2": ("bonus", "jackpot"),
    "mbs-megalink-stud-v9": ("jackpot",),
}
HOLDEM = "rws-multilink-holdem-v2"
STUD = "mbs-megalink-stud-v9"
MULTILINK_THREE_CARD = "rws-multilink-three-card-v4"
PROGRESSIVE_THREE_CARD = "rws-progressive-three-card-v5"

# Fixed cards by place: a box number, dealer or community
Rig = dict[str, list[str]]


@dataclass
class Seat:
    """A box in play: its owner, the cents of his bets, the antes of those who share the area."""

    box: int
    owner: str
    bets: dict[str, int]
    partners: dict[str, int] = field(default_factory=dict[str, int])
    looks: bool = False
    folds: bool = False


@dataclass
class Game:
    """What is fixed before the first bet."""

    sheet: str
    shoe: bool
    boxes: int
    jackpot: bool
    jackpot_bet: int | None


@dataclass
class Cards:
    """The cards of every place, and those left in the deck."""

    boxes: dict[int, list[str]]
    dealer: list[str]
    community: list[str]
    deck: list[str]


def chance(rng: random.Random, percent: int) -> bool:
    """True in so many of a hundred cases."""
    return rng.randrange(100) < percent


def written(cents: int, rng: random.Random) -> str:
    """Cents as a decimal amount, in one of the forms a file may use."""
    whole, rest = divmod(cents, 100)
    if rest == 0 and chance(rng, 80):
        return str(whole)
    if rest % 10 == 0 and chance(rng, 50):
        return f"{whole}.{rest // 10}"
    return f"{whole}.{rest:02}"


def random_amount(rng: random.Random) -> int:
    """A bet in cents: mostly round, sometimes with odd cents, tiny or large."""
    return rng.choice(
        [
            rng.randint(1, 100) * 500,
            rng.randint(1, 100) * 500,
            rng.randint(1, 500) * 100,
            rng.randint(1, 20000),
            rng.randint(1, 99),
            rng.randint(1000, 9000) * 100 + rng.choice([0, 0, 5, 33]),
        ]
    )


def random_jackpot_amount(game: Game, rng: random.Random) -> int:
    """A jackpot bet: the prescribed one (1 to 5 times in stud), else any amount."""
    if game.jackpot_bet is None:
        return rng.choice([500, 1000, rng.randint(1, 3000)])
    return game.jackpot_bet * (rng.randint(1, 5) if game.sheet == STUD else 1)


def random_bet(game: Game, bet: str, rng: random.Random) -> int:
    """An amount for a bet before `close`, in cents."""
    return random_jackpot_amount(game, rng) if bet == "jackpot" else random_amount(rng)


def random_table(rng: random.Random) -> dict[str, Any]:
    """A `[table]`; every key may be missing."""
    table: dict[str, Any] = {}
    if chance(rng, 85):
        table["dealing"] = rng.choice(["shuffler", "shoe"])
    if chance(rng, 40):
        table["boxes"] = rng.randint(1, 7)
    if chance(rng, 60):
        table["jackpot_bet"] = rng.choice(["5", "5", "2.50", "10", "1.25", "0.75", "100"])
    if chance(rng, 10):
        table["limits"] = {"ante": ["0.01", "1000000"]}
    return table


def random_jackpot(rng: random.Random) -> dict[str, str] | None:
    """A `[jackpot]`, or none; the value may carry parts of a cent and lie below the reset."""
    if chance(rng, 12):
        return None
    value = rng.choice(
        [
            "150000.00",
            f"{rng.randint(1000, 900000)}.{rng.randint(0, 99):02}",
            f"{rng.randint(1000, 900000)}.{rng.randint(0, 9999):04}",
            f"{rng.randint(10, 400)}.{rng.randint(0, 999):03}",
        ]
    )
    reset = rng.choice(["100000.00", f"{rng.randint(10, 100000)}.{rng.randint(0, 99):02}"])
    contribution = rng.choice(["0", "0.05", "0.05", "0.125", "0.2", "0.333", "0.0175", "1"])
    return {"value": value, "reset": reset, "contribution": contribution}


def random_seats(game: Game, rng: random.Random) -> list[Seat]:
    """The boxes in play, with owners, bets, looks and folds; some players have several boxes."""
    numbers = rng.sample(range(1, game.boxes + 1), rng.randint(1, game.boxes))
    players = rng.sample(NAMES, rng.randint(1, min(len(NAMES), len(numbers))))
    owners = players + rng.choices(players, k=len(numbers) - len(players))
    seats = [Seat(box, who, random_bets(game, rng)) for box, who in zip(numbers, owners, strict=True)]
    all_fold = chance(rng, 7)
    for seat in seats:
        seat.folds = "ante" in seat.bets and (all_fold or chance(rng, 18))
        if game.sheet == STUD and chance(rng, 25):
            add_partners(seat, rng)
    choose_looks(seats, rng)
    return seats


def random_bets(game: Game, rng: random.Random) -> dict[str, int]:
    """The owner's bets on one box that stand at `close`."""
    side = SIDE_BETS[game.sheet]
    if "pair_plus" in side and chance(rng, 15):
        return {"pair_plus": random_amount(rng)}
    bets = {"ante": random_amount(rng)}
    for bet in side:
        if chance(rng, 60) and (bet != "jackpot" or game.jackpot):
            bets[bet] = random_bet(game, bet, rng)
    return bets


def add_partners(seat: Seat, rng: random.Random) -> None:
    """One or two more players on the area's ante (stud)."""
    others = [name for name in NAMES if name != seat.owner]
    for name in rng.sample(others, rng.choice([1, 1, 1, 2])):
        seat.partners[name] = random_amount(rng)


def choose_looks(seats: list[Seat], rng: random.Random) -> None:
    """Each player looks at one of his hands at most, never at one without an Ante."""
    for name in NAMES:
        own = [seat for seat in seats if seat.owner == name and "ante" in seat.bets]
        if own and chance(rng, 85):
            rng.choice(own).looks = True


def interleave(lists: Iterable[list[str]], rng: random.Random) -> list[str]:
    """All steps of the lists, mixed, each list in its own order."""
    waiting: list[list[str]] = [list(each) for each in lists if each]
    mixed: list[str] = []
    while waiting:
        chosen = rng.choice(waiting)
        mixed.append(chosen.pop(0))
        waiting = [each for each in waiting if each]
    return mixed


def betting(game: Game, seats: list[Seat], rng: random.Random) -> list[str]:
    """The steps before `close`, of all boxes, mixed."""
    lists = [seat_betting(game, seat, rng) for seat in seats]
    lists.append(abandoned_box(game, seats, rng))
    return interleave(lists, rng)


def seat_betting(game: Game, seat: Seat, rng: random.Random) -> list[str]:
    """The bets of one box, the Ante before the bets that need it, with changes of mind."""
    steps: list[str] = []
    for bet in betting_order(seat, rng):
        if chance(rng, 5):
            steps += bet_and_withdraw(game, seat, bet, rng)
        steps += place(game, seat, bet, rng)
        if bet == "ante":
            steps += partner_antes(seat, rng)
    if "ante" not in seat.bets and chance(rng, 15):
        steps += bet_and_withdraw(game, seat, "ante", rng)
    return steps + second_thoughts(game, seat, rng)


def betting_order(seat: Seat, rng: random.Random) -> list[str]:
    """The bets of a box in random order; only Pair Plus may come before the Ante."""
    order = rng.sample(list(seat.bets), len(seat.bets))
    if "ante" in order:
        before = order[: order.index("ante")]
        early = [bet for bet in before if bet == "pair_plus"]
        late = [bet for bet in order if bet != "ante" and bet not in early]
        order = [*early, "ante", *late]
    return order


def place(game: Game, seat: Seat, bet: str, rng: random.Random) -> list[str]:
    """The bet in one step, or in two that add up."""
    amount = seat.bets[bet]
    unit = 1
    if bet == "jackpot" and game.jackpot_bet is not None:
        unit = game.jackpot_bet
    if amount < 2 * unit or not chance(rng, 12):
        return [f"bet {seat.box} {seat.owner} {bet} {written(amount, rng)}"]
    first = unit * rng.randint(1, amount // unit - 1)
    return [
        f"bet {seat.box} {seat.owner} {bet} {written(first, rng)}",
        f"bet {seat.box} {seat.owner} {bet} {written(amount - first, rng)}",
    ]


def partner_antes(seat: Seat, rng: random.Random) -> list[str]:
    """The antes that others add to the area; sometimes one of them is taken back and placed anew."""
    steps: list[str] = []
    for name, amount in seat.partners.items():
        placed = f"bet {seat.box} {name} ante {written(amount, rng)}"
        steps += [placed, f"withdraw {seat.box} ante {name}"] if chance(rng, 4) else []
        steps.append(placed)
    return steps


def bet_and_withdraw(game: Game, seat: Seat, bet: str, rng: random.Random) -> list[str]:
    """A bet that is placed and taken back."""
    amount = random_bet(game, bet, rng)
    return [
        f"bet {seat.box} {seat.owner} {bet} {written(amount, rng)}",
        f"withdraw {seat.box} {bet}",
    ]


def second_thoughts(game: Game, seat: Seat, rng: random.Random) -> list[str]:
    """Sometimes a side bet for a moment, or the Ante taken back and placed anew."""
    steps: list[str] = []
    if "ante" not in seat.bets:
        return steps
    for bet in SIDE_BETS[game.sheet]:
        if bet not in seat.bets and (bet != "jackpot" or game.jackpot) and chance(rng, 6):
            steps += bet_and_withdraw(game, seat, bet, rng)
    if not seat.partners and chance(rng, 4):
        steps += [f"withdraw {seat.box} ante", *place(game, seat, "ante", rng)]
    return steps


def abandoned_box(game: Game, seats: list[Seat], rng: random.Random) -> list[str]:
    """Sometimes a player bets on one more box and takes everything back."""
    taken = {seat.box for seat in seats}
    free = [box for box in range(1, game.boxes + 1) if box not in taken]
    if not free or not chance(rng, 8):
        return []
    seat = Seat(rng.choice(free), rng.choice(seats).owner, random_bets(game, rng))
    order = betting_order(seat, rng)
    steps = [step for bet in order for step in place(game, seat, bet, rng)]
    return steps + [f"withdraw {seat.box} {bet}" for bet in reversed(order)]


# Ranks that a hand of odd cards starts with; the others lie below
HIGH_CARDS = {
    "jack high": "J",
    "queen high": "Q",
    "king high": "K",
    "ace queen": "AQ",
    "ace king": "AK",
}
# Cards of one rank in a hand; the others are odd
GROUPS = {
    "four of a kind": [4],
    "full house": [3, 2],
    "three of a kind": [3],
    "two pairs": [2, 2],
    "pair": [2],
    "odd": [],
}
THREE_CARD_KINDS = (
    "top straight flush",
    "top spades",
    "straight flush",
    "straight flush",
    "straight",
    "three of a kind",
    "flush",
    "pair",
    "odd",
    "ace king",
)
THREE_CARD_DEALER_KINDS = ("jack high", "queen high", "king high", "pair", "straight", "odd")
FIVE_CARD_KINDS = (
    "top straight flush",
    "straight flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pairs",
    "pair",
    "ace king",
    "odd",
)
FIVE_CARD_DEALER_KINDS = (
    *("king high", "ace queen", "ace queen", "ace king", "ace king", "pair", "two pairs"),
    *("three of a kind", "straight", "flush", "full house", "straight flush"),
)
JACKPOT_KINDS = (
    "top straight flush",
    "top spades",
    "straight flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
)
POCKETS = ("AA", "AA", "AK", "AQ", "AJ", "KK", "QQ", "JJ", "TT", "77", "22", "KQ", "A9")


def suited(ranks: str, suit: str) -> list[str]:
    """Those ranks in one suit."""
    return [rank + suit for rank in ranks]


def any_suits(ranks: str, rng: random.Random) -> list[str]:
    """Those ranks, each in any suit."""
    return [rank + rng.choice(SUITS) for rank in ranks]


def ladder(length: int, rng: random.Random) -> str:
    """Ranks in sequence; the Ace may be low or high."""
    start = rng.randint(0, len(LADDER) - length)
    return LADDER[start : start + length]


def hand_of(kind: str, size: int, rng: random.Random) -> list[str]:
    """A hand of that kind, of three or five cards."""
    suit = rng.choice(SUITS)
    if kind == "top spades":
        return suited(LADDER[-size:], "s")
    if kind == "top straight flush":
        return suited(LADDER[-size:], suit)
    if kind == "straight flush":
        return suited(ladder(size, rng), suit)
    if kind == "straight":
        return any_suits(ladder(size, rng), rng)
    if kind == "flush":
        return suited("".join(rng.sample(RANKS, size)), suit)
    if kind in HIGH_CARDS:
        top = HIGH_CARDS[kind]
        below = RANKS[: RANKS.index(top[-1])]
        return any_suits(top + "".join(rng.sample(below, size - len(top))), rng)
    return grouped_hand(GROUPS[kind], size, rng)


def grouped_hand(groups: list[int], size: int, rng: random.Random) -> list[str]:
    """A hand with so many cards of one rank, and of the next, filled with odd cards."""
    all_groups = groups + [1] * (size - sum(groups))
    cards: list[str] = []
    for count, rank in zip(all_groups, rng.sample(RANKS, len(all_groups)), strict=True):
        cards += [rank + suit for suit in rng.sample(SUITS, count)]
    return cards


def twin(cards: Sequence[str], rng: random.Random) -> list[str]:
    """The same ranks in other suits: alike for all cards, or each card for itself."""
    swapped = dict(zip(SUITS, rng.sample(SUITS, 4), strict=True))
    if chance(rng, 50):
        return [card[0] + swapped[card[1]] for card in cards]
    return any_suits("".join(card[0] for card in cards), rng)


def pocket(rng: random.Random) -> list[str]:
    """Hole cards that the Bonus pay table names, or nearly."""
    return any_suits(rng.choice(POCKETS), rng)


def fix(rig: Rig, place_name: str, cards: list[str]) -> bool:
    """Give a place these cards unless one is repeated or already lies somewhere."""
    used = {card for held in rig.values() for card in held}
    if len(set(cards)) < len(cards) or used & set(cards):
        return False
    rig[place_name] = cards
    return True


def fix_kind(rig: Rig, where: str, kind: str, size: int, rng: random.Random) -> None:
    """Give a place a hand of that kind, if one of a few tries fits."""
    for _ in range(20):
        if fix(rig, where, hand_of(kind, size, rng)):
            return


def fix_twin(rig: Rig, where: str, model: list[str], rng: random.Random) -> None:
    """Give a place a twin of the model, if one of a few tries fits."""
    for _ in range(30):
        if fix(rig, where, twin(model, rng)):
            return


def rig_hands(sheet: str, boxes: list[str], rng: random.Random) -> Rig:
    """Own hands of chosen kinds; the Dealer holds a twin of one, nearly so, or a chosen kind."""
    size = SIZES[sheet][0]
    kinds = THREE_CARD_KINDS if size == 3 else FIVE_CARD_KINDS
    dealer_kinds = THREE_CARD_DEALER_KINDS if size == 3 else FIVE_CARD_DEALER_KINDS
    rig: Rig = {}
    for box in rng.sample(boxes, rng.randint(1, len(boxes))):
        fix_kind(rig, box, rng.choice(kinds), size, rng)
    models = list(rig.values())
    if models and chance(rng, 45):
        length = size if chance(rng, 75) else size - 1
        fix_twin(rig, "dealer", models[0][:length], rng)
    else:
        fix_kind(rig, "dealer", rng.choice(dealer_kinds), size, rng)
    return rig


def rig_top_hands(boxes: list[str], rng: random.Random) -> Rig:
    """Several straight and royal flushes at one stud table."""
    rig: Rig = {}
    for box in rng.sample(boxes, min(len(boxes), rng.choice([2, 2, 3, 4]))):
        fix_kind(rig, box, rng.choice(["top straight flush", "straight flush"]), 5, rng)
    fix_kind(rig, "dealer", rng.choice(FIVE_CARD_DEALER_KINDS), 5, rng)
    return rig


def shared_place(sheet: str) -> str:
    """Where the cards lie that complete the five cards of a jackpot hand."""
    return "dealer" if sheet == PROGRESSIVE_THREE_CARD else "community"


def rig_jackpot_hand(sheet: str, boxes: list[str], rng: random.Random) -> Rig:
    """A five-card jackpot hand, part in a box and part shared; often a second suited box."""
    own = SIZES[sheet][0]
    if sheet == PROGRESSIVE_THREE_CARD:
        own = rng.choice([2, 3])
    five = hand_of(rng.choice(JACKPOT_KINDS), 5, rng)
    rng.shuffle(five)
    first, *others = rng.sample(boxes, len(boxes))
    rig: Rig = {}
    if not fix(rig, first, five[:own]) or not fix(rig, shared_place(sheet), five[own:]):
        return {}
    if others and chance(rng, 50):
        ranks = "".join(rng.sample(RANKS, own))
        fix(rig, others[0], suited(ranks, five[own][1]))
    return rig


def rig_two_straight_flushes(sheet: str, boxes: list[str], rng: random.Random) -> Rig:
    """One long suited run: the shared cards in the middle, a box's at each end."""
    own = SIZES[sheet][0]
    shared = 5 - own
    length = own + shared + own
    ranks = LADDER[-length:] if chance(rng, 50) else ladder(length, rng)
    cards = suited(ranks, rng.choice(SUITS))
    rig = {shared_place(sheet): cards[own : own + shared]}
    ends = [cards[:own], cards[own + shared :]]
    rng.shuffle(ends)
    winners = rng.sample(boxes, min(len(boxes), 2))
    rig.update(zip(winners, ends, strict=False))
    return rig


def rig_board(boxes: list[str], rng: random.Random) -> Rig:
    """Five community cards that everybody may play, so that hands stand off."""
    board = hand_of(rng.choice(FIVE_CARD_KINDS), 5, rng)
    rng.shuffle(board)
    rig: Rig = {}
    return rig if fix(rig, "community", board) else rig_pockets(boxes, rng)


def rig_pockets(boxes: list[str], rng: random.Random) -> Rig:
    """Hole cards of the Bonus pay table; the Dealer often has Aces or a twin of a box's."""
    rig: Rig = {}
    if chance(rng, 35):
        fix_twin(rig, "dealer", ["As", "Ah"], rng)
        fix_twin(rig, boxes[0], ["As", "Ah"], rng)
    for box in boxes:
        if box not in rig:
            fix(rig, box, pocket(rng))
    if "dealer" not in rig and boxes[0] in rig:
        fix_twin(rig, "dealer", rig[boxes[0]], rng)
    return rig


def random_rig(sheet: str, boxes: list[str], rng: random.Random) -> Rig:
    """The cards that a stacked deck fixes; none in a plain deal."""
    if chance(rng, 35):
        return {}
    if sheet == STUD:
        return rig_top_hands(boxes, rng) if chance(rng, 25) else rig_hands(sheet, boxes, rng)
    if sheet == HOLDEM and chance(rng, 50):
        return rig_board(boxes, rng) if chance(rng, 40) else rig_pockets(boxes, rng)
    if sheet == "rws-three-card-v3" or (sheet != HOLDEM and chance(rng, 45)):
        return rig_hands(sheet, boxes, rng)
    if chance(rng, 30):
        return rig_two_straight_flushes(sheet, boxes, rng)
    return rig_jackpot_hand(sheet, boxes, rng)


def random_cards(sheet: str, seats: list[Seat], rng: random.Random) -> Cards:
    """The cards of all places, fixed ones first, the rest from a shuffled deck."""
    rig = random_rig(sheet, rng.sample([str(seat.box) for seat in seats], len(seats)), rng)
    used = {card for held in rig.values() for card in held}
    deck = [rank + suit for rank in RANKS for suit in SUITS if rank + suit not in used]
    rng.shuffle(deck)

    def fill(where: str, size: int) -> list[str]:
        held = rig.get(where, [])
        return held + [deck.pop() for _ in range(size - len(held))]

    own, dealer, community = SIZES[sheet]
    boxes = {seat.box: fill(str(seat.box), own) for seat in seats}
    cards = Cards(boxes, fill("dealer", dealer), fill("community", community), deck)
    for hand in [*cards.boxes.values(), cards.dealer]:
        rng.shuffle(hand)
    return cards


def packet(where: str, cards: list[str], rng: random.Random) -> list[str]:
    """Cards that reach a place in one step, sometimes in two."""
    if len(cards) > 1 and chance(rng, 10):
        cut = rng.randint(1, len(cards) - 1)
        return [f"deal {where} {' '.join(part)}" for part in (cards[:cut], cards[cut:])]
    return [f"deal {where} {' '.join(cards)}"]


def one_at_a_time(hands: list[tuple[str, list[str]]]) -> list[str]:
    """One card to each place in turn, until all have their hands."""
    turns = range(len(hands[0][1]))
    return [f"deal {where} {cards[turn]}" for turn in turns for where, cards in hands]


def burn(cards: Cards, rng: random.Random) -> list[str]:
    """The burnt card; once in a while nobody burns."""
    return [f"burn {cards.deck.pop()}"] if chance(rng, 95) else []


def boxes_in_order(cards: Cards, rng: random.Random) -> list[tuple[str, list[str]]]:
    """The boxes' hands clockwise, sometimes in another order."""
    order = sorted(cards.boxes)
    if chance(rng, 25):
        rng.shuffle(order)
    return [(str(box), cards.boxes[box]) for box in order]


def shoe_deal(game: Game, cards: Cards, rng: random.Random) -> list[str]:
    """The deal from a shoe: mostly card by card, community cards last; stud has no burnt card."""
    hands = boxes_in_order(cards, rng)
    if game.sheet != HOLDEM:
        hands.append(("dealer", cards.dealer))
    steps = [] if game.sheet == STUD else burn(cards, rng)
    if chance(rng, 75):
        steps += one_at_a_time(hands)
    else:
        steps += [step for where, held in hands for step in packet(where, held, rng)]
    if game.sheet == MULTILINK_THREE_CARD:
        steps += packet("community", cards.community, rng)
    return steps


def shuffler_deal(game: Game, cards: Cards, rng: random.Random) -> list[str]:
    """The deal from a shuffler, in packets."""
    hands = boxes_in_order(cards, rng)
    hands.insert(rng.randint(0, len(hands)) if chance(rng, 5) else 99, ("dealer", cards.dealer))
    steps = [step for where, held in hands for step in packet(where, held, rng)]
    if game.sheet == HOLDEM:
        return packet("community", cards.community, rng) + steps
    if game.sheet == MULTILINK_THREE_CARD:
        return multilink_community(steps, cards, rng)
    return steps


def multilink_community(steps: list[str], cards: Cards, rng: random.Random) -> list[str]:
    """Two community cards first, or a set of three last of which one is put aside."""
    community = packet("community", cards.community, rng)
    if chance(rng, 50):
        return community + steps
    return [*steps, *community, f"discard {cards.deck.pop()}"]


def first_decision(game: Game, seat: Seat, rng: random.Random) -> list[str]:
    """Look or not, then fold or bet; a box with Pair Plus alone has nothing to decide."""
    if "ante" not in seat.bets:
        return []
    steps = [f"look {seat.box}"] if seat.looks else []
    if game.sheet == STUD and not seat.looks and chance(rng, 5):
        steps.append(f"handle {seat.box}")
    if seat.folds:
        return [*steps, f"fold {seat.box}"]
    bet, times = {HOLDEM: ("flop", 2), STUD: ("bet", 2)}.get(game.sheet, ("play", 1))
    amount = written(seat.bets["ante"] * times, rng)
    steps.append(f"bet {seat.box} {seat.owner} {bet} {amount}")
    for name, ante in seat.partners.items():
        if chance(rng, 65):
            steps.append(f"bet {seat.box} {name} bet {written(ante * 2, rng)}")
    return steps


def later_decisions(seats: list[Seat], bet: str, rng: random.Random) -> list[str]:
    """Turn or River in hold'em: every box that has not folded bets its Ante again or checks."""
    steps: list[str] = []
    for seat in rng.sample(seats, len(seats)):
        if seat.folds:
            continue
        if chance(rng, 50):
            amount = written(seat.bets["ante"], rng)
            steps.append(f"bet {seat.box} {seat.owner} {bet} {amount}")
        else:
            steps.append(f"check {seat.box}")
    return steps


def reveal_may_be_left_out(game: Game, seats: list[Seat]) -> bool:
    """Whether every box has folded and no bet is left that cards can still decide."""
    if not all(seat.folds for seat in seats):
        return False
    if game.sheet == MULTILINK_THREE_CARD:
        return all(list(seat.bets) == ["ante"] for seat in seats)
    if game.sheet == STUD:
        return not any("jackpot" in seat.bets for seat in seats)
    return True


def one_reveal_play(game: Game, seats: list[Seat], rng: random.Random) -> list[str]:
    """Decisions and the reveal of the three-card and stud games."""
    steps = interleave([first_decision(game, seat, rng) for seat in seats], rng)
    if not reveal_may_be_left_out(game, seats) or chance(rng, 50):
        steps.append("reveal")
    return steps


def holdem_streets(game: Game, cards: Cards, rng: random.Random) -> list[list[str]]:
    """What is dealt before the reveals of flop, turn and river: nothing at a shuffler."""
    if not game.shoe:
        return [[], [], []]
    parts = (cards.community[:3], cards.community[3:4], cards.community[4:])
    return [burn(cards, rng) + packet("community", part, rng) for part in parts]


def holdem_play(game: Game, seats: list[Seat], cards: Cards, rng: random.Random) -> list[str]:
    """Decisions and reveals of hold'em; when all have folded, the flop for jackpot bets only."""
    flop, turn, river = holdem_streets(game, cards, rng)
    steps = interleave([first_decision(game, seat, rng) for seat in seats], rng)
    if all(seat.folds for seat in seats):
        if any("jackpot" in seat.bets for seat in seats):
            steps += [*flop, "reveal"]
        return steps
    steps += [*flop, "reveal", *later_decisions(seats, "turn", rng)]
    steps += [*turn, "reveal", *later_decisions(seats, "river", rng)]
    if not game.shoe:
        return [*steps, "reveal"]
    dealer = packet("dealer", cards.dealer, rng)
    if chance(rng, 15):
        return [*steps, *river, *dealer, "reveal"]
    return [*steps, *river, "reveal", *dealer, "reveal"]


def write_tens_out(steps: list[str]) -> list[str]:
    """The same steps with tens as 10 instead of T."""
    dealing = ("deal", "burn", "discard")
    return [
        step.replace("T", "10") if step.split()[0] in dealing else step  # names are lower case
        for step in steps
    ]


def random_round(sheet: str, rng: random.Random) -> tuple[dict[str, Any], dict[str, str] | None, list[str]]:
    """A random regular round of the sheet: its table, its jackpot and its steps."""
    table, jackpot = random_table(rng), random_jackpot(rng)
    price = table.get("jackpot_bet")
    game = Game(
        sheet=sheet,
        shoe=table.get("dealing") == "shoe",
        boxes=table.get("boxes", 7),
        jackpot=jackpot is not None,
        jackpot_bet=None if price is None else int(Decimal(price) * 100),
    )
    seats = random_seats(game, rng)
    cards = random_cards(sheet, seats, rng)
    steps = [*betting(game, seats, rng), "close"]
    steps += shoe_deal(game, cards, rng) if game.shoe else shuffler_deal(game, cards, rng)
    if sheet == HOLDEM:
        steps += holdem_play(game, seats, cards, rng)
    else:
        steps += one_reveal_play(game, seats, rng)
    steps.append("settle")
    return table, jackpot, write_tens_out(steps) if chance(rng, 4) else steps
