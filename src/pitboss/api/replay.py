"""A round of the record as one reader may see it: what happened moment by moment, and what proves it.

Readers who may not see every card get each moment as they could see it then. Everybody gets the hashes of the
events, which are salted and say nothing of what an event says, and the proof that they stand in the log.
"""

import re
from bisect import bisect_right
from collections.abc import Container, Sequence
from typing import Any, Final

from msgspec import Struct, structs

from pitboss.access.roles import sees_all_cards
from pitboss.api.authentication import Who
from pitboss.api.table_views import jackpot_bet_of, limits_now, readings_now, round_of
from pitboss.cards import SUIT_GLYPHS, UNKNOWN, Card, glyphs
from pitboss.floor.tables.dealing import Sealer
from pitboss.floor.tables.faces import EVERYWHERE, CardSpot, draws_of, looked_at, opened, shoe_of
from pitboss.floor.tables.past_rounds import PastRound
from pitboss.messages.rounds import (
    AppendNow,
    EventNow,
    JackpotSlipNow,
    LogProofNow,
    MomentNow,
    RoundThen,
)
from pitboss.messages.tables import RoundNow
from pitboss.messages.views import RulingNow
from pitboss.money import format_cents, format_exact
from pitboss.projection import project
from pitboss.reason import Reason, because
from pitboss.records.round_file import FileStep
from pitboss.replay.acts import RecordedAct
from pitboss.replay.log_proofs import covering, prove_appends
from pitboss.replay.replay import Moment, Replay
from pitboss.replay.replay_json import clock_time
from pitboss.replay.round_file import RoundFileResult
from pitboss.round import commands as cmd
from pitboss.sheets.game import Game
from pitboss.store import Journal, Recorded
from pitboss.store.tree import salted_hash
from pitboss.words import kinds_of, say

_PAINTED: Final = re.compile(r"(10|[2-9JQKA])([♠♥♦♣])")
MOST_MOMENTS: Final = 200
"""Maximum moments of one page: each holds the whole round. A round of seven players has some sixty."""
_SUITS: Final = {glyph: suit for suit, glyph in SUIT_GLYPHS.items()}


class RoundReader:
    """One reader of one round: what they may see of it."""

    def __init__(
        self,
        game: Game,
        past: PastRound,
        who: Who,
        journal: Journal,
        *,
        sealer: Sealer | None,
    ) -> None:
        roles = who.principal.roles if who.principal else ()
        self.everything = any(sees_all_cards(role, round_over=past.round.settled) for role in roles)
        self.player = who.audience
        self._game = game
        self._journal = journal
        self.shoe = shoe_of(past, sealer)
        self.past = opened(past, self.shoe[1], self._spots(past)) if self.shoe else past
        """The round with the faces that the reader may see, of cards from our own shoe."""

    def _spots(self, past: PastRound) -> Container[CardSpot]:
        if self.everything:
            return EVERYWHERE
        return looked_at(past.round, self.player) if self.player else ()

    def round(self, act: RecordedAct | None = None) -> RoundNow:
        """The round as it ended or stands or, with an act, as it stood right after it."""
        return round_of(
            self._game,
            self.past.round,
            self.past.began.number,
            self.shoe[0] if self.shoe else None,
            self.player,
            method=self.past.began.method,
            everything=self.everything,
            then=act.after if act else None,
        )

    def positions_seen(self) -> tuple[int, ...]:
        """The positions of the shoe that were drawn, and whose cards the reader sees."""
        assert self.shoe is not None, "it was dealt from a shoe of ours"
        cards, faces = cards_in(self.round()), self.shoe[1].cards
        drawn = (position for draw in draws_of(self.past) for position in draw.positions)
        return tuple(position for position in drawn if faces[position - 1] in cards)

    def moment(self, moment: Moment) -> MomentNow:
        """A moment without any card that the reader could not see then."""
        seen = self.round(moment.act) if moment.act else None
        cards = cards_in(seen) if seen else frozenset()
        recorded = moment.first.recorded
        said = self._masked(moment.said, cards)
        then = tuple(self._masked(each, cards) for each in moment.then)
        shown = None if moment.displayed is None else format_exact(moment.displayed)
        sign = "-" if moment.change < 0 else ""
        return MomentNow(
            position=recorded.position,
            time=clock_time(recorded.recorded, self._game).isoformat(),
            who=moment.who,
            role=moment.role,
            what=say(said),
            said=said,
            follows=tuple(map(say, then)),
            then=then,
            clauses=_clauses(moment.act),
            displayed=shown,
            change=sign + format_exact(abs(moment.change)) if moment.change else None,
            own=moment.own,
            round=seen,
            events=tuple(_event(entry.recorded) for entry in moment.entries),
        )

    def file(self, told: RoundFileResult) -> str:
        """The round as a round file, in which cards that the reader may not see are unknown."""
        if self.everything:
            return told.text()
        cards = cards_in(self.round())
        steps = tuple(FileStep(_masked_command(step.command, cards)) for step in told.file.rounds[-1])
        masked = (self._masked(note, cards) for note in told.notes)
        notes = (*masked, because("round_file.unknown_cards"))
        file = structs.replace(told.file, rounds=(steps,))
        return structs.replace(told, file=file, notes=notes).text()

    def _masked(self, reason: Reason, cards: frozenset[Card]) -> Reason:
        """A reason without the cards that the reader could not see."""
        if self.everything:
            return reason
        faces = kinds_of(reason.code, "faces")
        params = {
            name: _hidden(value, cards) if name in faces else self._seen(value, cards)
            for name, value in reason.params.items()
        }
        return Reason(reason.code, params)

    def _seen(self, value: Any, cards: frozenset[Card]) -> Any:
        """A param that is no cards: reasons in it are masked, and cards that people wrote."""
        if isinstance(value, Reason):
            return self._masked(value, cards)
        if isinstance(value, tuple):
            return tuple(self._seen(each, cards) for each in value)
        return self._told(value, cards) if isinstance(value, str) else value

    def _told(self, text: str, cards: frozenset[Card]) -> str:
        if self.everything:
            return text
        return _PAINTED.sub(lambda found: found[0] if _card(found) in cards else glyphs((UNKNOWN,)), text)

    def log(self, moments: Sequence[Moment]) -> LogProofNow | None:
        """The proof that the events of these moments stand in the log, once the round is over."""
        if not self.past.round.settled or not moments:
            return None
        numbers = {entry.recorded.append for moment in moments for entry in moment.entries}
        found = covering(self._journal, max(numbers))
        proof = prove_appends(self._journal, numbers, found) if found else None
        if proof is None or proof.note is None or proof.key is None:
            return None
        return LogProofNow(
            appends=tuple(
                AppendNow(number=one.number, hashes=tuple(event.event_hash().hex() for event in one.events))
                for one in proof.appends
            ),
            hashes=tuple(value.hex() for value in proof.hashes),
            note=proof.note,
            key=proof.key,
        )


