"""The players of a floor for the benchmarks: registered, with chips, and signed in.

Run as ``python -m benchmarks.seats URL TABLES FOLDER`` it makes them and prints them as JSON: a floor of
another version of the code is prepared by that version.
"""

import sys
from pathlib import Path

import msgspec
from argon2 import Parameters
from argon2.low_level import Type

from benchmarks.load import LoadSeat
from pitboss.access.bootstrap import make_player
from pitboss.access.hashing import Hasher
from pitboss.access.people import People
from pitboss.access.rate_limit import Buckets
from pitboss.access.sign_in import SessionGrant, SignInService
from pitboss.floor import SYSTEM
from pitboss.floor.tables.money import BuyIn
from pitboss.store.open import open_journal, open_private
from tests.floor.desk import Desk as Floor

PASSWORD = "a long walk by the sea"
SEAL = "pitboss.seal"


def doors_of(people: People, folder: Path) -> SignInService:
    """The doors of the floor in a folder, with its key and without limits; hashing takes no time."""
    pepper = (folder / SEAL).read_bytes()
    quick = Hasher(Parameters(Type.ID, 19, 16, 16, 1, 8, 1), pepper=pepper)
    many = Buckets(1 << 30, 1e-9)
    return SignInService(people, quick, by_place=many, by_name=many, newcomers=many)


def signed_in(doors: SignInService, name: str) -> str:
    """The token of a new session."""
    welcome = doors.try_sign_in(name, PASSWORD, "password", doors.caller(name, "bench", None)).answer
    assert isinstance(welcome, SessionGrant), welcome
    return welcome.token


def players(url: str, tables: int, folder: Path) -> list[list[LoadSeat]]:
    """Seven players for each table, signed in; the floor in the folder has been open before."""
    with open_journal(url) as journal, open_private(url) as private:
        doors = doors_of(People(journal, private), folder)
        floor = Floor(journal)
        seats = []
        for number in range(tables):
            at_table = []
            for box in range(1, 8):
                name = f"p{number}-{box}"
                make_player(doors, name, PASSWORD)
                floor.money(
                    f"T{number}", BuyIn(player=name, amount=100_000_000, by=SYSTEM), SYSTEM, f"chips/{name}"
                )
                at_table.append(LoadSeat(name, box, signed_in(doors, name)))
            seats.append(at_table)
        return seats


if __name__ == "__main__":
    url, tables, folder = sys.argv[1:]
    print(msgspec.json.encode(players(url, int(tables), Path(folder))).decode())
