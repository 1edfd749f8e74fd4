"""What an opening file proves, to whom, and what it leaves open."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct

from pitboss.cards import DECK, UNKNOWN
from pitboss.reason import Reason, because
from pitboss.records.drawn_cards import DrawnCard
from pitboss.shoe.in_log import Logged, NotInLog, find_in_log
from pitboss.shoe.opening_file import CheckedOpenings, OpeningFile, check
from pitboss.store.keys import default_origin
from pitboss.tlog.note import NoteKey

EVERYBODY: Final = because("proved_to.everybody")
YOU: Final = because("proved_to.you")
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
