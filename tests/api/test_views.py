"""Only views leave the server: no answer and no stream ever holds a card that its reader may not see.

The oracle knows the sealed decks and the tables' states, and nothing of how views are made: what lies face
down, what is still in the shoe, and what was burnt or put aside must not stand in any answer, whoever asks.
"""

import random
import re
import threading
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from pitboss.cards import DECK
from pitboss.client import Client, ClientError, calls
from pitboss.floor.tables.dealing import Sealer
from pitboss.floor.tables.table import TableState
from pitboss.messages import acts
from tests.api.served import KEY, QUICK, Served, serving
from tests.floor.faces import with_all_faces

CARD = re.compile(r'"([2-9TJQKA][shdc])"')
PAINTED_CARD = re.compile(r"(10|[2-9JQKA])([♠♥♦♣])")
SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
TABLES = ("3CP-1", "ML3-1", "MLTH-1", "MSS-1", "P3CP-1")


def hidden_from(state: TableState, stud: bool, player: str | None, *, everything: bool) -> set[str]:
    """Every card that this reader must not be shown while the table stands so."""
    now = state.round
    if now is None or state.shoe is None:
        return set(map(str, DECK))
    shoe = Sealer(KEY).open(state.shoe.commitment.shoe, state.sealed)
    now = with_all_faces(now, state.shoe.draws, shoe)
    seen: set[str] = set()
    if now.dealer_up:
        seen |= set(now.dealer)
    elif stud and len(now.dealer) == 5:
        seen.add(now.dealer[-1])
    seen |= set(now.community[: now.community_up])
    for box in now.boxes:
        own = player is not None and box.player == player and box.examined
        over = now.settled and not now.void and not box.declined
        seen |= set(box.cards if own or over else box.shown)
    if everything and now.settled:
        seen |= {*now.dealer, *now.community, *now.burnt, *now.discarded}
        seen |= {card for box in now.boxes for card in box.cards}
    return set(map(str, DECK)) - seen


class Reader(NamedTuple):
    """Somebody who asks."""

    player: str | None
    token: str
    everything: bool = False
    """He may see every card of a round that is over."""


def check(served: Served, table: str, reader: Reader, number: int | None) -> int:
    """One answer, held against the table as it stood before and after; what moved in between is left out."""
    path = f"/api/tables/{table}" if number is None else f"/api/rounds/{table}/{number}"
    before = served.site.floor.tables.refresh(table)
    headers = {"Authorization": f"Bearer {reader.token}"} if reader.token else {}
    text = httpx.get(served.url + path, headers=headers).text
    after = served.site.floor.tables.refresh(table)
    if before.version != after.version or before.state is None:
        return 0
    if number is not None and before.state.number != number:
        return 0
    hidden = hidden_from(
        before.state,
        table.startswith("MSS"),
        reader.player,
        everything=reader.everything and "rounds" in path,
    )
    painted = {rank.replace("10", "T") + SUITS[suit] for rank, suit in PAINTED_CARD.findall(text)}
    leaked = (set(CARD.findall(text)) | painted) & hidden
    found = [text[max(0, at.start() - 200) : at.end()] for at in CARD.finditer(text) if at[1] in leaked]
    assert not leaked, (table, reader, leaked, found, before.state.round)
    return 1


PREVIEWED: tuple[dict[str, object], ...] = (
    {"act": "close"},
    {"act": "reveal"},
    {"act": "settle"},
    {"act": "interrupt"},
    {"act": "look", "box": 1},
    {"act": "look", "box": 2},
    {"act": "fold", "box": 2},
    {"act": "check", "box": 3},
    {"act": "decline", "box": 1},
    {"act": "notify", "box": 1},
    {"act": "notify", "box": 2},
    {"act": "view", "box": 1},
    {"act": "no_hand"},
    {"act": "leave", "box": 3},
    {"act": "deal", "to": "dealer", "cards": ["As", "Kd", "Qh"]},
    {"act": "burn", "card": "As"},
    {"act": "show", "at": 1, "cards": ["As"]},
    {"act": "correct_card", "at": 1, "recorded": "As", "card": "Ks", "reason": "a slip"},
    {"act": "report", "clause": "5.14", "order": ["As", "Kd"]},
    {"act": "report", "clause": "5.8.1"},
)
PAINTED = re.compile(r"[2-9TJQKA0][♠♥♦♣]|[2-9TJQKA][shdc]\b")


