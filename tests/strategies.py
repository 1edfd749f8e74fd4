"""Random rounds: what people at a table may try, sensible or not, and how any round comes to its end.

Everything is drawn through :class:`Luck`, so a seed gives the same walk again.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final, Literal, TypeVar

from pitboss.cards import DECK, UNKNOWN, Card
from pitboss.people import ROLES
from pitboss.refusal import Refusal
from pitboss.round import Round, decide, evolve
from pitboss.round import commands as cmd
from pitboss.round.plan import next_act
from pitboss.round.queries import boxes_to_decide, cards_seen, decision_open, needs, sizes_open
from pitboss.round.reportable import probe_reports
from pitboss.round.state import has_excess
from pitboss.settlement import Box, Display, Limits, Table
from pitboss.sheets import Game
from pitboss.sheets.model import Device, Irregularity
from tests.round.legal_acts import legal_bets

T = TypeVar("T")

PLAYERS: Final = ("ann", "bob", "cyd")
STRANGER: Final = "dan"
ALL_BETS: Final = ("ante", "play", "bet", "flop", "turn", "river", "pair_plus", "bonus", "jackpot")
HASHES: Final = cmd.Hashes("build", "sheet", "readings")
_REASON: Final = "typed wrongly"
_LIMITS: Final = Limits(500, 5000)
_WRONG_AMOUNTS: Final = (12_345, 499, 5001, 1)


class Luck:
    """A source of choices; the lower the number, the plainer the choice."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self.below: Final = below

    def pick(self, options: Sequence[T]) -> T:
        """One of several, the first being the plainest."""
        return options[self.below(len(options))]

    def chance(self, percent: int) -> bool:
        """Whether something happens that happens so often; plainly it does not."""
        return self.below(100) >= 100 - percent


def seeded(seed: object) -> Luck:
    """Luck from a seed."""
    return Luck(random.Random(str(seed)).randrange)


def opening(luck: Luck, game: Game) -> cmd.OpenRound:
    """A table of any size and device, with and without limits, a prescribed bet and a jackpot."""
    devices: tuple[Device, ...] = ("shuffler", "shoe")
    device = luck.pick([device for device in devices if game.scripts[device]])
    limits = {}
    if luck.chance(60):
        for bet, rule in game.sheet.bets.items():
            often = {"jackpot": 10}.get(bet, 90 if rule.placed == "before_deal" else 15)
            if luck.chance(often):
                limits[bet] = _LIMITS
    table = Table(
        sheet=game.sheet.id,
        device=device,
        boxes=min(max(luck.pick((3, 2, 1, 7)), game.sheet.layout.fewest_boxes), game.sheet.layout.most_boxes),
        jackpot_bet=luck.pick((500, None)) if game.sheet.jackpot else None,
        limits=limits,
    )
    display = None
    if game.sheet.jackpot and luck.chance(85):
        share = luck.pick((Fraction(0), Fraction(1, 10), Fraction(333, 1000), Fraction(1)))
        display = Display(luck.pick((Fraction(15_000_000), Fraction(1_234_567_89, 100))), 10_000_003, share)
    return cmd.OpenRound(table, display, HASHES)


def next_opening(opened: cmd.OpenRound, state: Round) -> cmd.OpenRound:
    """The next round at the same table and jackpot."""
    display = opened.display
    if display and state.settlement and state.settlement.jackpot:
        display = Display(state.settlement.jackpot.after, display.reset, display.contribution)
    return cmd.OpenRound(opened.table, display, opened.hashes, state.memory_after())


def propose(luck: Luck, game: Game, state: Round, wild: int) -> cmd.Command:
    """Something that somebody tries: now and then anything, otherwise what comes next."""
    if state.settled and luck.chance(60):
        return _found_after_settlement(luck, game, state)
    if luck.chance(wild):
        return anything(luck, game, state)
    return next((way for way in _sensible(luck, game, state) if accepted(game, state, way)), cmd.Reveal())


def accepted(game: Game, state: Round, command: cmd.Command) -> bool:
    """Whether a command would be accepted."""
    return not isinstance(decide(game, state, command), Refusal)


# What comes next.


