"""Automatic tables: announced, closed, dealt from a sealed and committed shoe, asked, settled."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.access.roles import Actor
from pitboss.cards import DECK
from pitboss.floor import SYSTEM, Done, decide
from pitboss.floor.dealer.assignment import TableAssignment
from pitboss.floor.dealer.dealers import SENDER, Dealers, table_of
from pitboss.floor.dealer.turns import AT_ONCE, DealerTurn, Pace
from pitboss.floor.tables.dealing import BadSeal, Sealer, dealers_next, load_or_make_seal
from pitboss.floor.tables.money import BuyIn
from pitboss.floor.tables.table import TableState
from pitboss.jackpots import commands as lc
from pitboss.jackpots.queue import shown
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.round import commands as cmd
from pitboss.sheets import sheet_ids
from pitboss.shoe import commit, fresh_shoe, open_cards, opens
from pitboss.store import Journal
from pitboss.store.errors import Busy
from pitboss.store.live_servers import SoleServer
from tests.floor.desk import Desk as Floor
from tests.floor.faces import with_all_faces
from tests.floor.house import DEALER, House, plate
from tests.jackpots.floor import MANAGER, STUD, SUPERVISOR, THREE_CARD

PACE = Pace(betting=10, decision=20, dealing=1, pause=5)
KEY = bytes(range(32))


def renew(dealers: Dealers, duty: TableAssignment, now: float) -> None:
    """Say that a server is alive."""
    if duty.renew(now):
        dealers.take_over()


def carried_out(dealers: Dealers, floor: Floor, now: float) -> Iterator[tuple[str, Done | Refusal]]:
    """Do whatever is due, one after the other; each answer with its table."""
    for order in dealers.due(now):
        try:
            answer = floor.execute(order)
        finally:
            dealers.done(order, now)
        yield table_of(order), answer


class Automatic:
    """One automatic table with its dealer and a clock of its own."""

    def __init__(self, journal: Journal, sheet: str = THREE_CARD, pace: Pace = PACE) -> None:
        self.floor = Floor(journal, sealer=Sealer(KEY))
        self.house = House(self.floor).open({"T1": sheet})
        self.house.ok(self.floor.close_table("T1", DEALER, self.house.id()))
        answer = self.floor.open_table(
            "T1", plate(sheet), self.house.id(), link="grand", cards="shoe", automatic=True
        )
        self.house.ok(answer)
        self.house.buy_in("T1", "ann", "bob", "cat")
        self.duty = TableAssignment(SoleServer())
        self.dealers = Dealers(self.floor, lambda table: pace, self.duty)
        self.now = 100.0
        self.dealers.look("T1", self.now)

    def wait(self, seconds: float) -> None:
        """Let time pass; whatever falls due is done in its time."""
        end = self.now + seconds
        while (due := self.dealers.next_due()) is not None and due <= end:
            self.now = max(self.now, due)
            renew(self.dealers, self.duty, self.now)
            for _, answer in carried_out(self.dealers, self.floor, self.now):
                self.house.ok(answer)
        self.now = end

    def do(self, command: cmd.Command, player: str = "ann") -> None:
        self.house.ok(self.floor.act("T1", command, Actor(player, "player"), self.house.id()))
        self.dealers.look("T1", self.now)

    @property
    def table(self) -> TableState:
        state = self.floor.table("T1")
        assert state is not None
        return state

    @property
    def says(self) -> str:
        watch = self.dealers.watch("T1")
        assert watch is not None
        return watch.turn.says


@pytest.fixture
def table(journal: Journal) -> Automatic:
    return Automatic(journal)


def test_a_round_runs_by_itself(table: Automatic) -> None:
    table.wait(4.9)
    assert table.table.number == 0
    table.wait(0.2)
    assert table.table.number == 1
    table.wait(1000)
    assert table.says == "place_your_bets", "nobody bets, and nothing is dealt"
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    table.do(cmd.PlaceBet(box=1, player="ann", bet="jackpot", amount=500))
    table.wait(9)
    table.do(cmd.PlaceBet(box=2, player="ann", bet="ante", amount=2500))
    table.wait(0.9)
    assert not table.house.round("T1").closed, "ten seconds from the first bet"
    table.wait(0.2)
    assert table.house.round("T1").closed
    table.wait(12)
    assert table.says == "your_decision"
    table.do(cmd.ExamineHand(1))
    table.do(cmd.PlaceBet(box=1, player="ann", bet="play", amount=2500))
    table.do(cmd.FoldHand(2))
    table.wait(6)
    assert table.house.round("T1").settled
    table.wait(6)
    assert table.table.number == 2
    table.house.check()


@pytest.mark.parametrize("sheet", sheet_ids())
def test_the_dealer_announces_every_step(journal: Journal, sheet: str) -> None:
    table = Automatic(journal, sheet)
    said: list[str] = []
    table.wait(6)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    table.do(cmd.PlaceBet(box=2, player="bob", bet="ante", amount=2500), "bob")
    while table.table.number == 1:
        if not said or said[-1] != table.says:
            said.append(table.says)
        if table.says == "your_decision":
            watch = table.dealers.watch("T1")
            assert watch is not None
            assert watch.turn.box is not None, "he says whom he asks"
            assert watch.turn.clause is not None
            decision = decided(table, watch.turn.box)
            table.do(decision, ("ann", "bob")[watch.turn.box - 1])
        else:
            table.wait(1)
    asks = said.count("your_decision")
    assert said[:3] == ["place_your_bets", "no_more_bets", "dealing"]
    assert said[3 : 3 + 2 * asks] == ["your_decision", "revealing"] * asks, "stage by stage"
    assert said[3 + 2 * asks :] == ["paying", "round_over"]


def decided(table: Automatic, box: int) -> cmd.Command:
    """Bet on, as the sheet asks."""
    game, state = table.floor.game_of(table.table), table.house.round("T1")
    bet = game.script(state.table.device).decisions[state.reveals].bet
    return cmd.PlaceBet(
        box=box, player=("ann", "bob")[box - 1], bet=bet, amount=2500 * game.sheet.bets[bet].sizes[0]
    )


def test_5_5_who_does_not_decide_in_time_has_walked_away(table: Automatic) -> None:
    table.wait(6)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    table.do(cmd.PlaceBet(box=2, player="bob", bet="ante", amount=2500), "bob")
    table.wait(16)
    assert table.says == "your_decision"
    table.wait(15)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="play", amount=2500))
    table.wait(19.5)
    assert not table.house.round("T1").box(2).left, "each box has a clock of its own"
    table.wait(1)
    assert table.house.round("T1").box(2).left
    assert table.house.round("T1").box(2).folded


def test_5_5_who_decides_at_the_last_moment_at_another_server_has_not_walked_away(table: Automatic) -> None:
    table.wait(6)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    table.do(cmd.PlaceBet(box=2, player="bob", bet="ante", amount=2500), "bob")
    table.wait(16)
    assert table.says == "your_decision"
    other = Floor(table.floor.journal, sealer=Sealer(KEY))
    play = cmd.PlaceBet(box=1, player="ann", bet="play", amount=2500)
    table.house.ok(other.act("T1", play, Actor("ann", "player"), "at the last moment"))
    # The dealer's server has not heard of it when the time is up.
    renew(table.dealers, table.duty, table.now + 20)
    (answer,) = (answer for _, answer in carried_out(table.dealers, table.floor, table.now + 20))
    assert isinstance(answer, Refusal)
    assert answer.code == "nothing_due"
    assert not table.house.round("T1").box(1).left


def test_a_server_that_is_a_round_behind_closes_no_bets_of_the_next(table: Automatic) -> None:
    table.wait(6)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    other = Floor(table.floor.journal, sealer=Sealer(KEY))
    table.house.ok(other.act("T1", cmd.CloseBets(), SYSTEM, "close"))
    while (state := other.table("T1")) and (due := dealers_next(other.game_of(state), state)):
        if due.act == "ask":
            table.house.ok(other.act("T1", cmd.FoldHand(box=1), Actor("ann", "player"), "fold"))
        else:
            table.house.ok(other.deal_next("T1", SYSTEM, table.house.id()))
    table.house.ok(other.begin_round("T1", SYSTEM, "the next round"))
    bet = cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500)
    table.house.ok(other.act("T1", bet, Actor("ann", "player"), "the next bet"))
    renew(table.dealers, table.duty, table.now + 20)
    (answer,) = (answer for _, answer in carried_out(table.dealers, table.floor, table.now + 20))
    assert isinstance(answer, Refusal)
    assert answer.code == "stale_round"
    assert not table.house.round("T1").closed


@pytest.mark.parametrize("sheet", sheet_ids())
def test_every_sheet_is_dealt_to_its_end(journal: Journal, sheet: str) -> None:
    table = Automatic(journal, sheet, AT_ONCE)
    for number in range(1, 4):
        table.wait(0)
        assert table.table.number == number
        for box, player in enumerate(("ann", "bob", "cat"), 1):
            table.do(cmd.PlaceBet(box=box, player=player, bet="ante", amount=2500), player)
        table.wait(0)
        assert table.house.round("T1").settled or table.table.number == number + 1
    table.house.check()


def test_the_shoe_is_committed_before_the_first_bet_and_its_cards_are_those_dealt(table: Automatic) -> None:
    table.wait(6)
    state = table.table
    assert state.shoe is not None
    published = state.shoe.commitment
    assert published.shoe == "T1/1"
    kinds = [event.kind for event in table.floor.journal.read_stream("table/T1")]
    assert kinds.index("ShoeReady") < kinds.index("RoundOpened")
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    while not table.house.round("T1").settled:
        table.wait(1)
    state = table.table
    shoe = Sealer(KEY).open("T1/1", state.sealed)
    assert commit(shoe) == published
    assert state.round is not None
    assert state.shoe is not None
    opened = with_all_faces(state.round, state.shoe.draws, shoe)
    out = [*opened.box(1).cards, *opened.dealer, *opened.community, *opened.discarded]
    assert sorted(out) == sorted(shoe.cards[: state.shoe.drawn])
    assert all(opens(published, opening) for opening in open_cards(shoe, out))


def test_no_undealt_card_stands_in_the_journal(table: Automatic) -> None:
    table.wait(6)
    text = b"".join(event.data for event in table.floor.journal.read_stream("table/T1", 3))
    assert not any(f'"{card}"'.encode() in text for card in DECK)


def test_a_deck_opens_with_its_own_key_and_name_only(tmp_path: Path) -> None:
    shoe = fresh_shoe("T1/1")
    sealed = Sealer(KEY).seal(shoe)
    assert Sealer(KEY).open("T1/1", sealed) == shoe
    for key, name, content in (
        (bytes(32), "T1/1", sealed),
        (KEY, "T1/2", sealed),
        (KEY, "T1/1", sealed[:-1] + bytes([sealed[-1] ^ 1])),
        (KEY, "T1/1", b""),
    ):
        with pytest.raises(BadSeal, match="key that sealed it"):
            Sealer(key).open(name, content)
    made = load_or_make_seal(tmp_path / "seal")
    assert load_or_make_seal(tmp_path / "seal").open("T1/1", made.seal(shoe)) == shoe
    assert (tmp_path / "seal").stat().st_mode & 0o077 == 0


def test_a_table_without_a_shoe_is_not_dealt_by_the_software(journal: Journal) -> None:
    house = House(Floor(journal)).open({"T1": THREE_CARD})
    house.begin("T1", "bet 1 ann ante 25", "close")
    answer = house.floor.deal_next("T1", SYSTEM, house.id())
    assert isinstance(answer, Refusal)
    assert answer.code == "no_shoe"
    no_key = house.floor.open_table("T9", plate(THREE_CARD), house.id(), cards="shoe")
    assert isinstance(no_key, Refusal)
    assert no_key.code == "no_shoe"


def test_a_manual_table_may_deal_from_the_software_shoe(journal: Journal) -> None:
    floor = Floor(journal, sealer=Sealer(KEY))
    house = House(floor).open({"T1": THREE_CARD})
    house.ok(floor.close_table("T1", DEALER, house.id()))
    house.ok(floor.open_table("T1", plate(THREE_CARD), house.id(), link="grand", cards="shoe"))
    house.begin("T1", "bet 1 ann ante 25")
    early = floor.deal_next("T1", DEALER, house.id())
    assert isinstance(early, Refusal)
    house.play("T1", "close")
    while not house.round("T1").dealer:
        house.ok(floor.deal_next("T1", DEALER, house.id()))
    asked = floor.deal_next("T1", DEALER, house.id())
    while isinstance(asked, Done):
        asked = floor.deal_next("T1", DEALER, house.id())
    assert asked.code == "decision_still_due"


def test_an_act_that_could_not_be_recorded_is_tried_again(
    table: Automatic, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*arguments: object) -> None:
        raise Busy(because("error.given", given="The journal is busy."))

    with monkeypatch.context() as patched:
        patched.setattr(table.floor.journal, "append", busy)
        with pytest.raises(Busy):
            table.wait(6)
    assert table.table.number == 0
    table.dealers.look("T1", table.now)
    table.wait(2)
    assert table.table.number == 1


def test_a_turn_that_falls_due_during_an_act_is_due_after_it(table: Automatic) -> None:
    renew(table.dealers, table.duty, 106.0)
    (begin,) = table.dealers.due(106.0)
    table.house.ok(table.floor.execute(begin))
    table.house.ok(
        table.floor.act(
            "T1",
            cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500),
            Actor("ann", "player"),
            "bet at once",
        )
    )
    table.dealers.look("T1", 106.0)
    renew(table.dealers, table.duty, 107.0)
    assert list(table.dealers.due(117.0)) == [], "one after the other"
    renew(table.dealers, table.duty, 117.0)
    table.dealers.done(begin, 117.0)
    assert [table_of(order) for order in table.dealers.due(117.0)] == ["T1"]


def test_two_servers_that_both_believe_to_deal_a_table_deal_one_round(journal: Journal) -> None:
    one = Automatic(journal)
    floor, duty = Floor(journal, sealer=Sealer(KEY)), TableAssignment(SoleServer())
    two = Dealers(floor, lambda table: PACE, duty)

    def both(now: float) -> Iterator[object]:
        two.look("T1", now)
        renew(one.dealers, one.duty, now)
        renew(two, duty, now)
        yield from carried_out(one.dealers, one.floor, now)
        yield from carried_out(two, floor, now)

    list(both(105.1))
    one.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    for second in range(106, 160):
        list(both(float(second)))
    kinds = [event.kind for event in journal.read_stream("table/T1")]
    assert kinds.count("BetsClosed") == 1
    assert kinds.count("RoundSettled") >= 1
    one.house.check()


@pytest.mark.parametrize("closed", [False, True])
def test_a_void_round_ends_by_itself_in_every_phase(table: Automatic, closed: bool) -> None:
    table.wait(6)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    if closed:
        table.wait(10.5)
    ruling = table.floor.game_of(table.table).ruling_clauses[0]
    void = cmd.Report(clause=ruling, action="void", reason="the lights went out")
    table.house.ok(table.floor.act("T1", void, Actor("sam", "shift_manager"), table.house.id()))
    table.dealers.look("T1", table.now)
    assert table.says == "void"
    table.wait(2)
    settlement = table.house.round("T1").settlement
    assert settlement is not None
    assert settlement.outcome == "void"
    table.wait(6)
    assert table.table.number == 2, "the next round begins"


def test_mss_5_16_1_a_choice_while_bets_are_open_is_asked_for(journal: Journal) -> None:
    table = Automatic(journal, STUD)
    table.wait(6)
    table.do(cmd.PlaceBet(box=2, player="ann", bet="ante", amount=2500))
    table.house.ok(table.floor.act("T1", cmd.InterruptPlay(), SYSTEM, table.house.id()))
    table.dealers.look("T1", table.now)
    table.wait(1000)
    assert table.says == "your_choice", "and not: place your bets"
    table.do(cmd.Choose(2, "withdraw"))
    table.wait(30)
    assert table.table.number == 2, "the round is over"
    assert table.table.money.chips["ann"] == 1_000_000, "the stake is returned"


class Failed(Automatic):
    """An automatic table with a jackpot bet whose link fails before the Bets are closed."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.wait(6)
        self.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
        self.do(cmd.PlaceBet(box=1, player="ann", bet="jackpot", amount=500))
        self.house.link(lc.FailSystem(SUPERVISOR, "the sign is dark"))
        self.dealers.look("T1", self.now)
        self.wait(12)


