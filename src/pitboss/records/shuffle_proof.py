"""What an opening file proves, to whom, and what it leaves open.

The cards that left the deck in a round, in order, to compare with a committed shoe.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final, Literal

from msgspec import Struct

from pitboss.cards import DECK, UNKNOWN, Card
from pitboss.reason import Reason, because
from pitboss.round import Round, evolve
from pitboss.round import events as ev
from pitboss.round.commands import Place
from pitboss.shoe.in_log import Logged, NotInLog, find_in_log
from pitboss.shoe.opening_file import CheckedOpenings, OpeningFile, check
from pitboss.store.keys import default_origin
from pitboss.tlog.note import NoteKey

DrawnPlace = Place | Literal["burnt", "discarded"]
"""Where a card lies: a box, the Dealer, the community cards, burnt or discarded."""


class DrawnCard(Struct, frozen=True):
    """A card that left the deck: its place and name at the end of the round."""

    at: DrawnPlace
    card: Card


def cards_drawn(events: Iterable[ev.Event]) -> tuple[DrawnCard, ...]:
    """Every card of a round, burnt and discarded ones included, the first drawn first."""
    drawn = _Drawn()
    state: Round | None = None
    for event in events:
        drawn.see(event, restated=state is not None and state.restated is not None)
        state = evolve(state, event)
    return tuple(map(DrawnCard, drawn.spots, drawn.cards))


class _Drawn:
    """The cards drawn so far by number, and the numbers at each place."""

    def __init__(self) -> None:
        self.spots: list[DrawnPlace] = []
        self.cards: list[Card] = []
        self._lying: dict[DrawnPlace, list[int]] = {}
        self._taken_up: dict[DrawnPlace, list[int]] = {}
        """Cards that lay at a place before its hand was stated anew, and are not named again yet."""

    def see(self, event: ev.Event, *, restated: bool) -> None:
        match event:
            case ev.CardBurnt(card):
                self._draw("burnt", card)
            case ev.CardDiscarded(card):
                self._draw("discarded", card)
            case ev.CardsDealt(to, cards, anew):
                if anew:
                    self._taken_up[to] = self._lying.pop(to, [])
                for card in cards:
                    if not (restated and self._move(to, card)):
                        self._draw(to, card)
            case ev.CardsShown(at, cards):
                for number, card in zip(self._lying[at], cards, strict=False):
                    self.cards[number] = card
            case ev.CardCorrected(at=at, recorded=recorded, card=card):
                number = next(number for number in self._lying[at] if self.cards[number] == recorded)
                self.cards[number] = card

    def _draw(self, to: DrawnPlace, card: Card) -> None:
        self._lying.setdefault(to, []).append(len(self.cards))
        self.spots.append(to)
        self.cards.append(card)

    def _move(self, to: DrawnPlace, card: Card) -> bool:
        """Move a card that is out already to a hand stated anew; false if there is none."""
        if card != UNKNOWN and card in self.cards:
            number = self.cards.index(card)
        else:
            unnamed = [number for number in self._taken_up.get(to, []) if self.cards[number] == UNKNOWN]
            if not unnamed:
                return False
            number = unnamed[0]
        for lying in (*self._lying.values(), *self._taken_up.values()):
            if number in lying:
                lying.remove(number)
        self._lying.setdefault(to, []).append(number)
        self.spots[number], self.cards[number] = to, card
        return True


EVERYBODY: Final = because("proved_to.everybody")
YOU: Final = because("proved_to.reader")
WITNESS: Final = because("proved_to.knew_commitment")
_PLACES: Final = ("dealer", "community")


class Statement(Struct, frozen=True):
    """One statement, proved or not."""

    proved: bool
    to: Reason
    """The audience it is proved to, or that it concerns."""
    says: Reason


class Compared(Struct, frozen=True):
    """The positions of a round's cards, by how they compare with the openings."""

    same: tuple[int, ...]
    other: tuple[int, ...]
    unnamed: tuple[int, ...]
    """Positions whose card the record does not name."""
    closed: tuple[int, ...]
    """Positions that are not opened, though the record names their card."""


class ShuffleProof(Struct, frozen=True, kw_only=True):
    """The result of checking an opening file."""

    checked: CheckedOpenings
    compared: Compared | None
    published: bool | None
    """Whether the commitment is the published one; None if none was given."""
    logged: Logged | NotInLog | None
    """The commitment's place in the house's log, or why it is not proved; None for a file without proof."""
    statements: tuple[Statement, ...]
    compared_as_named: bool = True
    """Whether the keys and witnesses that were named, if any, were compared with something in the file."""
    vouched: bool
    """Whether the reader knows the commitment from elsewhere; otherwise anybody could have made the file."""

    @property
    def proved(self) -> bool:
        """Whether everything that the file claims is proved to the reader."""
        return self.holds and self.vouched

    @property
    def holds(self) -> bool:
        """Whether nothing that the file claims is wrong."""
        round_holds = self.compared is None or bool(self.compared.same and not self.compared.other)
        logged = not isinstance(self.logged, NotInLog)
        return (
            self.checked.holds
            and round_holds
            and logged
            and self.published is not False
            and self.compared_as_named
        )


