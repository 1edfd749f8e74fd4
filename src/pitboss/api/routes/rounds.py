"""Rounds of the past over HTTP: found, replayed, as a file or a signed page, with openings of their cards."""

from datetime import date, datetime, tzinfo
from typing import Annotated, Any

from litestar import Controller, Response
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from msgspec import Meta, Struct

from pitboss.api.authentication import Who
from pitboss.api.context import Ctx
from pitboss.api.errors import BadRequest, RequestRefused, check_query, not_found
from pitboss.api.record_reads import RecordReads
from pitboss.api.replay import MOST_MOMENTS, MomentsPage, RoundReader, cards_in, round_then
from pitboss.api.routing import serves
from pitboss.floor.tables.events import ShoeReady
from pitboss.floor.tables.past_rounds import PastRound, has_bet, read_round, round_began
from pitboss.messages import operations
from pitboss.messages.rounds import RoundBrief, RoundsFound, RoundThen
from pitboss.messages.texts import AmountText, CardText, ClauseNumber, PlayerName
from pitboss.money import format_cents, parse_cents
from pitboss.reason import Unreadable, because
from pitboss.refusal import Refusal, refuse
from pitboss.replay.log_proofs import prove_event
from pitboss.replay.replay import Replay, replay
from pitboss.replay.round_file import as_round_file
from pitboss.replay.search import RoundQuery, bettors_of, clauses_reported, search
from pitboss.server.site import Site
from pitboss.sheets.game import Game
from pitboss.shoe import open_positions
from pitboss.shoe.commitment import POSITIONS
from pitboss.shoe.opening_file import InLog, write_openings
from pitboss.store import Journal
from pitboss.time_zones import journal_time
from pitboss.words.catalogue import ENGLISH, parse_language

TableName = Annotated[str, Meta(min_length=1, max_length=200)]
ShiftName = Annotated[str, Meta(min_length=1, max_length=40)]
RoundsLimit = Annotated[int, Meta(ge=1, le=100)]
MomentsLimit = Annotated[int, Meta(ge=1, le=MOST_MOMENTS)]
RoundsCursor = Annotated[int, Meta(ge=1, le=2**62)]


class RoundsQuery(Struct, frozen=True, kw_only=True):
    """Parameters of a query for rounds."""

    table: TableName | None
    shift: ShiftName | None
    player: PlayerName | None
    card: CardText | None
    payout: AmountText | None
    irregularity: ClauseNumber | None
    cursor: RoundsCursor | None
    limit: RoundsLimit


class MomentsQuery(Struct, frozen=True, kw_only=True):
    """Parameters of a query for moments."""

    cursor: RoundsCursor | None
    limit: MomentsLimit