@pytest.fixture
def failed(journal: Journal) -> Failed:
    return Failed(journal)


def test_5_16_bets_are_not_closed_over_a_jackpot_that_has_failed(failed: Failed) -> None:
    assert failed.says == "for_the_supervisor"
    assert failed.dealers.suspended() == {"T1"}
    report = cmd.Report(clause="5.16", reason="the sign is dark")
    failed.house.ok(failed.floor.act("T1", report, Actor("sue", "pit_supervisor"), failed.house.id()))
    failed.dealers.look("T1", failed.now)
    failed.wait(2)
    settlement = failed.house.round("T1").settlement
    assert settlement is not None
    assert settlement.outcome == "void"
    assert failed.table.money.chips["ann"] == 1_000_000
    assert not failed.dealers.suspended()


class Overtaken(dict[str, Any]):
    """Turns of which another thread keeps that of an older version at the same moment."""

    def __setitem__(self, table: str, found: Any) -> None:
        super().__setitem__(table, ((0, False, False), DealerTurn(act="wait", says="closed")))


def test_a_look_at_the_table_does_not_hide_a_failed_link(failed: Failed) -> None:
    """Otherwise nobody would look at the table when its link is restored."""
    vars(failed.dealers)["_turns"] = Overtaken()
    failed.dealers.look("T1", failed.now)
    assert failed.dealers.suspended() == {"T1"}