def _sensible(luck: Luck, game: Game, state: Round) -> Iterator[cmd.Command]:
    if not state.closed and not state.options and not state.void and luck.chance(80):
        player = luck.pick(PLAYERS)
        if luck.chance(4):
            empty = [box.number for box in state.boxes if not box.wagers]
            yield from (
                cmd.PlaceBet(box=box, player=player, bet="jackpot", amount=500, unnoticed=True)
                for box in empty
            )
        ranges = legal_bets(game, state, player)
        if ranges:
            jackpots = [found for found in ranges if found.bet == "jackpot"]
            bet = luck.pick(jackpots if jackpots and luck.chance(30) else ranges)
            amount = luck.pick((bet.least, bet.most or bet.least + 700 * bet.step))
            if luck.chance(12):
                yield cmd.PlaceBet(
                    box=bet.box, player=player, bet=bet.bet, amount=luck.pick(_WRONG_AMOUNTS), unnoticed=True
                )
            yield cmd.PlaceBet(box=bet.box, player=player, bet=bet.bet, amount=amount)
    if not state.closed and state.has_bets:
        yield cmd.CloseBets()
    if state.closed and not state.dealer_up and luck.chance(80):
        act = next_act(game, state, game.script(state.table.device))
        if act.act == "burn" and not luck.chance(25):
            yield cmd.BurnCard(_cards(luck, game, state, None, 1)[0])
        elif act.act == "discard":
            yield cmd.DiscardCard(_cards(luck, game, state, None, 1)[0])
        elif act.act == "deal" and act.to is not None:
            yield cmd.DealCards(act.to, _cards(luck, game, state, act.to, act.cards))
        elif act.act == "ask" and luck.chance(50):
            box = state.box(luck.pick(act.boxes))
            if not box.examined:
                yield cmd.ExamineHand(box.number)
    yield from ways_on(game, state, luck)


def _found_after_settlement(luck: Luck, game: Game, state: Round) -> cmd.Command:
    """A wrong number of cards comes to light once the bets are paid, and hands are stated anew."""
    if state.restated is not None and luck.chance(60):
        place = _place(luck, state)
        hands = game.sheet.hands
        right = {"dealer": hands.dealer, "community": hands.community}.get(str(place), hands.box)
        number = max(1, right + luck.pick((0, 0, -1, 1)))
        return cmd.DealCards(place, _cards(luck, game, state, place, number))
    if luck.chance(10):
        return _any_adjustment(luck, game, state)
    policies = game.sheet.irregularities
    late = [c for c, policy in policies.items() if policy.after_settlement or luck.chance(5)] or [*policies]
    boxes = (_box(luck, state),) if luck.chance(60) else ()
    return cmd.Report(
        clause=luck.pick(late),
        boxes=boxes,
        dealer=luck.chance(50),
        reconstructed=luck.pick((False, True)),
        count=luck.pick((None, 1, 4, 6)),
        action=luck.pick(("close", "no_jackpot", "block")),
    )


LUCKY_HANDS: Final[dict[int, tuple[str, ...]]] = {
    2: ("Ks As", "8s 9s", "9s Ks", "Th Td"),
    3: ("As Ks Qs", "Ah Kh Qh", "7s 8s 9s", "5d 5h 5c", "6d 7d 8c"),
    5: ("As Ks Qs Js Ts", "Ah Kh Qh Jh Th", "5d 6d 7d 8d 9d", "5c 6c 7c 8c 9c", "9s 9h 8s 8h 8d"),
}
"""Hands high in the pay tables, by the size of a box's hand."""
LUCKY_COMMUNITY: Final[tuple[str, ...]] = ("Ts", "Js", "Qs", "2h", "3d")
"""Also the Dealer's cards, where they count for the jackpot."""


def _cards(luck: Luck | None, game: Game, state: Round, place: cmd.Place | None, n: int) -> tuple[Card, ...]:
    """The next cards for a place: those whose order was decided first, then any that are left."""
    out = {*state.cards_out(), *state.next_cards}
    cards = [card if card != UNKNOWN else _left(luck, out) for card in state.next_cards[:n]]
    if luck and not cards and luck.chance(20):
        return (UNKNOWN,) * n
    if luck and not cards and luck.chance(50):
        jackpot = game.sheet.jackpot.hand if game.sheet.jackpot else "own"
        shared = place == "community" or (place == "dealer" and jackpot == "own_and_dealer")
        hands = [LUCKY_COMMUNITY] if shared else []
        if isinstance(place, int):
            hands = [tuple(hand.split()) for hand in LUCKY_HANDS.get(game.sheet.hands.box, ())]
        lucky = [Card(c) for c in (luck.pick(hands) if hands else ())]
        cards = [card for card in lucky if card not in out][:n]
    out.update(cards)
    while len(cards) < n:
        cards.append(_left(luck, out))
        out.add(cards[-1])
    return tuple(cards)


