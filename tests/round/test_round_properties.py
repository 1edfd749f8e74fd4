"""What holds in every round, whatever is tried: random walks through the pure engine, sheet by sheet.

After every step the properties of :class:`Watch` are asserted. ``python -m tests.properties_long 1000``
runs more walks and counts what they reached.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Final

import msgspec
import pytest

from pitboss.cards import DECK, UNKNOWN, Card
from pitboss.citation import Clause
from pitboss.records.steps import StepFault, format_step, parse_step
from pitboss.refusal import Refusal
from pitboss.round import Round, decide, evolve, open_round
from pitboss.round import commands as cmd
from pitboss.round import events as ev
from pitboss.round.reportable import probe_reports
from pitboss.round.views import BoxView, TableView, view
from pitboss.settlement import Display, Limits, Line, Payout, RuledBet, Settlement, Table
from pitboss.sheets import Game, load, sheet_ids
from pitboss.sheets.model import Device
from pitboss.sheets.register import number_of
from pitboss.store.codec import from_plain, to_plain
from tests.round.legal_acts import legal_acts, legal_bets, legal_reports
from tests.strategies import (
    HASHES,
    MOST_STEPS_TO_FINISH,
    PLAYERS,
    STRANGER,
    Luck,
    finish,
    next_opening,
    opening,
    propose,
    seeded,
)

LISTED_ACTS: Final = (
    cmd.CloseBets,
    cmd.Reveal,
    cmd.SettleRound,
    cmd.InterruptPlay,
    cmd.ExamineHand,
    cmd.HandleHand,
    cmd.FoldHand,
    cmd.Check,
    cmd.DeclineToShow,
    cmd.LeaveTable,
    cmd.Choose,
)
"""Commands without a free amount: whenever one is accepted, ``legal_acts`` has listed it."""

BONUSES: Final = frozenset({"ante_bonus", "envy"})

BetKey = tuple[int, str, str]
"""Box, player and bet."""


_ENCODER: Final = msgspec.json.Encoder(enc_hook=to_plain)
_COMMANDS: Final = msgspec.json.Decoder(cmd.Command, dec_hook=from_plain)
_EVENTS: Final = msgspec.json.Decoder(ev.Event, dec_hook=from_plain)


class Tally:
    """What the walks of one sheet have exercised."""

    def __init__(self) -> None:
        self.rounds = 0
        self.accepted = 0
        self.refused = 0
        self.settled: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.reports_accepted: Counter[Clause] = Counter()
        self.reports_refused: Counter[Clause] = Counter()
        self.finishes = 0
        self.ruled = 0
        """How often only the shift manager's ruling brought a round to its end."""
        self.percent_awards = 0

    def add(self, other: "Tally") -> None:
        """Count another tally in."""
        for name, value in vars(other).items():
            if isinstance(value, Counter):
                getattr(self, name).update(value)
            else:
                setattr(self, name, getattr(self, name) + value)


