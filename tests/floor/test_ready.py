"""Players who wait for the cards: once everybody does, the software closes the Bets."""

from pitboss.audit.audit import audit
from pitboss.floor import Actor, Done
from pitboss.floor import commands as fc
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.store import Journal
from tests.floor.test_dealers import Automatic


def ready(at: Automatic, name: str, by: str = "") -> Done | Refusal:
    command = fc.SayReady(table="T1", player=name)
    answer = at.floor.do(command, Actor(by or name, "player"), at.house.id())
    at.dealers.look("T1", at.now)
    return answer


def stake(box: int, player: str) -> cmd.PlaceBet:
    return cmd.PlaceBet(box=box, player=player, bet="ante", amount=2500)


def closed(at: Automatic) -> bool:
    return at.table.round is not None and at.table.round.closed


def begun(journal: Journal) -> Automatic:
    at = Automatic(journal)
    at.wait(10)
    return at


def test_the_bets_are_closed_when_everybody_is_ready(journal: Journal) -> None:
    at = begun(journal)
    at.do(stake(1, "ann"))
    at.do(stake(2, "bob"), "bob")
    at.house.ok(ready(at, "ann"))
    at.wait(0)
    assert list(at.table.ready) == ["ann"]
    assert not closed(at)
    at.house.ok(ready(at, "bob"))
    at.wait(1)
    assert closed(at)
    assert not at.table.ready
    assert audit(journal).fault is None


def test_a_changed_bet_or_an_empty_seat_is_not_ready(journal: Journal) -> None:
    at = begun(journal)
    at.do(stake(1, "ann"))
    at.house.ok(at.floor.sit_down("T1", 2, "bob", Actor("bob", "player"), at.house.id()))
    at.house.ok(ready(at, "ann"))
    at.wait(0)
    assert at.says == "place_your_bets"
    at.do(stake(3, "ann"))
    assert not at.table.ready
    at.house.ok(ready(at, "bob"))
    at.house.ok(ready(at, "ann"))
    at.wait(1)
    assert closed(at)


def test_nobody_is_ready_for_others_or_where_nothing_is_to_close(journal: Journal) -> None:
    at = begun(journal)
    answers = [ready(at, "cat")]
    at.do(stake(1, "ann"))
    answers += [ready(at, "ann", by="bob"), ready(at, "cat")]
    at.house.ok(ready(at, "ann"))
    answers.append(ready(at, "ann"))
    at.wait(1)
    answers.append(ready(at, "ann"))
    codes = [answer.code for answer in answers if isinstance(answer, Refusal)]
    assert codes == ["nothing_due", "not_ones_own", "nothing_due", "nothing_due", "nothing_due"]
    assert all(answer.clauses for answer in answers if isinstance(answer, Refusal))
