"""Dealing from the software's shoe, by position and purpose; the cards stay unknown.

Sealed decks in the journal: undealt cards cannot be read without the servers' key.
"""

import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct

from pitboss.atomic_write import OWNER_ONLY, write_whole
from pitboss.cards import UNKNOWN
from pitboss.floor.tables.events import ShoeReady
from pitboss.floor.tables.opening import procedure
from pitboss.floor.tables.table import TableState
from pitboss.reason import Fault, because, reason_of
from pitboss.refusal import Refusal, refuse
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.round.plan import NextAct, dealers_command, next_act
from pitboss.sheets.game import Game
from pitboss.shoe import CardsDrawn, NotEnoughCards, Shoe, ShoeInUse, commit, draw, fresh_shoe
from pitboss.store.keys import derived_key
from pitboss.store.owner_only import tighten

KEY_BYTES: Final = 32
_NONCE: Final = 12


class BadSeal(Fault):
    """A deck cannot be opened: it was sealed with another key, or altered."""


class Sealer:
    """Seals and opens decks with a key that all servers of a floor share."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise ValueError(f"the key that seals decks has {KEY_BYTES} bytes")
        self._key = key
        self._cipher = AESGCM(key)

    def key_for(self, purpose: bytes) -> bytes:
        """A key derived from this one for one purpose."""
        return derived_key(self._key, purpose)

    def seal(self, shoe: Shoe) -> bytes:
        """The encrypted deck, bound to the name of its shoe."""
        nonce = secrets.token_bytes(_NONCE)
        return nonce + self._cipher.encrypt(nonce, msgspec.json.encode(shoe), shoe.id.encode())

    def open(self, name: str, sealed: bytes) -> Shoe:
        """The decrypted deck; raises :class:`BadSeal`."""
        try:
            plain = self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], name.encode())
        except (InvalidTag, ValueError) as error:
            raise BadSeal(because("seal.deck", deck=name)) from error
        return msgspec.json.decode(plain, type=Shoe)


def load_or_make_seal(path: Path) -> Sealer:
    """The key in a file that only its owner may read; created if there is none."""
    if path.exists():
        tighten(path)
    else:
        # Another server that starts at the same time may be first: its key stays.
        with suppress(FileExistsError):
            write_whole(path, secrets.token_bytes(KEY_BYTES), mode=OWNER_ONLY, replace=False)
    return Sealer(path.read_bytes())


def load_seal(path: Path) -> Sealer:
    """The key in a file; raises :class:`BadSeal` with a sentence if there is none."""
    try:
        return Sealer(path.read_bytes())
    except OSError as fault:
        raise BadSeal(because("seal.unread", file=str(path), given=fault.strerror)) from fault
    except ValueError as fault:
        raise BadSeal(because("seal.no_key", file=str(path), why=reason_of(fault))) from fault


class Drawn(Struct, frozen=True):
    """The Dealer's next act as a command, with the draw from the shoe if it takes cards."""

    command: cmd.Command
    drawn: tuple[CardsDrawn, ...] = ()


_DUE: Final[dict[str, tuple[Round, NextAct]]] = {}
"""Cache: the due act of each table's round, which turn, lock and decision all need."""


def dealers_next(game: Game, table: TableState) -> NextAct | None:
    """The Dealer's next act, once the Bets are closed or the round is void and no choice is open."""
    state = table.round
    if state is None or state.settled or state.options or state.unjudged_looks:
        return None
    if state.void:
        return NextAct(act="settle", clause=state.void[0])
    if not state.closed:
        return None
    known, due = _DUE.get(table.id, (None, None))
    if known is not state:
        due = next_act(game, state, procedure(game, state.table.device, table.dealt_by)[1])
        _DUE[table.id] = state, due
    return due


def shuffled_shoe(sealer: Sealer, name: str) -> ShoeReady:
    """A deck for a new shoe: shuffled, committed to, and sealed."""
    shoe = fresh_shoe(name)
    return ShoeReady(commit(shoe), sealer.seal(shoe))


def drawn_for(table: TableState, act: NextAct) -> Drawn | Refusal:
    """The Dealer's act as a command. Cards leave the shoe by position, unread."""
    if act.act == "ask":
        return refuse("decision_still_due", because("decision_still_due.players"), (act.clause,))
    if not act.cards:
        return Drawn(dealers_command(act))
    if table.shoe is None:
        why = because("no_shoe.table", table=table.id)
        return refuse("no_shoe", why, (act.clause,))
    command = dealers_command(act, (UNKNOWN,) * act.cards)
    drawn = draw_for(table.shoe, command)
    if isinstance(drawn, NotEnoughCards):
        why = because("no_shoe.empty", left=drawn.left, wanted=drawn.wanted)
        return refuse("no_shoe", why, (act.clause,))
    return Drawn(command, drawn)


def draw_for(shoe: ShoeInUse, command: cmd.Command) -> tuple[CardsDrawn] | NotEnoughCards:
    """The draw from the shoe for a command's cards."""
    match command:
        case cmd.DealCards(to, cards):
            return draw(shoe, len(cards), "dealt", to)
        case cmd.BurnCard():
            return draw(shoe, 1, "burnt")
        case _:
            return draw(shoe, 1, "discarded")
