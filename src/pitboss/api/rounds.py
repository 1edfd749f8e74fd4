"""Rounds of the past over HTTP: as their reader may see them, with the openings of the cards he sees."""

from typing import Any

from litestar import Controller, Response
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import Struct

from pitboss.access.roles import sees_all_cards
from pitboss.api.errors import not_found
from pitboss.api.routing import reads
from pitboss.api.site import Site
from pitboss.api.views import RoundNow, round_of
from pitboss.api.who import Who
from pitboss.cards import UNKNOWN
from pitboss.floor.events import ShoeReady
from pitboss.floor.past import PastRound, find_round
from pitboss.shoe import open_cards, open_positions
from pitboss.shoe.commitment import POSITIONS
from pitboss.shoe.opening_file import write_openings


class RoundThen(Struct, frozen=True):
    """A round of the record."""

    table: str
    number: int
    day: str
    shift: str
    first: int
    last: int
    """Its positions in the journal."""
    hash: str
    """Of its last event, in hexadecimal."""
    round: RoundNow


class Rounds(Controller):
    """Every round that was played."""

    path = "/api/rounds"
    tags = ("rounds",)

    @reads("/{table:str}/{number:int}", summary="A round", sync_to_thread=True)
    def one_round(
        self,
        site: NamedDependency[Site],
        who: NamedDependency[Who],
        table: FromPath[str],
        number: FromPath[int],
    ) -> RoundThen:
        """A round with its settlement and reasons, as its reader may see it."""
        past = _past(site, table, number)
        return RoundThen(
            table,
            number,
            str(past.began.day),
            past.began.shift,
            past.entries[0].recorded.position,
            past.entries[-1].recorded.position,
            past.entries[-1].recorded.hash.hex(),
            _seen(site, who, past),
        )

    @reads("/{table:str}/{number:int}/openings", summary="Openings of its shoe", sync_to_thread=True)
    def openings(
        self,
        site: NamedDependency[Site],
        who: NamedDependency[Who],
        table: FromPath[str],
        number: FromPath[int],
    ) -> Response[Any]:
        """What proves the cards that the reader may see; all 52 for a regulator, once the round is over."""
        past = _past(site, table, number)
        ready = next((e.event for e in past.entries if isinstance(e.event, ShoeReady)), None)
        if ready is None or site.floor.sealer is None:
            raise not_found(f"round {number} of table {table} was not dealt from a shoe of ours")
        shoe = site.floor.sealer.open(ready.commitment.shoe, ready.sealed)
        if past.round.settled and who.principal and who.principal.may("open_shoe"):
            opened = open_positions(shoe, range(1, POSITIONS + 1))
        else:
            seen = _seen(site, who, past)
            cards = [card for box in seen.boxes for card in box.cards]
            cards += [*seen.dealer, *seen.community]
            opened = open_cards(shoe, {card for card in cards if card != UNKNOWN})  # type: ignore[misc]
        content = write_openings(ready.commitment, opened)
        return Response(content, media_type="application/json")


def _past(site: Site, table: str, number: int) -> PastRound:
    past = find_round(site.journal, table, number)
    if past is None:
        raise not_found(f"table {table} has no round {number} in the journal")
    return past


def _seen(site: Site, who: Who, past: PastRound) -> RoundNow:
    game = site.floor.rulebook.with_hash(past.round.hashes.sheet)
    roles = who.principal.roles if who.principal else ()
    everything = any(sees_all_cards(role, round_over=past.round.settled) for role in roles)
    ready = next((e.event for e in past.entries if isinstance(e.event, ShoeReady)), None)
    commitment = ready.commitment if ready else None
    return round_of(game, past.round, past.began.number, commitment, who.audience, everything=everything)