def _left(luck: Luck | None, out: set[Card]) -> Card:
    left = [card for card in DECK if card not in out] or [UNKNOWN]
    return luck.pick(left) if luck else left[0]


def ways_on(game: Game, state: Round, luck: Luck | None = None) -> Iterator[cmd.Command]:
    """Acts that bring the round nearer to its end; the first one that is accepted is taken."""
    yield cmd.SettleRound()
    if state.options:
        either: list[Literal["continue", "withdraw"]] = ["continue", "withdraw"]
        if luck and luck.chance(30):
            either.reverse()
        for way in either:
            yield cmd.Choose(state.options[0].box, way)
        return
    if state.excess_card or (state.restated is not None and has_excess(state.cards_out())):
        for clause in sorted(game.excess_card_clauses):
            yield cmd.Report(clause=clause)
            yield from probe_reports(state, clause, game.sheet.irregularities[clause])
    if not state.closed:
        yield cmd.CloseBets()
        for box in state.boxes:
            for wager in box.wagers:
                yield cmd.WithdrawBet(box.number, wager.bet)
        return
    if state.unjudged_looks:
        yield from _judgements(game, state, luck)
    yield from _right_numbers(game, state, luck)
    yield from _decisions(game, state, luck)
    yield cmd.Reveal()
    yield from _namings(game, state, luck)


def _judgements(game: Game, state: Round, luck: Luck | None) -> Iterator[cmd.Command]:
    for clause, policy in game.sheet.irregularities.items():
        if policy.effect == "judge_second_look":
            first = state.unjudged_looks[:1]
            yield cmd.Report(clause=clause, boxes=first, intentional=bool(luck and luck.chance(50)))


def _right_numbers(game: Game, state: Round, luck: Luck | None) -> Iterator[cmd.Command]:
    """Deal what is missing; report what is too much, and state the hand anew where that helps."""
    sheet = game.sheet
    need = needs(game, state)
    waiting = boxes_to_decide(game, state)
    again = bool(luck and luck.chance(50))
    for box in state.boxes:
        if box.number in waiting or box in need.boxes:
            report = cmd.Report(
                clause=game.refusal_clauses("card_count_box")[0], boxes=(box.number,), reconstructed=again
            )
            yield from _right_number(game, state, luck, box.number, sheet.hands.box, report)
    script = game.script(state.table.device)
    if (need.dealer and state.reveals == len(script.reveals) - 1) or state.dealer:
        report = cmd.Report(
            clause=game.refusal_clauses("card_count_dealer")[0], dealer=True, reconstructed=True
        )
        yield from _right_number(game, state, luck, "dealer", sheet.hands.dealer, report)
    turned = script.community_at_reveal[: state.reveals + 1]
    if need.community <= state.community_up and not (need.dealer and not state.dealer_up):
        turned = turned[: state.reveals] if state.restated is not None else ()
    if sheet.hands.community and turned:
        clause = game.refusal_clauses("card_count_community")[0]
        policy = sheet.irregularities.get(clause)
        if policy and "seen" in policy.when and not cards_seen(game, state):
            clause = "5.8.6"
        report = cmd.Report(clause=clause, reconstructed=True)
        yield from _right_number(game, state, luck, "community", turned[-1], report)


def _right_number(
    game: Game, state: Round, luck: Luck | None, place: cmd.Place, due: int, report: cmd.Report
) -> Iterator[cmd.Command]:
    held = len(state.cards_at(place))
    if held == due:
        return
    anew = state.restated is not None and place not in state.restated
    if held < due or anew:
        yield cmd.DealCards(place, _cards(luck, game, state, place, due if anew else due - held))
    yield report


