"""Any history of a table's card sets: nothing uncounted is dealt, nothing under seal is lost."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from pitboss.card_sets import CardSets, decide, evolve, fold, round_refusal
from pitboss.card_sets import commands as cmd
from pitboss.card_sets import events as ev
from pitboss.people import Approval, Person
from pitboss.refusal import Refusal
from pitboss.sheets import load, sheet_ids
from pitboss.sheets.model import Device

DOERS = st.sampled_from(
    [Person("Ann", "pit_manager")] * 4 + [Person("Dan", "dealer"), Person("", "shift_manager")]
)
WITNESSES = st.sampled_from(
    [Person("Kim", "shift_manager")] * 4 + [Person("ann ", "dealer"), Person("Ed", "dealer")]
)
SETS = st.sampled_from(["S1", "S2", "S3", " "])
CAUSES = st.sampled_from(["major_win", "dispute", "irregularity"])
ROUNDS = st.sampled_from(["", "T1/1", "T1/2"])
APPROVALS = st.builds(Approval, DOERS, WITNESSES, st.sampled_from(["", "over"]))
FEW = st.sampled_from([0, 0, 0, 0, 1, -1])
BACKS = st.sampled_from(["red", "blue", " "])
DEVICES: st.SearchStrategy[Device] = st.sampled_from(["shoe", "shuffler"])
COMMANDS = st.one_of(
    st.builds(cmd.OpenSet, SETS, BACKS, DOERS, WITNESSES),
    st.builds(
        cmd.CountSet,
        set=SETS,
        count=st.sampled_from([52, 52, 52, 51, 53]),
        by=DOERS,
        witness=WITNESSES,
        foreign=FEW,
        damaged=FEW,
        round=ROUNDS,
    ),
    st.builds(cmd.PutInUse, SETS, DEVICES, st.booleans(), DOERS),
    st.builds(cmd.TakeOut, SETS, DOERS),
    st.builds(cmd.DemandRetention, SETS, CAUSES, ROUNDS),
    st.builds(cmd.RetainSet, SETS, CAUSES, ROUNDS, DOERS),
    st.builds(
        cmd.ReleaseSet,
        SETS,
        CAUSES,
        ROUNDS,
        st.builds(Approval, DOERS, WITNESSES, st.sampled_from(["", "x"])),
    ),
    st.builds(cmd.DestroySet, SETS, DOERS, WITNESSES),
)


class History(RuleBasedStateMachine):
    """A table that plays one of the sheets; what is known of each set is kept here a second time."""

    def __init__(self) -> None:
        super().__init__()
        self.state = CardSets()
        self.events: list[ev.CardSetEvent] = []
        self.fit: set[str] = set()
        self.held: dict[str, set[tuple[str, str]]] = {}
        self.due: set[tuple[str, str, str]] = set()
        self.gone: set[str] = set()

    @rule(command=COMMANDS, sheet=st.sampled_from(sheet_ids()))
    def anything(self, command: cmd.CardSetCommand, sheet: str) -> None:
        self.do(command, sheet)

    def do(self, command: cmd.CardSetCommand, sheet: str) -> None:
        answer = decide(load(sheet), self.state, command)
        if isinstance(answer, Refusal):
            assert answer.message
            assert answer.clauses
            return
        for event in answer:
            self.see(event)
            self.state = evolve(self.state, event)
            self.events.append(event)

    @rule(name=SETS, device=DEVICES, backs=BACKS, sheet=st.sampled_from(sheet_ids()))
    def go_on(self, name: str, device: Device, backs: str, sheet: str) -> None:
        """The next act in the regular life of a set, by people who may."""
        ann, kim = Person("Ann", "pit_manager"), Person("Kim", "shift_manager")
        card_set = self.state.sets.get(name)
        if card_set is None:
            self.do(cmd.OpenSet(name, backs, ann, kim), sheet)
        elif card_set.status == "opened":
            self.do(cmd.CountSet(set=name, count=52, by=ann, witness=kim), sheet)
        elif card_set.status == "counted":
            self.do(cmd.PutInUse(name, device, True, ann), sheet)

    def see(self, event: ev.CardSetEvent) -> None:
        assert event.set not in self.gone
        held = self.held.setdefault(event.set, set())
        match event:
            case ev.SetCounted(count=count, foreign=foreign, damaged=damaged, by=by, witness=witness):
                assert by.name.strip().casefold() != witness.name.strip().casefold()
                if (count, foreign, damaged) == (52, 0, 0):
                    self.fit.add(event.set)
                else:
                    self.fit.discard(event.set)
            case ev.SetPutInUse(device=device):
                assert len(self.state.in_use) < (2 if device == "shuffler" else 1)
                assert event.set in self.fit
                assert not held
                assert event.set not in {name for name, _, _ in self.due}
            case ev.SetTakenOut():
                self.fit.discard(event.set)
            case ev.RetentionDue(cause=cause, round=round_):
                assert (cause, round_) not in held
                self.due.add((event.set, cause, round_))
            case ev.SetRetained(cause=cause, round=round_):
                self.due.discard((event.set, cause, round_))
                held.add((cause, round_))
                self.fit.discard(event.set)
            case ev.SetReleased(cause=cause, round=round_):
                held.remove((cause, round_))
                self.fit.discard(event.set)
            case ev.SetDestroyed():
                assert not held
                assert event.set not in {name for name, _, _ in self.due}
                self.gone.add(event.set)

    @invariant()
    def the_state_agrees(self) -> None:
        assert fold(self.events) == self.state
        assert self.state.destroyed == self.gone
        in_use = self.state.in_use
        refusal = round_refusal(load(sheet_ids()[0]), self.state, "shuffler", needs_a_set=True)
        assert (refusal is None) == bool(in_use and not self.due)
        assert len(in_use) <= 2
        assert len({card_set.backs for card_set in in_use}) == len(in_use)
        for name, card_set in self.state.sets.items():
            assert {(hold.cause, hold.round) for hold in card_set.holds} == self.held[name]
            assert (card_set.status == "retained") == bool(self.held[name])
            if card_set.status in ("in_use", "counted"):
                assert name in self.fit


History.TestCase.settings = settings(max_examples=60, stateful_step_count=60)
TestHistory = History.TestCase
