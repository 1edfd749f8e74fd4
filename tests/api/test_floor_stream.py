"""The floor in one stream, and what its felts say."""

from collections.abc import Iterator

import httpx
import msgspec
from msgspec import structs

from pitboss.api.routes.floor_stream import same
from pitboss.client import calls
from pitboss.client.server_sent_events import StreamMessage, StreamParser
from pitboss.messages.acts import PlaceBet
from pitboss.messages.tables import TableBrief
from tests.api.served import SLOW, Served, served_floor

served = served_floor(SLOW)


def messages(served: Served) -> Iterator[StreamMessage]:
    gatherer = StreamParser()
    with httpx.stream("GET", f"{served.url}/api/stream", timeout=20) as stream:
        for line in stream.iter_lines():
            message = gatherer.line(line)
            if message:
                yield message


def test_everything_once_and_then_what_changes(served: Served) -> None:
    heard = messages(served)
    first: dict[str, set[str]] = {"table": set(), "sign": set()}
    for message in heard:
        if message.event == "beat":
            break
        state = msgspec.json.decode(message.data)
        first[message.event].add(state.get("id") or state["link"])
    assert first["table"] == {"3CP-1", "P3CP-1", "ML3-1", "MLTH-1", "MSS-1"}
    assert first["sign"] == {"diamond", "spade", "club", "mega"}
    with served.player("ann") as ann:
        ann.send(calls.act("3CP-1", PlaceBet(box=2, bet="ante", amount="25.00")))
    after = next(m for m in heard if m.event == "table" and '"taken":[2]' in m.data)
    brief = msgspec.json.decode(after.data, type=TableBrief)
    assert brief.id == "3CP-1"
    assert brief.phase == "betting"
    assert brief.dealer is not None
    assert brief.dealer.says == "place_your_bets"


def test_a_clock_that_begins_to_run_is_news_and_its_seconds_are_not(served: Served) -> None:
    brief = next(
        msgspec.json.decode(message.data, type=TableBrief)
        for message in messages(served)
        if message.event == "table"
    )
    assert brief.dealer is not None
    at = {
        seconds: structs.replace(brief, dealer=structs.replace(brief.dealer, seconds=seconds))
        for seconds in (0.0, 59.9, 58.0)
    }
    assert same(at[59.9], at[58.0])
    assert not same(at[0.0], at[59.9])


def test_felts_have_their_areas_from_the_dealer_outwards(served: Served) -> None:
    with served.client() as nobody:
        felts = {felt.sheet: felt for felt in nobody.send(calls.felts())}
    stud = next(felt for sheet, felt in felts.items() if "stud" in sheet)
    holdem = next(felt for sheet, felt in felts.items() if "holdem" in sheet)
    assert [area.bet for area in stud.areas] == ["jackpot", "ante", "bet"]
    assert [area.bet for area in holdem.areas] == ["jackpot", "bonus", "ante", "flop", "turn", "river"]
    assert (stud.hand, holdem.hand, holdem.community) == (5, 2, 5)
    assert stud.pays[0].bet == "jackpot"
    assert stud.pays[0].lines[0].pays == "100%"
    assert all(pays.lines and pays.clauses for felt in felts.values() for pays in felt.pays)
    assert all("shuffler" in felt.dealing for felt in felts.values())