def check_preview(served: Served, table: str, reader: Reader, act: dict[str, Any]) -> int:
    """A preview names no card at all, changes nothing, and shows lines only when all is turned over."""
    before = served.site.floor.tables.refresh(table)
    headers = {"Authorization": f"Bearer {reader.token}"} if reader.token else {}
    path = f"{served.url}/api/tables/{table}/preview"
    answer = httpx.post(path, headers=headers, json={"act": act})
    after = served.site.floor.tables.refresh(table)
    assert not PAINTED.search(answer.text), (table, act, answer.text)
    if before.version != after.version or before.state is None or before.state.round is None:
        return 0
    if answer.status_code == 200 and answer.json()["settlement"]:
        now = before.state.round
        assert reader.player is None
        waits = any(not box.folded and not box.out and box.has("ante") for box in now.boxes)
        assert now.void or now.dealer_up or not waits, (table, act, answer.text)
    return 1


def play(client: Client, stop: threading.Event, seed: int) -> None:
    """A player who bets, looks and decides at random, at every table."""
    rng = random.Random(seed)
    while not stop.is_set():
        try:
            _one_act(client, rng.choice(TABLES), seed + 1, rng)
        except ClientError:
            continue


def _one_act(client: Client, table: str, box: int, rng: random.Random) -> None:
    legal = client.send(calls.legal(table))
    mine = [act for act in legal.acts if act["act"] in ("look", "fold", "check", "bet")]
    if mine:
        act = rng.choice(mine)
        body = {"id": calls.new_id(), "act": act}
        call: calls.Call[object] = calls.Call("POST", f"/api/tables/{table}/acts", object, body)
        client.send(call)
    else:
        client.send(calls.act(table, acts.PlaceBet(box=box, bet="ante", amount="25")))


def rounds_played(served: Served) -> int:
    """At the tables of the test."""
    states = [served.site.floor.tables.get(table).state for table in TABLES]
    return sum(state.number for state in states if state)


def test_no_answer_holds_a_card_that_its_reader_may_not_see(tmp_path: Path) -> None:
    with serving(tmp_path, QUICK) as served:
        stop = threading.Event()
        clients = [served.player(name) for name in ("ann", "bob", "cat")]
        players = [
            threading.Thread(target=play, args=(client, stop, seed)) for seed, client in enumerate(clients)
        ]
        readers = [
            Reader(None, ""),
            Reader("ann", served.sign_in("ann")),
            Reader("bob", served.sign_in("bob")),
            Reader(None, served.token("dealer")),
            Reader(None, served.token("surveillance"), everything=True),
            Reader(None, served.token("regulator"), everything=True),
        ]
        for player in players:
            player.start()
        checked = previewed = 0
        try:
            # Answers count only while their table stands still, so a busy machine needs more of them.
            for turn in range(6000):
                if turn > 300 and checked > 150 and previewed > 40 and rounds_played(served) > 5:
                    break
                table, reader = TABLES[turn % len(TABLES)], readers[turn % len(readers)]
                state = served.site.floor.tables.get(table).state
                number = state.number if turn % 4 == 0 and state and state.number else None
                checked += check(served, table, reader, number)
                if turn % 3 == 0:
                    act = PREVIEWED[turn // 3 % len(PREVIEWED)]
                    previewed += check_preview(served, table, reader, act)
        finally:
            stop.set()
            for player, client in zip(players, clients, strict=True):
                player.join(30)
                client.close()
        assert checked > 100
        assert previewed > 30
        assert rounds_played(served) > 5, "nothing was played"