class Watch:
    """A table at which every step is checked."""

    def __init__(self, game: Game, opened: cmd.OpenRound, tally: Tally | None = None) -> None:
        self.game: Final = game
        self.tally: Final = tally or Tally()
        self.commands: list[cmd.Command] = []
        self._open(opened)

    def _open(self, opened: cmd.OpenRound) -> None:
        answer = decide(self.game, None, opened)
        assert not isinstance(answer, Refusal)
        self.opened = opened
        self.state: Round = open_round(opened)
        self.commands.append(opened)
        self.told: Round | None = None
        """The state folded from the events as a journal would give them back."""
        self.record = Record(self.game, opened.display)
        self._happen(answer)
        self.tally.rounds += 1

    def do(self, command: cmd.Command) -> bool:
        """Try a command and check everything; says whether it was accepted."""
        if isinstance(command, cmd.OpenRound):
            self._open(command)
            return True
        self.commands.append(command)
        assert _COMMANDS.decode(_ENCODER.encode(command)) == command
        before = _ENCODER.encode(self.state)
        answer = decide(self.game, self.state, command)
        assert _ENCODER.encode(self.state) == before, "decide has changed the state"
        if isinstance(command, cmd.Report):
            counted = (
                self.tally.reports_refused if isinstance(answer, Refusal) else self.tally.reports_accepted
            )
            counted[command.clause] += 1
        if isinstance(answer, Refusal):
            self.tally.refused += 1
            self.tally.refusals[answer.code] += 1
            self._check_refusal(command, answer)
            return False
        self.tally.accepted += 1
        self._check_listed(command)
        for event in answer:
            self.state = evolve(self.state, event)
        self._happen(answer)
        return True

    def _happen(self, events: Iterable[ev.Event]) -> None:
        for event in events:
            again = _EVENTS.decode(_ENCODER.encode(event))
            assert again == event
            self.told = evolve(self.told, again)
            self.record.happened(event)
            self._check_event(event)
        assert self.told == self.state, "the events do not fold to the live state"
        assert self.record.on_the_layout(self.state) == self.record.bets, "chips appeared or vanished"
        again_due = self.record.dealt_in_order & set(self.state.next_cards) - {UNKNOWN}
        assert not again_due, f"{again_due} reached a place, and still must come next"
        if self.state.settlement:
            self.record.check_settlement(self.state.settlement)
            self._check_cards_settled()
        self._check_views()
        self._check_legal()
        self._check_finish()

    def _check_cards_settled(self) -> None:
        """The settlement is that of the cards which lie there now, and of whole hands only."""
        state, hands = self.state, self.game.sheet.hands
        if state.void:
            return
        decided = [box for box in state.boxes if self.record.decided_a_bet(box.number)]
        for box in decided:
            assert len(box.cards) == hands.box, f"box {box.number} was settled with {len(box.cards)} cards"
        if any(not box.folded and box.has("ante") for box in decided):
            assert len(state.dealer) == hands.dealer, f"settled with {len(state.dealer)} Dealer's cards"
            if hands.shows_down == "own_and_community":
                assert len(state.community) == hands.community, (
                    f"settled with {len(state.community)} community"
                )
        if state.reopened:
            again = decide(self.game, state, cmd.SettleRound())
            assert not isinstance(again, Refusal), f"the settlement is out of date: {again}"
            settled = [event.settlement for event in again if isinstance(event, ev.RoundSettled)]
            assert settled == [state.settlement], "the settlement is out of date"

    def _check_event(self, event: ev.Event) -> None:
        clauses: tuple[Clause, ...] = getattr(event, "clauses", ())
        self._check_clauses(clauses)
        if isinstance(event, ev.RoundSettled):
            settlement = event.settlement
            self.tally.settled[settlement.outcome] += 1
            if settlement.jackpot:
                self.tally.percent_awards += sum(1 for p in settlement.jackpot.payouts if p.percent)
            for line in settlement.lines:
                assert line.clauses, line
                assert line.why.endswith("."), line
                self._check_clauses(line.clauses)

    def _check_clauses(self, clauses: tuple[Clause, ...]) -> None:
        unknown = [
            c for c in clauses if c not in self.game.register and number_of(c) not in self.game.register
        ]
        assert not unknown, f"{unknown} not in the register"

    def _check_refusal(self, command: cmd.Command, refusal: Refusal) -> None:
        assert refusal.message
        self._check_clauses(refusal.clauses)
        assert refusal.clauses, f"{refusal} has no clause"

    def _check_listed(self, command: cmd.Command) -> None:
        """What is accepted was listed as legal."""
        game, state = self.game, self.state
        if isinstance(command, cmd.Report):
            assert command.clause in legal_reports(game, state), f"{command} was not listed"
        elif isinstance(command, cmd.WithdrawBet):
            assert cmd.WithdrawBet(command.box, command.bet) in legal_acts(game, state), (
                f"{command} not listed"
            )
        elif isinstance(command, LISTED_ACTS):
            assert command in legal_acts(game, state), f"{command} was not listed"
        elif isinstance(command, cmd.PlaceBet) and not command.unnoticed:
            plain = msgspec.structs.replace(command, by=None)
            if game.sheet.bets[command.bet].placed == "decision":
                assert plain in legal_acts(game, state), f"{command} was not listed"
            else:
                ranges = [
                    r
                    for r in legal_bets(game, state, command.player)
                    if (r.box, r.bet) == (command.box, command.bet)
                ]
                assert len(ranges) == 1, f"{command} was not listed"
                least, most, step = ranges[0].least, ranges[0].most, ranges[0].step
                assert least <= command.amount <= (most or command.amount), f"{command}: {ranges[0]}"
                assert (command.amount - least) % step == 0, f"{command}: {ranges[0]}"

    def _check_legal(self) -> None:
        """What is listed as legal is accepted."""
        game, state = self.game, self.state
        for act in legal_acts(game, state):
            assert not isinstance(decide(game, state, act), Refusal), act
        for clause, policy in legal_reports(game, state).items():
            probes = probe_reports(state, clause, policy)
            assert any(not isinstance(decide(game, state, probe), Refusal) for probe in probes), clause
        for player in PLAYERS if not state.closed else PLAYERS[:1]:
            for bet in legal_bets(game, state, player):
                for amount in (bet.least, bet.least + bet.step, bet.most or bet.least + 1000 * bet.step):
                    if bet.most is None or amount <= bet.most:
                        command = cmd.PlaceBet(box=bet.box, player=player, bet=bet.bet, amount=amount)
                        answer = decide(game, state, command)
                        assert not isinstance(answer, Refusal), f"{bet} lists {command}: {answer}"

    def _check_views(self) -> None:
        for reader in (None, *PLAYERS, STRANGER):
            self.record.check_view(self.state, view(self.game, self.state, reader), reader)

    def _check_finish(self) -> None:
        """From here the round can be brought to its end."""
        if self.state.settled:
            return
        end = finish(self.game, self.state)
        self.tally.finishes += 1
        self.tally.ruled += end.ruled
        assert end.state.settled, f"no way on after {end.commands}"
        assert len(end.commands) < MOST_STEPS_TO_FINISH