def _decisions(game: Game, state: Round, luck: Luck | None) -> Iterator[cmd.Command]:
    for number in boxes_to_decide(game, state):
        box = state.box(number)
        due = decision_open(game, state, box)
        if due is None or box.player is None:
            continue
        if due.takes_back:
            if luck and luck.chance(50):
                yield cmd.WithdrawBet(number, due.bet)
            yield cmd.Check(number)
            continue
        sizes = sizes_open(game, state, box, due.bet)
        size = luck.pick(sizes) if luck and len(sizes) > 1 else sizes[0]
        amount = size * box.total("ante", box.player)
        bet = cmd.PlaceBet(box=number, player=box.player, bet=due.bet, amount=amount)
        if luck and luck.chance(20):
            standing = size * _LIMITS.maximum
            yield cmd.PlaceBet(box=number, player=box.player, bet=due.bet, amount=standing)
        if luck and luck.chance(70):
            yield bet
        yield cmd.FoldHand(number)
        yield cmd.Check(number)


def _namings(game: Game, state: Round, luck: Luck | None) -> Iterator[cmd.Command]:
    places: list[cmd.Place] = ["dealer", "community", *(box.number for box in state.boxes)]
    for place in places:
        unknown = state.cards_at(place).count(UNKNOWN)
        if unknown:
            cards = _cards(None, game, state, None, unknown)
            yield cmd.ShowCards(place, cards)


class Finish:
    """How a round was brought to its end."""

    def __init__(self, state: Round) -> None:
        self.state = state
        self.commands: list[cmd.Command] = []
        self.ruled = False
        """No act of play led on, so the shift manager had to void the round."""


MOST_STEPS_TO_FINISH: Final = 120


def finish(game: Game, state: Round) -> Finish:
    """Play on by legal acts until the round is settled; as a last resort the shift manager voids it."""
    end = Finish(state)
    while not end.state.settled and len(end.commands) < MOST_STEPS_TO_FINISH:
        ways, last = [*ways_on(game, end.state)], _last_resort(game)
        goes_on = len(end.commands) < MOST_STEPS_TO_FINISH // 2
        for way in (*ways, last) if goes_on else (last, *ways):
            answer = decide(game, end.state, way)
            if not isinstance(answer, Refusal):
                end.ruled = end.ruled or way is last
                end.commands.append(way)
                for event in answer:
                    end.state = evolve(end.state, event)
                break
        else:
            return end
    return end


def _last_resort(game: Game) -> cmd.Report:
    policies = game.sheet.irregularities.items()
    clause = next(c for c, policy in policies if policy.effect == "ruling" and not policy.when)
    return cmd.Report(clause=clause, action="void")


# Anything.


def anything(luck: Luck, game: Game, state: Round) -> cmd.Command:
    """Any command, right or wrong."""
    return luck.pick(_ANYTHING)(luck, game, state)


def _box(luck: Luck, state: Round) -> int:
    bet_on = [box.number for box in state.boxes if box.wagers]
    if bet_on and luck.chance(85):
        return luck.pick(bet_on)
    return luck.below(len(state.boxes) + 2)


def _place(luck: Luck, state: Round) -> cmd.Place:
    places: tuple[cmd.Place, ...] = (_box(luck, state), "dealer", "community")
    return luck.pick(places)


def _any_bet(luck: Luck, game: Game, state: Round) -> cmd.Command:
    number = _box(luck, state)
    box = state.boxes[number - 1] if 1 <= number <= len(state.boxes) else Box(number=number)
    player = box.player if box.player and luck.chance(60) else luck.pick((*PLAYERS, STRANGER))
    bet = luck.pick(tuple(game.sheet.bets)) if luck.chance(95) else luck.pick(ALL_BETS)
    if state.closed and luck.chance(60):
        due = decision_open(game, state, box)
        bet = due.bet if due else bet
    ante = box.total("ante", player)
    amounts: tuple[int, ...] = (500, 1000, 1500, 2500, 5000, 499, 5001, 4501, 3000, 1, 12_345)
    if ante and state.closed:
        times = luck.pick((1, 2))
        amounts = (times * ante, times * min(ante, _LIMITS.maximum), ante + 1)
    by = luck.pick(ROLES) if luck.chance(5) else None
    return cmd.PlaceBet(
        box=number, player=player, bet=bet, amount=luck.pick(amounts), unnoticed=luck.chance(40), by=by
    )