def test_bets_are_closed_once_the_jackpot_is_restored(failed: Failed) -> None:
    link = failed.house.state_of()
    failed.house.link(lc.RestoreSystem(MANAGER, shown(failed.floor.rulebook.games, link)))
    for table in failed.dealers.suspended():
        failed.dealers.look(table, failed.now)
    assert failed.says == "place_your_bets"
    failed.wait(11)
    assert failed.house.round("T1").closed


def test_bets_are_closed_without_the_jackpot_bet_that_was_taken_back(failed: Failed) -> None:
    failed.do(cmd.WithdrawBet(1, "jackpot"))
    assert failed.says == "place_your_bets"
    failed.wait(11)
    assert failed.house.round("T1").closed


def test_acts_of_players_do_not_put_off_the_dealer(table: Automatic) -> None:
    """A turn's clock runs from what began it; it starts anew with the dealer's own acts only."""
    table.wait(6)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    table.wait(10.1)
    assert table.says == "no_more_bets"
    for _ in range(20):
        table.house.buy_in("T1", "cat", amount=500)
        table.dealers.look("T1", table.now)
        table.wait(0.9)
    assert table.says == "your_decision", "each act of the dealer took its second"


def taken(dealers: Dealers, duty: TableAssignment, floor: Floor, now: float) -> Iterator[str]:
    """Do whatever is due; the ids under which another command stood."""
    renew(dealers, duty, now)
    for order in dealers.due(now):
        answer = floor.execute(order)
        if dealers.is_taken(order, answer):
            assert order.id is not None
            yield order.id
        dealers.done(order, now)