class MomentsPage(Struct, frozen=True, kw_only=True):
    """The requested moments of a round: those after a position of the journal, up to a limit."""

    cursor: int | None = None
    limit: int = MOST_MOMENTS

    def of(self, moments: Sequence[Moment]) -> tuple[Sequence[Moment], int | None]:
        """The moments of the page, and the cursor of the next one."""
        after = self.cursor or 0
        first = bisect_right(moments, after, key=lambda moment: moment.first.recorded.position)
        page = moments[first : first + self.limit]
        more = len(moments) > first + self.limit
        return page, page[-1].first.recorded.position if more else None


def round_then(replay: Replay, reading: RoundReader, page: MomentsPage) -> RoundThen:
    """A replay for one reader, with one page of its moments."""
    moments, cursor = page.of(replay.moments)
    past, hashes = replay.past, replay.past.round.hashes
    last = past.entries[-1].recorded
    slips = (
        project(JackpotSlipNow, s, amount=format_cents(s.amount), reversed=reversed_)
        for s in replay.slips
        for reversed_ in (s.number in replay.reversed_slips,)
    )
    rulings = (
        project(RulingNow, c, amount=format_cents(c.amount), by=act.by.name)
        for act in replay.rulings
        for c in (act.command,)
        if isinstance(c, cmd.AdjustSettlement)
    )
    return RoundThen(
        table=past.table,
        number=past.began.number,
        sheet=replay.game.sheet.id,
        title=replay.game.sheet.identity.title,
        boxes=past.round.table.boxes,
        limits=limits_now(past.round.table),
        jackpot_bet=jackpot_bet_of(past.round.table),
        day=str(past.began.day),
        shift=past.began.shift,
        link=replay.link,
        first=past.entries[0].recorded.position,
        last=last.position,
        hash=last.hash.hex(),
        build=hashes.build,
        sheet_hash=hashes.sheet,
        readings_hash=hashes.readings,
        everything=reading.everything,
        round=reading.round(),
        readings=readings_now(replay.game, reading.past.round, reading.round()),
        moments=tuple(reading.moment(moment) for moment in moments),
        cursor=cursor,
        slips=tuple(slips),
        rulings=tuple(rulings),
        log=reading.log(moments),
    )


def cards_in(seen: RoundNow) -> frozenset[Card]:
    """The cards that a reader sees of a round."""
    cards = [card for box in seen.boxes for card in box.cards]
    return frozenset(Card(card) for card in (*cards, *seen.dealer, *seen.community) if card != UNKNOWN)


def _event(recorded: Recorded) -> EventNow:
    digest = salted_hash(recorded.salt, recorded.data).hex()
    return project(EventNow, recorded, digest=digest, hash=recorded.hash.hex())


def _card(found: re.Match[str]) -> Card:
    return Card(found[1].replace("10", "T") + _SUITS[found[2]])


def _clauses(act: RecordedAct | None) -> tuple[str, ...]:
    events = act.events if act else ()
    return tuple(dict.fromkeys(clause for event in events for clause in getattr(event, "clauses", ())))


def _hidden(named: Any, cards: frozenset[Card]) -> tuple[Card, ...]:
    return tuple(card if card in cards else UNKNOWN for card in named)


def _masked_command(command: cmd.Command, cards: frozenset[Card]) -> cmd.Command:
    match command:
        case cmd.DealCards() | cmd.ShowCards():
            return structs.replace(command, cards=_hidden(command.cards, cards))
        case cmd.BurnCard() | cmd.DiscardCard():
            return structs.replace(command, card=_hidden((command.card,), cards)[0])
        case cmd.Report():
            return structs.replace(command, order=_hidden(command.order, cards))
        case _:
            return command