class Record:
    """The round as told by its events alone: the chips, and which cards lie face up for whom."""

    def __init__(self, game: Game, display: Display | None) -> None:
        self.game: Final = game
        self.display: Final = display
        self.bets: dict[BetKey, int] = {}
        self.registered: Fraction | None = None
        self.voided = False
        self.community_up = 0
        self.dealer_up = False
        self.examined: set[int] = set()
        self.shown: dict[int, set[Card]] = {}
        self.folded: set[int] = set()
        self.declined: set[int] = set()
        self.out: set[int] = set()
        self.back: set[tuple[int, str]] = set()
        """Players whose share of a box is returned."""
        self.rulings: dict[BetKey, RuledBet] = {}
        self.settlement: Settlement | None = None
        self.dealt_in_order: set[Card] = set()
        """The cards dealt since the order of cards drawn together was decided."""

    def happened(self, event: ev.Event) -> None:
        """Take one event in."""
        match event:
            case ev.BetPlaced(box=box, player=player, bet=bet, amount=amount):
                self.bets[box, player, bet] = self.bets.get((box, player, bet), 0) + amount
            case ev.BetWithdrawn(box, bet, player):
                gone = [
                    key for key in self.bets if key[0] == box and key[2] == bet and player in (None, key[1])
                ]
                assert gone, "nothing was there to take back"
                for key in gone:
                    del self.bets[key]
            case ev.BetCorrected(box=box, player=player, bet=bet, recorded=recorded, amount=amount):
                assert self.bets[box, player, bet] == recorded
                self.bets[box, player, bet] = amount
            case ev.JackpotRegistered(value):
                self.registered = value
            case ev.RoundVoided():
                self.voided = True
            case ev.PlayerBarred(player) | ev.PlayerRestricted(player):
                assert any(player == key[1] for key in self.bets), "that is nobody at this table"
            case ev.Revealed(_, community, dealer):
                self.community_up = max(self.community_up, community)
                self.dealer_up = self.dealer_up or dealer
            case ev.OrderOfCardsDecided():
                self.dealt_in_order = set()
            case ev.CardsDealt(_, cards):
                self.dealt_in_order.update(cards)
            case ev.HandExamined(box):
                self.examined.add(box)
            case ev.CardsShown(int(box), cards):
                self.shown.setdefault(box, set()).update(cards)
            case ev.CardCorrected(at=int(box), recorded=recorded, card=card) if recorded in self.shown.get(
                box, ()
            ):
                self.shown[box].add(card)
            case ev.HandFolded(box):
                self.folded.add(box)
            case ev.ShowDeclined(box):
                self.declined.add(box)
            case ev.RankEstablished(box):
                self.declined.discard(box)
            case ev.HandInvalidated(box) | ev.OptionChosen(box=box, way="withdraw"):
                self.out.add(box)
            case ev.ShareReturned(box, player):
                if self._owner(box) == player:
                    self.examined.discard(box)
                self.back.add((box, player))
            case ev.BetRuled(box, ruled):
                self.rulings[box, ruled.player, ruled.bet] = ruled
            case ev.SettlementReopened():
                self.settlement = None
            case ev.RoundSettled(settlement):
                self.settlement = settlement
            case _:
                pass

    def on_the_layout(self, state: Round) -> dict[BetKey, int]:
        """The chips that the state says lie on the layout."""
        chips: dict[BetKey, int] = {}
        for box in state.boxes:
            for wager in box.wagers:
                key = (box.number, wager.player, wager.bet)
                chips[key] = chips.get(key, 0) + wager.amount
        return chips

    def check_settlement(self, settlement: Settlement) -> None:
        """Every bet has its one line, and every line says what its result means."""
        assert settlement.outcome == ("void" if self.voided else "settled")
        lines = [line for line in settlement.lines if line.bet not in BONUSES]
        keys = [(line.box, line.player, line.bet) for line in lines]
        assert sorted(keys) == sorted(self.bets), "not one line for every bet"
        for line in lines:
            self._check_line(line)
        sums = Counter[str]()
        for line in settlement.lines:
            sums[line.player] += line.net
        assert settlement.players() == dict(sums)
        self._check_bonuses(settlement)
        self._check_jackpot(settlement)

    def _check_line(self, line: Line) -> None:
        placed = self.bets[line.box, line.player, line.bet]
        assert 0 < line.stake <= placed, line
        if self.voided:
            assert line.result == "returned", line
        if line.result != "returned":
            self._check_ruled(line, self.rulings.get((line.box, line.player, line.bet)))
        match line.result:
            case "lose":
                assert line.net == -line.stake, line
            case "push":
                assert line.net == 0, line
            case "returned":
                assert (line.net, line.stake) == (0, placed), line
            case "win":
                assert line.net > 0 or line.bet == "jackpot", line

    def _check_ruled(self, line: Line, ruled: RuledBet | None) -> None:
        """A bet that was ruled on gets what was ruled, and cites it."""
        if ruled is None:
            return
        assert set(ruled.clauses) <= set(line.clauses), line
        match ruled.way:
            case "pay":
                assert line.result == "win", line
                assert line.net == ruled.amount - (line.stake if line.bet == "jackpot" else 0), line
            case "collect":
                assert line.result == "lose", line
            case "correct":
                assert line.stake <= ruled.amount, line

    def _check_bonuses(self, settlement: Settlement) -> None:
        """A bonus needs the bet that brings it, standing."""
        standing = {
            (line.box, line.player, line.bet) for line in settlement.lines if line.result != "returned"
        }
        bonuses = [line for line in settlement.lines if line.bet in BONUSES]
        for line in bonuses:
            assert (line.stake, line.result) == (0, "win"), line
            assert line.net > 0, line
            assert (line.box, line.player, {"ante_bonus": "ante", "envy": "jackpot"}[line.bet]) in standing, (
                line
            )
        antes = [(line.box, line.player) for line in bonuses if line.bet == "ante_bonus"]
        assert len(antes) == len(set(antes)), "two Ante Bonuses for one Ante"

    def _check_jackpot(self, settlement: Settlement) -> None:
        moves = settlement.jackpot
        assert (moves is None) == (self.display is None)
        if moves is None or self.display is None:
            return
        assert moves.before == self.display.value
        jackpots = {(line.box, line.player): line for line in settlement.lines if line.bet == "jackpot"}
        assert len({box for box, _ in jackpots}) == len(jackpots), "two players' jackpot bets on one box"
        won = {key for key, line in jackpots.items() if line.result == "win"}
        assert sorted((p.box, p.player) for p in moves.payouts) == sorted(won), "not one payout for every win"
        for payout in moves.payouts:
            line = jackpots[payout.box, payout.player]
            assert line.net == payout.amount - line.stake, payout
        stood = sum(line.stake for line in jackpots.values() if line.result != "returned")
        current = moves.before + stood * self.display.contribution
        base = current if self.registered is None else self.registered
        assert moves.after == self._after(moves.payouts, base, self.display.reset, current - base)
        if self.voided:
            assert moves.after == moves.before
            assert not moves.payouts

    def _after(self, payouts: tuple[Payout, ...], value: Fraction, reset: int, since: Fraction) -> Fraction:
        """What the display must show after these awards, by readings 3, 4 and 5 of the contract."""
        shares = [payout for payout in payouts if payout.percent]
        if self.game.jackpot.same_table == "in_turn":
            for payout in shares:
                assert payout.amount == value * payout.percent // 100, payout
                value = Fraction(reset) if payout.percent == 100 else value - payout.amount
        else:
            tenths = [payout.amount for payout in shares if payout.percent != 100]
            pool = 0
            for _ in tenths:
                pool += int((value - pool) * 10 // 100)
            assert tenths == [pool // len(tenths)] * len(tenths) if tenths else not pool
            value -= sum(tenths)
            alls = [payout.amount for payout in shares if payout.percent == 100]
            if alls:
                pool = int(value) + (len(alls) - 1) * reset
                assert alls == [pool // len(alls)] * len(alls)
                value = Fraction(reset + pool % len(alls))
        return value if any(payout.percent == 100 for payout in shares) else value + since

    def check_view(self, state: Round, seen: TableView, reader: str | None) -> None:
        """A card in a view is one that this reader may see; all others stand as unknown."""
        for box in seen.boxes:
            self._check_cards(box.cards, state.box(box.number).cards, self._in_hand(state, box, reader))
        community = set(state.community[: self.community_up])
        self._check_cards(seen.community, state.community, community)
        dealer = set(state.dealer) if self.dealer_up else set()
        hands = self.game.sheet.hands
        if hands.dealers_last_card_face_up and len(state.dealer) == hands.dealer:
            dealer.add(state.dealer[-1])
        self._check_cards(seen.dealer, state.dealer, dealer)
        rest = msgspec.structs.replace(seen, boxes=(), dealer=(), community=())
        words = _ENCODER.encode(rest).decode()
        assert not any(f'"{card}"' in words for card in DECK), "a card stands where no cards belong"

    def _check_cards(self, seen: tuple[Card, ...], true: tuple[Card, ...], allowed: set[Card]) -> None:
        assert len(seen) == len(true)
        for shown, card in zip(seen, true, strict=True):
            assert shown in (UNKNOWN, card)
            assert shown == UNKNOWN or shown in allowed, f"{shown} lies face down"

    def _in_hand(self, state: Round, box: BoxView, reader: str | None) -> set[Card]:
        """The cards of a box that the reader may see."""
        number = box.number
        own = reader is not None and self._owner(number) == reader and number in self.examined
        if own or self.decided_a_bet(number):
            return set(state.box(number).cards)
        return self.shown.get(number, set())

    def _owner(self, number: int) -> str | None:
        """Whose hand it is: the first with a bet that brings a hand."""
        all_there = [(player, bet) for box, player, bet in self.bets if box == number]
        on_box = [each for each in all_there if (number, each[0]) not in self.back] or all_there
        for player, bet in on_box:
            if bet in self.game.hand_bets:
                return player
        return on_box[0][0] if on_box else None

    def decided_a_bet(self, number: int) -> bool:
        """Whether the settlement turned this hand over because some bet depended on it."""
        if self.settlement is None or self.voided or number in self.declined | self.out:
            return False
        fold = self.game.fold_loses if number in self.folded else ()
        lost = {*fold, *self.game.main_bets} if number in self.folded else set()
        ruled = {key for key, ruled in self.rulings.items() if ruled.way != "correct"}
        return any(
            line.bet not in lost | BONUSES and (line.result != "returned" or line.bet in self.game.main_bets)
            for line in self.settlement.lines
            if line.box == number and (line.box, line.player, line.bet) not in ruled
        )


class PropertyBroken(Exception):
    """A property does not hold; the message tells the shortest steps found that show it."""


ROUNDS_IN_A_ROW: Final = 3
MOST_STEPS: Final = 60


def walk(luck: Luck, watch: Watch) -> None:
    """Several rounds in a row at one table; a failure is told in the fewest steps that show it."""
    try:
        _walk(luck, watch)
    except Exception as fault:
        raise PropertyBroken(_told(watch.game, watch.commands, fault)) from fault


def _walk(luck: Luck, watch: Watch) -> None:
    wild = luck.pick((35, 20, 8))
    for number in range(ROUNDS_IN_A_ROW):
        if number:
            watch.do(next_opening(watch.opened, watch.state))
        after = 0
        for _ in range(MOST_STEPS):
            if watch.state.settled:
                after += 1
                if after > 6:
                    break
            watch.do(propose(luck, watch.game, watch.state, wild))
        if not watch.state.settled:
            for command in finish(watch.game, watch.state).commands:
                watch.do(command)
        if not luck.chance(60):
            return


def replay(game: Game, commands: list[cmd.Command]) -> str | None:
    """Try the commands one after the other; what breaks, named by the place where it did."""
    opened = commands[0]
    assert isinstance(opened, cmd.OpenRound)
    try:
        watch = Watch(game, opened)
        for command in commands[1:]:
            is_next = isinstance(command, cmd.OpenRound)
            watch.do(next_opening(watch.opened, watch.state) if is_next else command)
    except Exception as fault:
        return _place(fault)
    return None


def fewest(commands: list[cmd.Command], breaks: Callable[[list[cmd.Command]], bool]) -> list[cmd.Command]:
    """Leave out one command after the other for as long as the rest still breaks."""
    place = len(commands) - 1
    while place > 0:
        shorter = commands[:place] + commands[place + 1 :]
        if breaks(shorter):
            commands, place = shorter, len(shorter)
        place -= 1
    return commands


def _place(fault: Exception) -> str:
    trace = fault.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    code = trace.tb_frame.f_code if trace else None
    return f"{type(fault).__name__} in {code.co_name if code else '?'}"


def _told(game: Game, commands: list[cmd.Command], fault: Exception) -> str:
    place = _place(fault)
    short = fewest(commands, lambda trial: replay(game, trial) == place)
    steps = "\n".join(f"  {_step(command)}" for command in short)
    return f"{game.sheet.id}: {place}: {fault}\n{steps}"


def _step(command: cmd.Command) -> str:
    try:
        return format_step(command)
    except StepFault:
        return str(command)


def walks(sheet: str, seeds: Iterable[int]) -> Tally:
    """One walk for each seed; the first failure stops everything and is told in the fewest steps."""
    game, tally = load(sheet), Tally()
    for seed in seeds:
        luck = seeded(f"{sheet} {seed}")
        walk(luck, Watch(game, opening(luck, game), tally))
    return tally


@pytest.mark.parametrize("sheet", sheet_ids())
def test_random_walks(sheet: str) -> None:
    tally = walks(sheet, range(50))
    assert min(tally.rounds, tally.settled["settled"]) > 50
    assert tally.settled["void"]
    assert tally.accepted > tally.refused > 500
    assert len(tally.refusals) > 20
    assert len(tally.reports_accepted) > 3


_DEALT: Final = ("bet 1 ann ante 10", "close", "deal 1 As Ks Qs", "deal dealer Qd 9c 3s", "look 1")
_SETTLED: Final = (*_DEALT, "bet 1 ann play 10", "reveal", "settle")

FOUND: Final[dict[str, tuple[str, Device, tuple[str, ...]]]] = {
    "a card dealt to a hand that was shown is face down": (
        "rws-three-card-v3",
        "shoe",
        ("bet 1 ann ante 10", "close", "deal 1 ?", "show 1 7s", "deal 1 Ks"),
    ),
    "an excess card in a round without bets": (
        "rws-three-card-v3",
        "shuffler",
        ("close", "deal dealer 5s", "deal 4 5s"),
    ),
    "action=block is of no use but for 5.17.2": (
        "rws-three-card-v3",
        "shuffler",
        (
            *_DEALT,
            "report 5.15 box=1 reconstructed=no count=4",
            "report 5.15 box=1 reconstructed=no count=4 action=block",
        ),
    ),
    "nobody bets on the box of a barred player": (
        "mbs-megalink-stud-v9",
        "shuffler",
        ("bet 1 ann ante 10", "close", "report 5.9 box=3 action=block"),
    ),
    "the Dealer's hand stated anew with a card too few": (
        "rws-three-card-v3",
        "shuffler",
        (*_SETTLED, "report 5.8.7 count=2 reconstructed=yes", "deal dealer Qd 9c"),
    ),
    "a settlement that the cards stated anew no longer bear out": (
        "rws-three-card-v3",
        "shuffler",
        (*_SETTLED, "report 5.8.7 count=4 reconstructed=yes", "deal dealer ? ? ?"),
    ),
    "a hand stated anew with a card of another": (
        "rws-three-card-v3",
        "shuffler",
        (*_SETTLED, "report 5.8.7 count=4 reconstructed=yes", "deal dealer As 9c 3s"),
    ),
    "a decision bet that matches the standing Ante": (
        "rws-three-card-v3",
        "shuffler",
        ("bet 1 ann ante 60 unnoticed", "close", "deal 1 As Ks Qs", "bet 1 ann play 50"),
    ),
    "an unknown card among those drawn together": (
        "rws-three-card-v3",
        "shoe",
        (
            "bet 1 ann ante 10",
            "close",
            "report 5.14 order=?,As",
            "choose 1 continue",
            "deal 1 Kd",
            "deal 1 As",
        ),
    ),
    "an unknown card that turns out to be a later one": (
        "rws-three-card-v3",
        "shoe",
        ("bet 1 ann ante 10", "close", "report 5.14 order=?,As", "choose 1 continue", "deal 1 As"),
    ),
    "two players' jackpot bets on one box": (
        "mbs-megalink-stud-v9",
        "shuffler",
        ("bet 1 ann jackpot 5 unnoticed", "bet 1 bob ante 10", "bet 1 bob jackpot 5", "bet 1 ann ante 10"),
    ),
}
"""What the walks have found: the steps that once broke a property."""


@pytest.mark.parametrize("name", FOUND)
def test_found_by_a_walk(name: str) -> None:
    sheet, device, steps = FOUND[name]
    game = load(sheet)
    table = Table(sheet=sheet, device=device, jackpot_bet=500, limits={"ante": Limits(500, 5000)})
    display = Display(Fraction(15_000_000), 10_000_000, Fraction(1, 10))
    watch = Watch(game, cmd.OpenRound(table, display, HASHES))
    for step in steps:
        watch.do(parse_step(step)[0])
    for command in finish(game, watch.state).commands:
        watch.do(command)
    assert watch.state.settled
