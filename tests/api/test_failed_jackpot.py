"""A jackpot system that fails while bets are open: the table waits for people, until it is restored."""

from functools import partial
from pathlib import Path

import msgspec
from msgspec import structs

from pitboss.client import Client, calls
from pitboss.floor.dealer.turns import Pace
from pitboss.messages import acts
from tests.api.served import serving
from tests.api.test_streams_end import Watcher
from tests.api.waiting import table_when
from tests.waiting import until

TABLE, LINK = "3CP-1", "spade"
PACE = Pace(betting=20, decision=20, dealing=0.0, pause=0.05, seat=0)


def test_the_table_waits_for_people_and_goes_on_when_its_link_is_restored(tmp_path: Path) -> None:
    """The restoration is an event of the link and of no table."""
    with (
        serving(tmp_path, PACE) as served,
        served.player("ann") as ann,
        Client(served.url, token=served.token("pit_manager")) as manager,
    ):
        table_when(ann, TABLE, lambda now: now.round is not None and now.round.phase == "betting")
        displayed = served.site.shown(LINK)
        assert displayed is not None
        ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="jackpot", amount="5.00")))
        manager.send(calls.act_at_link(LINK, acts.FailSystem(reason="the sign is dark")))
        ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        asked = table_when(
            ann, TABLE, lambda now: now.dealer is not None and now.dealer.says == "for_the_supervisor"
        )
        assert asked.dealer is not None
        assert asked.dealer.clause == "5.17.1"
        manager.send(calls.act_at_link(LINK, acts.RestoreSystem(displayed=f"{displayed / 100}")))
        table_when(ann, TABLE, lambda now: now.dealer is not None and now.dealer.says == "place_your_bets")


def test_a_stream_of_the_table_shows_the_wait_for_its_link_and_its_end(tmp_path: Path) -> None:
    """Neither the failure nor the restoration is an event of the table, and nothing else happens there."""
    still = structs.replace(PACE, betting=600)
    with (
        serving(tmp_path, still) as served,
        served.player("ann") as ann,
        Client(served.url, token=served.token("pit_manager")) as manager,
    ):
        table_when(ann, TABLE, lambda now: now.round is not None and now.round.phase == "betting")
        displayed = served.site.shown(LINK)
        assert displayed is not None
        ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="jackpot", amount="5.00")))
        watchers = [
            Watcher(served, token, f"/api/tables/{TABLE}/stream") for token in ("", served.sign_in("ann"))
        ]
        fail, restore = acts.FailSystem(reason="dark"), acts.RestoreSystem(displayed=f"{displayed / 100}")
        said = ["place_your_bets"]
        acts_at_link: tuple[tuple[acts.AnyLinkAct, str], ...] = (
            (fail, "for_the_supervisor"),
            (restore, "place_your_bets"),
        )
        for act, says in acts_at_link:
            manager.send(calls.act_at_link(LINK, act))
            said.append(says)
            for watcher in watchers:
                until(partial(has_said, watcher, said), f"the table has said {said}")
        version = ann.send(calls.table(TABLE)).version
        for watcher in watchers:
            ids = [message.id for message in watcher.sent if message.event == "table"]
            assert [int(name.partition("-")[0]) for name in ids] == [version] * 3
            assert ids[0] == ids[2] != ids[1]
            watcher.leave()


def has_said(watcher: Watcher, said: list[str]) -> bool:
    return saying(watcher) == said


def saying(watcher: Watcher) -> list[str]:
    """What the Dealer said in each frame."""
    frames = [msgspec.json.decode(message.data) for message in watcher.sent if message.event == "table"]
    return [frame["dealer"]["says"] for frame in frames]