def test_a_table_is_not_held_up_by_another_command_under_the_dealers_id(table: Automatic) -> None:
    """Nobody but the software can send as it. Not even that stops a table, nor do two servers act twice."""
    table.house.ok(table.floor.open_table("T2", plate(THREE_CARD), table.house.id()))
    table.wait(6)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    version = table.floor.tables.get("T1").version
    for name in (f"T1/1/{version}", f"T1/1/{version}/2"):
        squat = BuyIn(player="eve", amount=500, by=SENDER)
        table.house.ok(table.floor.money("T2", squat, SENDER, name))
    other, duty = Floor(table.floor.journal, sealer=Sealer(KEY)), TableAssignment(SoleServer())
    two = Dealers(other, lambda table: PACE, duty)
    two.look("T1", 100.0)

    def both(now: float) -> list[list[str]]:
        one = list(taken(table.dealers, table.duty, table.floor, now))
        return [one, list(taken(two, duty, other, now))]

    assert both(117.0) == [[f"T1/1/{version}"]] * 2
    assert both(117.5) == [[], []], "not at once"
    assert both(118.5) == [[f"T1/1/{version}/2"]] * 2
    assert not table.house.round("T1").closed
    assert both(120.0) == [[], []], "what was done by the other server is one's own"
    assert table.house.round("T1").closed
    kinds = [event.kind for event in table.floor.journal.read_stream("table/T1")]
    assert kinds.count("BetsClosed") == 1


