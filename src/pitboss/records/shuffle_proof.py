"""What an opening file proves, to whom, and what it leaves open, in sentences."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec import Struct

from pitboss.cards import DECK, UNKNOWN
from pitboss.records.drawn_cards import DrawnCard, DrawnPlace
from pitboss.shoe.in_log import Logged, NotInLog, find_in_log
from pitboss.shoe.opening_file import CheckedOpenings, OpeningFile, check
from pitboss.store.keys import default_origin
from pitboss.tlog.note import NoteKey

EVERYBODY = "everybody"
WITNESS = "everybody who knew the commitment before the first bet"


class Statement(Struct, frozen=True):
    """One statement, proved or not."""

    proved: bool
    to: str
    """The audience it is proved to, or that it concerns."""
    says: str


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
        says = "What you named with --key or --witness: nothing in this file could be compared with it."
        statements.append(Statement(False, "you", says))
    statements.append(
        Statement(
            False,
            EVERYBODY,
            "That the order was drawn at random and that nobody knew it: no commitment can show that. The "
            "shuffle itself is tested by pitboss rng-test.",
        )
    )
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
        says = (
            f"The openings of {_positions(checked.failed)} do not lead to the commitment: these are not the "
            "cards that were committed to, or the file was changed."
        )
        yield Statement(False, EVERYBODY, says)
    for card, positions in checked.doubled:
        says = f"The commitment holds {card} at {_positions(positions)}: that is no deck of {whole} cards."
        yield Statement(False, EVERYBODY, says)
    if checked.fixed:
        says = (
            f"The cards at {_positions(checked.fixed)} were fixed when the commitment was made. Nobody, the "
            "House included, can have changed them since."
        )
        yield Statement(True, WITNESS, says)
    if checked.whole:
        says = f"All {whole} positions are open, and each card of the deck is there once."
        yield Statement(True, WITNESS, says)
    elif hidden := whole - len(checked.fixed):
        says = (
            f"The cards at the {'other ' if checked.fixed else ''}{hidden} positions, and that the deck is "
            f"whole: this file does not show them. A regulator can ask for all {whole}."
        )
        yield Statement(False, EVERYBODY, says)


def _about_publishing(same: bool | None) -> Iterator[Statement]:
    if same is None:
        says = (
            "That this commitment was published before the first bet: compare it with what the table showed "
            "then."
        )
        yield Statement(False, EVERYBODY, says)
    elif same:
        yield Statement(True, "you", "The commitment of this file is the one that you gave.")
    else:
        says = (
            "The commitment of this file is not the one that you gave: it is that of another shoe, or it was "
            "exchanged."
        )
        yield Statement(False, "you", says)


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
        says = "That the commitment stands in the log of the house: this file carries no proof of it."
        yield Statement(False, EVERYBODY, says)
        return
    if isinstance(logged, NotInLog):
        yield Statement(False, EVERYBODY, f"That the commitment stands in the log of the house. {logged}")
        return
    says = (
        f"The commitment stands in the log {logged.origin} as append {logged.append} of {logged.size}, "
        f"recorded on {_when(logged.recorded)} by the clock of the house. The checkpoint is signed by "
        f"{logged.key.text()}."
    )
    yield Statement(True, "you" if named else "everybody who knows this key as the house's", says)
    for name, time in logged.cosigned:
        says = f"The witness {name} cosigned that checkpoint on {_when(time)}: the commitment stood there."
        yield Statement(True, "everybody who trusts the witness", says)


def _when(time: datetime) -> str:
    return f"{time:%Y-%m-%d at %H:%M:%S} UTC"


def _about_round(file: OpeningFile, compared: Compared, drawn: Sequence[DrawnCard]) -> Iterator[Statement]:
    if not drawn:
        yield Statement(False, EVERYBODY, "No card was dealt in the round, so there is nothing to compare.")
    opened = {one.position: one.card for one in file.openings}
    for position in compared.other:
        told = drawn[position - 1]
        lay = f"the round has {told.card} {_at(told.at)}"
        says = f"Position {position} is {opened[position]} by the commitment, but {lay}."
        yield Statement(False, EVERYBODY, says)
    if compared.same:
        says = (
            f"{len(compared.same)} of the {len(drawn)} cards that left the shoe in the round, those of "
            f"{_positions(compared.same)}, are the committed ones in the committed order."
        )
        yield Statement(True, WITNESS, says)
    for positions, why in (
        (compared.unnamed, "unnamed in the round file"),
        (compared.closed, "not opened in this file"),
    ):
        if positions:
            says = f"What was dealt from {_positions(positions)} could not be compared: {why}."
            yield Statement(False, EVERYBODY, says)


def _positions(numbers: Sequence[int]) -> str:
    """Positions in words: ``positions 1 to 7 and 12``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))]
    listed = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return f"position{'s' if len(numbers) > 1 else ''} {listed}"


def _at(spot: DrawnPlace) -> str:
    if isinstance(spot, int):
        return f"at box {spot}"
    words = {"dealer": "with the Dealer", "community": "among the community cards"}
    return words.get(spot, f"among the {spot} cards")