class RoundRoutes(Controller):
    """Every round that was played."""

    @serves(operations.rounds)
    async def find(
        self,
        ctx: Ctx,
        record: NamedDependency[RecordReads],
        table: FromQuery[TableName | None] = None,
        day: FromQuery[date | None] = None,
        shift: FromQuery[ShiftName | None] = None,
        since: FromQuery[datetime | None] = None,
        until: FromQuery[datetime | None] = None,
        player: FromQuery[PlayerName | None] = None,
        card: FromQuery[CardText | None] = None,
        payout: FromQuery[AmountText | None] = None,
        irregularity: FromQuery[ClauseNumber | None] = None,
        void: FromQuery[bool | None] = None,
        jackpot: FromQuery[bool | None] = None,
        cursor: FromQuery[RoundsCursor | None] = None,
        limit: FromQuery[RoundsLimit] = 20,
    ) -> RoundsFound:
        """Rounds that fit, newest first: players find their own; a card is one that the reader may see."""
        given = {
            "table": table,
            "shift": shift,
            "player": player,
            "card": card,
            "payout": payout,
            "irregularity": irregularity,
        }
        check_query(RoundsQuery, {**given, "cursor": cursor, "limit": limit})
        question = RoundQuery(
            table=table,
            day=day,
            shift=shift,
            since=_instant(since, ctx.site.floor.zone),
            until=_instant(until, ctx.site.floor.zone),
            player=player,
            payout=parse_cents(payout) if payout is not None else None,
            irregularity=irregularity,
            void=void,
            jackpot=jackpot,
        )

        def also(past: PastRound) -> bool:
            seen = may_read(ctx.who, past)
            return seen and (card is None or card in cards_in(_reading(ctx.site, ctx.who, past).round()))

        found = await record.read(ctx.who, search, ctx.site.journal, question, limit, cursor, also=also)
        return RoundsFound(tuple(_brief(past, ctx.site.floor.zone) for past in found.rounds), found.cursor)

    @serves(operations.round_then)
    async def one_round(
        self,
        ctx: Ctx,
        record: NamedDependency[RecordReads],
        table: FromPath[str],
        number: FromPath[int],
        cursor: FromQuery[RoundsCursor | None] = None,
        limit: FromQuery[MomentsLimit] = MOST_MOMENTS,
    ) -> RoundThen:
        """A round moment by moment, with its settlement and reasons, as its reader may see it.

        A long one comes in pages of moments, each with the proof of its own; ``cursor`` leads to the next.
        """
        check_query(MomentsQuery, {"cursor": cursor, "limit": limit})
        return await record.read(ctx.who, _then, ctx, table, number, MomentsPage(cursor=cursor, limit=limit))

    @serves(operations.round_file)
    async def file(
        self, ctx: Ctx, record: NamedDependency[RecordReads], table: FromPath[str], number: FromPath[int]
    ) -> Response[str]:
        """A round that is over as a round file, with the cards that the reader may see."""
        content = await record.read(ctx.who, _file, ctx, table, number)
        return _download(content, "text/plain", f"{table}-{number}.toml")

    @serves(operations.round_page)
    async def page(
        self,
        ctx: Ctx,
        record: NamedDependency[RecordReads],
        table: FromPath[str],
        number: FromPath[int],
        language: FromQuery[str] = ENGLISH,
    ) -> Response[str]:
        """The record of a round that is over, signed by the house, to be checked offline."""
        try:
            parse_language(language)
        except Unreadable as fault:
            raise BadRequest(fault.reason, "query.language") from None
        content = await record.read(ctx.who, _page, ctx, table, number, language)
        return _download(content, "text/html", f"{table}-{number}.html")

    @serves(operations.openings)
    async def openings(
        self, ctx: Ctx, record: NamedDependency[RecordReads], table: FromPath[str], number: FromPath[int]
    ) -> Response[Any]:
        """Proof of the cards that the reader may see; of all 52 for a regulator once the round is over."""
        content = await record.read(ctx.who, _openings, ctx, table, number)
        return Response(content, media_type="application/json")


def _then(ctx: Ctx, table: str, number: int, page: MomentsPage) -> RoundThen:
    reading = _reading(ctx.site, ctx.who, _past(ctx.site, ctx.who, table, number))
    return round_then(_replay(ctx.site, reading.past), reading, page)


def _file(ctx: Ctx, table: str, number: int) -> str:
    reading = _reading(ctx.site, ctx.who, _over(ctx.site, _past(ctx.site, ctx.who, table, number)))
    return reading.file(as_round_file(ctx.site.journal, _replay(ctx.site, reading.past)))


def _page(ctx: Ctx, table: str, number: int, language: str) -> str:
    past = _over(ctx.site, _past(ctx.site, ctx.who, table, number))
    from pitboss.replay.dispute.page import make_page

    shown = _replay(ctx.site, past)
    key = ctx.site.checkpoints.key
    ctx.site.checkpoints.sign_up_to(max(entry.recorded.append for entry in shown.own_entries()))
    witnesses = tuple(witness.key.text() for witness in ctx.site.config.witnesses)
    told = as_round_file(ctx.site.journal, shown)
    return make_page(ctx.site.journal, shown, told, key, witnesses=witnesses, language=language)