def prove_shuffle(
    file: OpeningFile,
    drawn: Sequence[DrawnCard] | None = None,
    published: bytes | None = None,
    *,
    keys: Sequence[bytes] = (),
    witnesses: Sequence[NoteKey] = (),
) -> ShuffleProof:
    """Check a file by itself, against the cards of a round and against the published commitment.

    ``keys`` are the published keys of the house's log, ``witnesses`` the keys of witnesses.
    """
    checked = check(file)
    compared = None if drawn is None else _compare(file, checked, drawn)
    same = None if published is None else published == file.commitment.root
    logged = _find(file, keys, witnesses)
    as_named = _compared_as_named(logged, keys, witnesses)
    statements = [*_about_openings(checked), *_about_publishing(same), *_about_log(logged, bool(keys))]
    if drawn is not None and compared is not None:
        statements += _about_round(file, compared, drawn)
    if not as_named:
        statements.append(Statement(False, YOU, because("shuffle.nothing_compared")))
    statements.append(Statement(False, EVERYBODY, because("shuffle.random")))
    return ShuffleProof(
        checked=checked,
        compared=compared,
        published=same,
        logged=logged,
        statements=tuple(statements),
        compared_as_named=as_named,
        vouched=same is True or _vouched_log(logged, keys),
    )


def _compare(file: OpeningFile, checked: CheckedOpenings, drawn: Sequence[DrawnCard]) -> Compared:
    opened = {one.position: one.card for one in file.openings if one.position in checked.fixed}
    found: dict[str, list[int]] = {"same": [], "other": [], "unnamed": [], "closed": []}
    for position, told in enumerate(drawn, 1):
        if told.card == UNKNOWN:
            verdict = "unnamed"
        elif position not in opened:
            verdict = "closed"
        else:
            verdict = "same" if opened[position] == told.card else "other"
        found[verdict].append(position)
    return Compared(**{verdict: tuple(positions) for verdict, positions in found.items()})


def _about_openings(checked: CheckedOpenings) -> Iterator[Statement]:
    whole = len(DECK)
    if checked.failed:
        says = because("shuffle.failed", positions=checked.failed, runs=_runs(checked.failed))
        yield Statement(False, EVERYBODY, says)
    for card, positions in checked.doubled:
        says = because("shuffle.doubled", card=card, runs=_runs(positions), whole=whole)
        yield Statement(False, EVERYBODY, says)
    if checked.fixed:
        says = because("shuffle.fixed", positions=checked.fixed, runs=_runs(checked.fixed))
        yield Statement(True, WITNESS, says)
    if checked.whole:
        yield Statement(True, WITNESS, because("shuffle.whole", whole=whole))
    elif hidden := whole - len(checked.fixed):
        says = because("shuffle.hidden", fixed=len(checked.fixed), hidden=hidden, whole=whole)
        yield Statement(False, EVERYBODY, says)


def _about_publishing(same: bool | None) -> Iterator[Statement]:
    if same is None:
        yield Statement(False, EVERYBODY, because("shuffle.published"))
    else:
        yield Statement(same, YOU, because("shuffle.as_given" if same else "shuffle.not_as_given"))


def _find(file: OpeningFile, keys: Sequence[bytes], witnesses: Sequence[NoteKey]) -> Logged | NotInLog | None:
    if file.log is None:
        return None
    try:
        return find_in_log(file.commitment, file.log, keys, witnesses)
    except NotInLog as fault:
        return fault


def _compared_as_named(
    logged: Logged | NotInLog | None, keys: Sequence[bytes], witnesses: Sequence[NoteKey]
) -> bool:
    if isinstance(logged, Logged):
        return bool(logged.cosigned) or not witnesses
    return not keys and not witnesses


def _vouched_log(logged: Logged | NotInLog | None, keys: Sequence[bytes]) -> bool:
    """Whether a log that the reader knows holds the commitment: by its key, or by its name and a witness."""
    if not isinstance(logged, Logged):
        return False
    return bool(keys) or bool(logged.cosigned and logged.origin == default_origin(logged.key.public))


def _about_log(logged: Logged | NotInLog | None, named: bool) -> Iterator[Statement]:
    if logged is None:
        yield Statement(False, EVERYBODY, because("shuffle.no_log"))
        return
    if isinstance(logged, NotInLog):
        yield Statement(False, EVERYBODY, because("shuffle.not_in_log", why=logged.reason))
        return
    says = because(
        "shuffle.in_log",
        log=logged.origin,
        append=logged.append,
        size=logged.size,
        key=logged.key.text(),
        **_when(logged.recorded),
    )
    yield Statement(True, YOU if named else because("proved_to.knows_key"), says)
    for name, time in logged.cosigned:
        says = because("shuffle.cosigned", witness=name, **_when(time))
        yield Statement(True, because("proved_to.trusts_witness"), says)


def _when(time: datetime) -> dict[str, str]:
    return {"day": f"{time:%Y-%m-%d}", "time": f"{time:%H:%M:%S}"}


def _about_round(file: OpeningFile, compared: Compared, drawn: Sequence[DrawnCard]) -> Iterator[Statement]:
    if not drawn:
        yield Statement(False, EVERYBODY, because("shuffle.no_cards"))
    opened = {one.position: one.card for one in file.openings}
    for position in compared.other:
        told = drawn[position - 1]
        place = "box" if isinstance(told.at, int) else told.at if told.at in _PLACES else "other"
        says = because(
            "shuffle.other_card",
            position=position,
            committed=opened[position],
            card=told.card,
            place=place,
            at=told.at,
        )
        yield Statement(False, EVERYBODY, says)
    if compared.same:
        says = because("shuffle.same", positions=compared.same, runs=_runs(compared.same), drawn=len(drawn))
        yield Statement(True, WITNESS, says)
    for positions, why in (
        (compared.unnamed, "unnamed"),
        (compared.closed, "closed"),
    ):
        if positions:
            says = because("shuffle.not_compared", positions=positions, runs=_runs(positions), why=why)
            yield Statement(False, EVERYBODY, says)


def _runs(numbers: Sequence[int]) -> tuple[Reason, ...]:
    """Positions as runs: 1 to 7, and 12."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    spans = [span for run in runs for span in ([run] if len(run) > 2 else [[number] for number in run])]
    return tuple(because("run", first=span[0], last=span[-1], length=len(span)) for span in spans)