def test_a_player_cannot_send_as_the_dealer(table: Automatic) -> None:
    """Whatever ids a client makes up: the dealer's are its own."""
    table.house.ok(table.floor.open_table("T2", plate(THREE_CARD), table.house.id()))
    table.wait(6)
    version = table.floor.tables.get("T1").version + 4
    for number in range(version, version + 30):
        for name in (f"dealer/T1/1/{number}", f"T1/1/{number}"):
            chips = BuyIn(player="eve", amount=500, by=DEALER)
            assert not table.house.ok(table.floor.money("T2", chips, DEALER, name)).repeated
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    table.wait(40)
    assert table.table.number == 2, "the round is over, and the next is open"


def test_the_lag_counts_from_when_an_act_was_first_due(
    table: Automatic, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusal = refuse("nothing_due", because("nothing_due.dealer"), ("5.23",))
    table.wait(6)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    monkeypatch.setattr(decide, "act", lambda *given: refusal)
    tried = 0
    for second in range(116, 147):
        renew(table.dealers, table.duty, float(second))
        answers = list(carried_out(table.dealers, table.floor, float(second)))
        assert [answer for _, answer in answers] == [refusal] * len(answers)
        tried += len(answers)
    assert tried >= 30, "it is tried again and again"
    assert table.dealers.lag(146.0) == 30.0
    found = table.dealers.turn_now("T1", table.floor.tables.get("T1"), 146.0)
    assert found is not None
    assert found[1] == 0.0, "players are not shown time that they do not have"