def _openings(ctx: Ctx, table: str, number: int) -> bytes:
    reading = _reading(ctx.site, ctx.who, _past(ctx.site, ctx.who, table, number))
    if reading.shoe is None:
        raise not_found(because("not_found.shoe", round=number, table=table))
    commitment, shoe = reading.shoe
    whole = reading.past.round.settled and ctx.who.principal and ctx.who.principal.may("open_shoe")
    positions = range(1, POSITIONS + 1) if whole else reading.positions_seen()
    log = _in_log(ctx.site.journal, reading.past) if reading.past.round.settled else None
    return write_openings(commitment, open_positions(shoe, positions), log)


def may_read(who: Who, past: PastRound) -> bool:
    """Whether a round of the record is for somebody who may watch tables: players read those they bet in."""
    return who.audience is None or who.audience in bettors_of(past)


def _past(site: Site, who: Who, table: str, number: int) -> PastRound:
    """A round for its reader; one that is not for them is answered as one that is not there.

    Whether it is for them is decided first: for a stranger no more is read than the bets in it.
    """
    began, player = round_began(site.journal, table, number), who.audience
    allowed = began and (player is None or has_bet(site.journal, began, player))
    past = read_round(site.journal, began) if began and allowed else None
    if past is None:
        if player is None:
            raise not_found(because("no_such_round", table=table, round=number))
        raise not_found(because("no_such_round.own", table=table, round=number))
    return past


def _over(site: Site, past: PastRound) -> PastRound:
    if not past.round.settled:
        raise RequestRefused(_in_play(site, past))
    return past


def _in_log(journal: Journal, past: PastRound) -> InLog | None:
    """The proof that the commitment to the deck of a round stands in the log.

    It shows the event that recorded the commitment, with the sealed deck: only once the round is over.
    """
    ready = next(entry.recorded for entry in past.entries if isinstance(entry.event, ShoeReady))
    return prove_event(journal, ready)


def _in_play(site: Site, past: PastRound) -> Refusal:
    """The sheets leave to the House what can be had of a round that is not over."""
    return refuse(
        "round_in_play", because("round_in_play.record", round=past.id), _game(site, past).ruling_clauses
    )


def _game(site: Site, past: PastRound) -> Game:
    return site.floor.rulebook.with_hash(past.round.hashes.sheet)


def _reading(site: Site, who: Who, past: PastRound) -> RoundReader:
    return RoundReader(_game(site, past), past, who, site.journal, sealer=site.floor.sealer)


def _replay(site: Site, past: PastRound) -> Replay:
    site.floor.rulebook.with_hash(past.round.hashes.sheet)
    return replay(site.journal, site.floor.rulebook, past)


def _brief(past: PastRound, zone: tzinfo) -> RoundBrief:
    settlement = past.round.settlement
    lines = settlement.lines if settlement else ()
    by_link = sum(paid.amount for paid in settlement.shares_won()) if settlement else 0
    nets = settlement.players() if settlement else {}
    return RoundBrief(
        table=past.table,
        number=past.began.number,
        sheet=past.round.table.sheet,
        day=str(past.began.day),
        shift=past.began.shift,
        began=journal_time(past.entries[0].recorded.recorded, zone).isoformat(),
        outcome=settlement.outcome if settlement else None,
        players={name: format_cents(nets.get(name, 0)) for name in bettors_of(past)},
        most=format_cents(max((line.net for line in lines), default=0)),
        wagers=format_cents(sum(line.stake for line in lines if line.result != "returned")),
        win=format_cents(by_link - sum(line.net for line in lines)),
        paid_by_link=format_cents(by_link),
        irregularities=clauses_reported(past),
        jackpot=any(line.bet == "jackpot" and line.net > 0 for line in lines),
    )


def _instant(time: datetime | None, zone: tzinfo) -> int | None:
    """Microseconds since 1970; a time without an offset is the house's."""
    if time is None:
        return None
    return int((time if time.tzinfo else time.replace(tzinfo=zone)).timestamp() * 1_000_000)


def _download(content: str, media_type: str, name: str) -> Response[str]:
    plain = "".join(letter if letter.isalnum() or letter in "-._" else "_" for letter in name)
    headers = {"Content-Disposition": f'attachment; filename="{plain}"'}
    return Response(content, media_type=media_type, headers=headers)