def _any_withdrawal(luck: Luck, game: Game, state: Round) -> cmd.Command:
    player = luck.pick(PLAYERS) if luck.chance(30) else None
    return cmd.WithdrawBet(_box(luck, state), luck.pick(tuple(game.sheet.bets)), player)


def _any_cards(luck: Luck, state: Round, most: int) -> tuple[Card, ...]:
    """Cards that are out already, unknown ones, and others."""
    out = state.cards_out()
    left = [card for card in DECK if card not in out] or [UNKNOWN]
    cards = []
    for _ in range(1 + luck.below(most)):
        kind = luck.below(10)
        cards.append(luck.pick(out) if out and kind == 9 else UNKNOWN if kind > 6 else luck.pick(left))
    return tuple(cards)


def _any_deal(luck: Luck, game: Game, state: Round) -> cmd.Command:
    return cmd.DealCards(_place(luck, state), _any_cards(luck, state, 6))


def _any_show(luck: Luck, game: Game, state: Round) -> cmd.Command:
    place = _place(luck, state)
    known = isinstance(place, str) or 1 <= place <= len(state.boxes)
    held = state.cards_at(place) if known else ()
    if held and luck.chance(70):
        left = _cards(None, game, state, None, len(held))
        return cmd.ShowCards(
            place, tuple(new if card == UNKNOWN else card for card, new in zip(held, left, strict=True))
        )
    return cmd.ShowCards(place, _any_cards(luck, state, 3))


def _any_burn(luck: Luck, game: Game, state: Round) -> cmd.Command:
    return cmd.BurnCard(_any_cards(luck, state, 1)[0])


def _any_discard(luck: Luck, game: Game, state: Round) -> cmd.Command:
    return cmd.DiscardCard(_any_cards(luck, state, 1)[0])


def _any_choice(luck: Luck, game: Game, state: Round) -> cmd.Command:
    way: Literal["continue", "withdraw"] = luck.pick(("continue", "withdraw"))
    return cmd.Choose(_box(luck, state), way)


def _any_report(luck: Luck, game: Game, state: Round) -> cmd.Command:
    policies = game.sheet.irregularities
    if luck.chance(5):
        return cmd.Report(clause=luck.pick(("1.1", "3.13", "9.9")))
    if luck.chance(8):
        return _any_bet_ruling(luck, game, state)
    orphans = [box.number for box in state.boxes if box.wagers and not box.takes_hand]
    if orphans and luck.chance(20):
        returning = [c for c, policy in policies.items() if policy.effect == "return_orphan"]
        if returning:
            return cmd.Report(clause=returning[0], boxes=(luck.pick(orphans),))
    clauses = tuple(policies)
    if luck.chance(75):
        clauses = tuple(clause for clause in clauses if policies[clause].effect != "void") or clauses
    clause = luck.pick(clauses)
    policy = policies[clause]
    careful = luck.chance(85)

    def given(argument: str, often: int = 10) -> bool:
        return (careful and argument in policy.needs) or luck.chance(often)

    boxes: tuple[int, ...] = ()
    if given("box", 40):
        boxes = tuple(_box(luck, state) for _ in range(luck.pick((1, 1, 1, 2))))
    return cmd.Report(
        clause=clause,
        boxes=boxes,
        dealer=luck.chance(20),
        reconstructed=luck.pick((False, True)) if given("reconstructed") else None,
        intentional=luck.pick((False, True)) if given("intentional") else None,
        order=_any_cards(luck, state, 2) + _any_cards(luck, state, 1) if given("order") else (),
        count=luck.pick((52, 3, 4, 2, 5, 51)) if given("count", 25) else None,
        permit=luck.pick((False, True)) if given("permit") else None,
        action=luck.pick(_actions(policy)) if given("action") else None,
        by=luck.pick(ROLES) if luck.chance(25) else None,
    )


