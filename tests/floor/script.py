"""What two tables of one link play for ever: the same commands with the same ids, however often they start.

Every seventh round is a royal that is entered, verified, paid and settled, every fifth is void. Because ids
are made of table, round and step, a player who was killed begins his round again from its first step: what
was recorded is answered as before, and the first command that was not goes on.
"""

from collections.abc import Callable, Iterator

from pitboss.floor import Done
from pitboss.jackpots import commands as lc
from pitboss.records.steps import parse_step
from pitboss.refusal import Refusal
from tests.floor.desk import Desk as Floor
from tests.floor.house import DEALER, House
from tests.jackpots.floor import MANAGER, SHIFT, SUPERVISOR, THREE_CARD

LINK = "grand"
BETS = ("bet 1 {0} ante 25", "bet 1 {0} jackpot 5", "bet 2 {0} ante 25", "bet 2 {0} jackpot 5", "close")
DEALT = ("deal 2 3s 5c 8h", "deal dealer Kh 8d 5s", "deal community Js Ts")
ENDS = ("fold 1", "fold 2", "reveal")
Act = Callable[[str], Done | Refusal]


def open_floor(floor: Floor, tables: tuple[str, ...]) -> None:
    """A link with its tables, all of one sheet."""
    House(floor, "open").open(dict.fromkeys(tables, THREE_CARD), link=LINK)


def acts(floor: Floor, table: str, number: int) -> Iterator[Act]:
    """The commands of one round, each to be given with its id."""

    def at_table(step: str) -> Act:
        command = parse_step(step)[0]
        return lambda name: floor.act(table, command, DEALER, name)

    def at_link(command: lc.JackpotCommand) -> Act:
        return lambda name: floor.to_link(LINK, command, DEALER, name)

    yield lambda name: floor.begin_round(table, DEALER, name)
    royal, void = number % 7 == 0, number % 5 == 0
    first = "deal 1 As Ks Qs" if royal else "deal 1 2h 4d 9c"
    player = f"player-of-{table}"
    for step in (*(bet.format(player) for bet in BETS), first, *DEALT):
        yield at_table(step)
    if void:
        yield at_table("report 5.8.1 reason=a strange card")
        yield at_table("settle")
        return
    for step in (*ENDS, "settle"):
        yield at_table(step)
    if royal:
        claim = f"{table}/{number}/1/{player}"
        for item in ("bet_light", "cards_face_up", "surveillance"):
            yield at_link(lc.CheckClaim(claim=claim, item=item, by=SUPERVISOR))
        yield at_link(lc.CheckClaim(claim=claim, item="deck_count", by=SUPERVISOR, count=52))
        yield at_link(lc.SignClaim(claim, SUPERVISOR))
        yield at_link(lc.SignClaim(claim, MANAGER))
        yield _pay(floor, claim)
        yield at_table("settle")


def _pay(floor: Floor, claim: str) -> Act:
    """The order of claims may wait for the other table; the House then rules, as it may."""

    def pay(name: str) -> Done | Refusal:
        answer = floor.to_link(LINK, lc.PayClaim(claim, SUPERVISOR, "attendant"), DEALER, name)
        if isinstance(answer, Refusal) and answer.code in ("claim_waits", "claim_not_first"):
            link = floor.link(LINK)
            assert link is not None
            others = sorted(other.id for other in link.unpaid if other.id != claim)
            ruling = lc.RuleOrder((claim, *others), SHIFT, "both tables saw it")
            floor.to_link(LINK, ruling, DEALER, f"{name}/ruled")
            answer = floor.to_link(LINK, lc.PayClaim(claim, SUPERVISOR, "attendant"), DEALER, name)
        return answer

    return pay


def play_round(floor: Floor, table: str, number: int, done: Callable[[str], None]) -> None:
    """Play one round; ``done`` hears the id of each command that was acknowledged."""
    for step, act in enumerate(acts(floor, table, number)):
        name = f"{table}/{number}/{step}"
        answer = act(name)
        assert isinstance(answer, Done), (name, answer)
        done(name)


def round_to_play(floor: Floor, table: str) -> int:
    """The round under way, or the next."""
    state = floor.table(table)
    assert state is not None
    return state.number if state.in_play else state.number + 1
