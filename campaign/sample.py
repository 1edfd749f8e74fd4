"""Floors to be tampered with: rounds at all five tables, people, signed checkpoints, a witness, archives."""

import io
from contextlib import redirect_stdout
from pathlib import Path
from typing import Final

import msgspec
from argon2 import Parameters
from argon2.low_level import Type
from msgspec import Struct, structs

from pitboss.access.hashing import Hasher
from pitboss.cli.main import run
from pitboss.client.route import new_id
from pitboss.floor import SYSTEM, Actor, Floor
from pitboss.floor.setup.config import DEFAULT_FILE, FloorConfig, read_config
from pitboss.floor.tables.dealing import dealers_next, load_or_make_seal
from pitboss.round import commands as cmd
from pitboss.server.site import Site
from pitboss.store import Journal
from pitboss.store.checkpoint import make_checkpoint
from pitboss.store.checkpoint_copies import add_to_file
from pitboss.store.keys import load_or_make_key
from pitboss.store.open import open_journal, open_private
from tests.api.served import Served
from tests.floor.desk import Desk, desk
from tests.floor.house import House
from tests.floor.scripts import BETS, FOLDED, NOTHING
from tests.jackpots.floor import THREE_CARD

DAY: Final = 86_400_000_000
_BEGINS: Final = 1_741_608_000_000_000
"""20:00 in Singapore on 10 March 2025."""
_DAYS: Final = ("2025-03-10", "2025-03-11")
_QUICK: Final = Parameters(Type.ID, 19, 16, 16, 1, 8, 1)
"""Argon2 with the least work it takes."""
PLAYERS: Final = ("ann", "bob")
ARCHIVES: Final = ("first.pbj", "second.pbj")


class StolenSecrets(Struct, frozen=True, kw_only=True):
    """What two people know: names and passwords, and the token of the thief's own session."""

    owner: tuple[str, str]
    thief: tuple[str, str]
    session: str


def secrets_in(folder: Path) -> StolenSecrets | None:
    """What was written down in a folder, if anything was."""
    path = folder / "secrets.json"
    return msgspec.json.decode(path.read_bytes(), type=StolenSecrets) if path.exists() else None


def config_in(folder: Path) -> FloorConfig:
    """The tables of the default floor that the software deals, with its keys and its witness in a folder."""
    config = read_config(DEFAULT_FILE)
    return structs.replace(
        config,
        tables=tuple(table for table in config.tables if table.automatic),
        signing_key=str(folder / "floor.key"),
        seal_key=str(folder / "floor.seal"),
        witness=str(folder / "floor.witness"),
    )


def play_floor(url: str, folder: Path, rounds: int = 2) -> None:
    """Rounds at every table: some witnessed, some only signed, some since then; snapshots of everything."""
    config = config_in(folder)
    sealer = load_or_make_seal(Path(config.seal_key))
    journal = open_journal(url)
    hasher = Hasher(_QUICK, pepper=Path(config.seal_key).read_bytes())
    site = Site(config, journal, open_private(url), sealer, hasher)
    try:
        served = Served(site, "")
        keep_secrets(served, folder)
        for player in PLAYERS:
            served.player(player).close()
        play_tables(served, rounds)
        sign(journal, folder)
        play_tables(served, rounds)
        keep_snapshots(site.floor)
        sign(journal, folder)
        play_tables(served, 1)
    finally:
        site.stop()


def play_days(url: str, folder: Path) -> None:
    """Four gaming days at one table, each signed and witnessed; the first two are moved to archives."""
    now = [_BEGINS]

    def tick() -> int:
        now[0] += 4_000_000
        return now[0]

    load_or_make_seal(folder / "floor.seal")
    with open_journal(url, clock=tick) as journal:
        house = House(journal, clock=lambda: now[0]).open({"T1": THREE_CARD})
        for _ in range(3):
            house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
            sign(journal, folder)
            now[0] += DAY
        house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    keys = ("--key", str(folder / "floor.key"), "--seal", str(folder / "floor.seal"))
    for name, day in zip(ARCHIVES, _DAYS, strict=True):
        with redirect_stdout(io.StringIO()):
            status = run(["archive", url, "--through", day, "-o", str(folder / name), *keys])
        assert status == 0, name


def play_tables(served: Served, rounds: int) -> None:
    """So many rounds at every table, with two players who bet, look and give up."""
    for _ in range(rounds):
        for table in served.site.floor.table_names():
            _play_round(served, table)


def _play_round(served: Served, table: str) -> None:
    """One round; it is left as it stands where the cards have won a share that people must verify."""
    floor = desk(served.site.floor)
    served.begin(table)
    for box, player in enumerate(PLAYERS, 1):
        for bet, amount in (("ante", 2500), ("jackpot", 500)):
            _does(floor, table, player, cmd.PlaceBet(box=box, player=player, bet=bet, amount=amount))
    served.close(table)
    while (state := floor.table(table)) and state.in_play and not state.pending:
        due = dealers_next(floor.game_of(state), state)
        assert due is not None, state
        if due.act != "ask":
            floor.deal_next(table, SYSTEM, new_id())
            continue
        for box in due.boxes:
            _does(floor, table, PLAYERS[box - 1], cmd.ExamineHand(box))
            _does(floor, table, PLAYERS[box - 1], _gives_up(floor, table, box))


def _does(floor: Desk, table: str, player: str, act: cmd.Command) -> None:
    floor.act(table, act, Actor(player, "player"), new_id())


def _gives_up(floor: Desk, table: str, box: int) -> cmd.Command:
    state = floor.table(table)
    assert state is not None
    assert state.round is not None
    decisions = floor.game_of(state).script("shuffler").decisions
    due = decisions[state.round.reveals]
    return cmd.FoldHand(box) if due.otherwise == "fold" else cmd.Check(box)


def keep_snapshots(floor: Floor) -> None:
    """Snapshots of every stream that has them, as archiving keeps them."""
    for streams in floor.streams.values():
        for name in streams.names():
            streams.refresh(name)
            streams.save(name)
    for sheet in floor.rulebook.games:
        floor.rulebook.save(sheet)


def keep_secrets(served: Served, folder: Path) -> None:
    """Write down two people's passwords and a session of one of them."""
    secrets = StolenSecrets(
        owner=served.secret("administrator"),
        thief=served.secret("accounting"),
        session=served.token("accounting"),
    )
    (folder / "secrets.json").write_bytes(msgspec.json.encode(secrets))


def sign(journal: Journal, folder: Path) -> None:
    """A checkpoint, and its note for the witness."""
    key = load_or_make_key(folder / "floor.key")
    add_to_file(folder / "floor.witness", make_checkpoint(journal, key).note)