def _any_bet_ruling(luck: Luck, game: Game, state: Round) -> cmd.Command:
    """A ruling on one bet, mostly on one that lies there."""
    ruling = next(c for c, policy in game.sheet.irregularities.items() if policy.effect == "ruling")
    wagers = [(box.number, wager) for box in state.boxes for wager in box.wagers]
    number, bet, player, placed = 1, "ante", None, 1_000
    if wagers and luck.chance(90):
        number, wager = luck.pick(wagers)
        bet, player, placed = wager.bet, wager.player, wager.amount
    action: cmd.BetRuling = luck.pick(("pay", "collect", "correct"))
    amount = luck.pick((1, placed - 1, placed, placed + 1))
    return cmd.Report(
        clause=ruling,
        boxes=(number,),
        player=player,
        action=action,
        bet=bet,
        amount=None if action == "collect" else amount,
    )


def _actions(policy: Irregularity) -> tuple[cmd.Action, ...]:
    if policy.effect == "restrict_table":
        return ("close", "block", "no_jackpot", "void")
    return ("continue", "return", "void", "close")


def _any_card_correction(luck: Luck, game: Game, state: Round) -> cmd.Command:
    places: list[cmd.Place | Literal["burnt", "discarded"]] = [_place(luck, state), "burnt", "discarded"]
    at = luck.pick(places)
    held: tuple[Card, ...] = ()
    if at == "burnt":
        held = state.burnt
    elif at == "discarded":
        held = state.discarded
    elif isinstance(at, str) or 1 <= at <= len(state.boxes):
        held = state.cards_at(at)
    recorded = luck.pick(held) if held and luck.chance(85) else luck.pick(DECK)
    by = luck.pick(("pit_supervisor", *ROLES))
    return cmd.CorrectCard(
        at=at,
        recorded=recorded,
        card=_any_cards(luck, state, 1)[0],
        by=by,
        reason="" if luck.chance(10) else _REASON,
    )


def _any_bet_correction(luck: Luck, game: Game, state: Round) -> cmd.Command:
    number = _box(luck, state)
    box = state.boxes[number - 1] if 1 <= number <= len(state.boxes) else Box(number=number)
    player, bet = luck.pick(PLAYERS), luck.pick(tuple(game.sheet.bets))
    if box.wagers and luck.chance(85):
        wager = luck.pick(box.wagers)
        player, bet = wager.player, wager.bet
    ante = box.total("ante", player)
    amount = luck.pick((500, 1000, 2500, 5000, 499, 5001, 12_345, ante, 2 * ante))
    by = luck.pick(("pit_supervisor", *ROLES))
    return cmd.CorrectBet(
        box=number, player=player, bet=bet, amount=amount, by=by, reason="" if luck.chance(10) else _REASON
    )


def _any_adjustment(luck: Luck, game: Game, state: Round) -> cmd.Command:
    player, bet = luck.pick(PLAYERS), luck.pick(tuple(game.sheet.bets))
    by, amount = luck.pick(("shift_manager", *ROLES)), luck.pick((100, -100, 0))
    reason = "" if luck.chance(10) else _REASON
    return cmd.AdjustSettlement(
        box=_box(luck, state),
        player=player,
        bet=bet,
        amount=amount,
        by=by,
        reason=reason,
        limits_error=luck.chance(30),
    )


def _on_a_box(make: Callable[[int], cmd.Command]) -> Callable[[Luck, Game, Round], cmd.Command]:
    return lambda luck, game, state: make(_box(luck, state))


def _alone(make: Callable[[], cmd.Command]) -> Callable[[Luck, Game, Round], cmd.Command]:
    return lambda luck, game, state: make()


_ANYTHING: Final[tuple[Callable[[Luck, Game, Round], cmd.Command], ...]] = (
    _alone(cmd.Reveal),
    _alone(cmd.SettleRound),
    _alone(cmd.CloseBets),
    _any_bet,
    _any_bet,
    _any_bet,
    _any_withdrawal,
    _any_deal,
    _any_deal,
    _any_show,
    _any_burn,
    _any_discard,
    _on_a_box(cmd.ExamineHand),
    _on_a_box(cmd.ExamineHand),
    _on_a_box(cmd.HandleHand),
    _on_a_box(cmd.FoldHand),
    _on_a_box(cmd.Check),
    _on_a_box(cmd.DeclineToShow),
    _on_a_box(cmd.DeclineToShow),
    _on_a_box(cmd.LeaveTable),
    _alone(cmd.InterruptPlay),
    _any_choice,
    _any_card_correction,
    _any_bet_correction,
    _any_adjustment,
    *[_any_report] * 8,
)
