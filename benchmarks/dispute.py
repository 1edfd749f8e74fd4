"""The signed page of a round, when its checkpoint was signed right after it or long after it."""

import json
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any

from benchmarks.command import command_of
from pitboss.floor.sheets_in_force import Rulebook
from pitboss.replay.dispute.document import parse_page
from pitboss.replay.dispute.page import make_page
from pitboss.replay.replay import find, replay
from pitboss.replay.round_file import as_round_file
from pitboss.store import Journal
from pitboss.store.checkpoint import make_checkpoint
from tests.floor.house import House
from tests.jackpots.floor import THREE_CARD
from tests.replay.disputed import CONFIG, KEY
from tests.store.quick import quick_journal

ROUND = (
    *("bet 1 ann ante 100", "bet 1 ann jackpot 5", "bet 2 bob ante 50", "bet 2 bob jackpot 5", "close"),
    *("deal 1 Qs Qh 7d", "deal 2 Kc 9c 4c", "deal dealer Kd Jh 6s", "deal community 2h Ts"),
    *("look 1", "look 2", "bet 1 ann play 100", "bet 2 bob play 50", "reveal", "settle"),
)


def page_after(journal: Journal, later: int) -> tuple[str, float]:
    """The page of T1/2 with its checkpoint so many events later, and the seconds that it took to make."""
    house = House(journal).open({"T1": THREE_CARD, "T2": THREE_CARD}, config=CONFIG)
    for table in ("T1", "T2", "T1"):
        house.begin(table, *ROUND)
    over = journal.last_position()
    steps = [(table, step) for table in ("T1", "T2") for step in ("begin", *ROUND)]
    place = 0
    while journal.last_position() < over + later:
        table, step = steps[place % len(steps)]
        house.begin(table) if step == "begin" else house.play(table, step)
        place += 1
    make_checkpoint(journal, KEY)
    began = time.perf_counter()
    past = find(journal, "T1/2")
    assert past is not None
    seen = replay(journal, Rulebook(journal), past)
    page = make_page(journal, seen, as_round_file(journal, seen), KEY)
    return page, time.perf_counter() - began


def hashes_in(value: Any) -> int:
    """How many hashes a proof carries that follow from nothing else in it."""
    if isinstance(value, dict):
        return sum(hashes_in(item) + (name in ("digest", "hash", "before")) for name, item in value.items())
    if isinstance(value, list):
        return sum(hashes_in(item) + (isinstance(item, str) and len(item) in (44, 64)) for item in value)
    return 0


def main(
    *, later: Annotated[tuple[int, ...], "events between the round and its checkpoint"] = (10, 1_000, 10_000)
) -> None:
    """Bytes of the page and of the data behind it, and the hashes in its proof."""
    print("\nPage of a round: its checkpoint so many events later")
    print("    later      page      data    hashes      made in")
    for events in later:
        with tempfile.TemporaryDirectory() as folder, quick_journal(Path(folder) / "journal.db") as journal:
            page, seconds = page_after(journal, events)
        data = parse_page(page).data
        record = json.loads(data)
        proof = hashes_in(record.get("proof") or record["streams"])
        print(f"{events:9,} {len(page):9,} {len(data):9,} {proof:9,} {seconds * 1000:9.0f} ms")


def smallest() -> None:
    main(later=(1, 20))


if __name__ == "__main__":
    command_of(__file__)
