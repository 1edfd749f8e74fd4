"""Contributions: shares of accepted bets, and their return."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.evolve import evolve
from pitboss.jackpots.parts import BookedBet, BornePart, failure_clauses, growth_clauses
from pitboss.jackpots.queue import Unit, lead, shown, spare, units
from pitboss.jackpots.state import Link, RoundInPlay, round_key
from pitboss.reason import because
from pitboss.refusal import Refusal
from pitboss.sheets.game import Game, Games
from pitboss.sheets.house import cite, refuse


def accept_bets(games: Games, link: Link, command: cmd.AcceptBets) -> ev.JackpotDecision:
    """Book the shares of a round's jackpot bets at "No more Bets"."""
    if command.table not in link.members:
        return refuse(
            lead(games, link), "no_such_table", because("no_such_table.on_link", table=command.table)
        )
    game = games[link.members[command.table]]
    if link.failure:
        return refuse(game, "jackpot_suspended", because("jackpot_suspended.failed"), *failure_clauses(game))
    if round_key(command.table, command.round) in link.rounds:
        why = because("round_known.booked", round=command.round)
        return refuse(game, "round_known", why, *growth_clauses(game))
    if any(booked.table == command.table and not booked.settled for booked in link.rounds.values()):
        why = because("round_in_play.last", table=command.table)
        return refuse(game, "round_in_play", why, *growth_clauses(game))
    if not command.bets:
        return ()
    bets = tuple(_booked(link, command.bets, link.config.cap - shown(games, link)))
    accepted = ev.BetsAccepted(
        table=command.table,
        round=command.round,
        at=command.at,
        bets=bets,
        cited=cite(game, *growth_clauses(game)),
    )
    return (accepted, *_alarms(game, link, accepted))


def record_hands(games: Games, link: Link, command: cmd.RecordHands) -> ev.JackpotDecision:
    """Record where a round's hands were complete, so that claims need not wait for later ones."""
    if not link.rounds.get(round_key(command.table, command.round)):
        return no_round(lead(games, link), command.table, command.round)
    return (ev.HandsRecorded(command.table, command.round, command.complete),)


def return_bets(games: Games, link: Link, command: cmd.ReturnBets) -> ev.JackpotDecision:
    """Return bets of a round, with what remains of their shares."""
    found: list[ev.JackpotEvent] = []
    for bet in command.bets:
        booked = link.rounds.get(round_key(command.table, command.round))
        if booked is None:
            return no_round(lead(games, link), command.table, command.round)
        event = _returned(games, link, booked, bet)
        if isinstance(event, Refusal):
            return event
        found.append(event)
        link = evolve(link, event)
    return tuple(found)


def finish_round(games: Games, link: Link, command: cmd.FinishRound) -> ev.JackpotDecision:
    """Note that a round is settled; one without jackpot bets was never booked."""
    booked = link.rounds.get(round_key(command.table, command.round))
    if booked is None or booked.settled:
        return ()
    return (ev.RoundFinished(command.table, command.round),)


def share_out(queue: tuple[Unit, ...], amount: Fraction, mark: int) -> tuple[tuple[BornePart, ...], Fraction]:
    """How much of a share booked at ``mark`` each claim holds, and what remains in the display."""
    parts = []
    for unit in queue:
        if mark <= unit.frozen_at:
            held = amount * (1 - unit.left)
            parts.append(BornePart(unit.claims[0].id, held, mark))
            amount -= held
    return tuple(part for part in parts if part.amount), amount


def _booked(link: Link, bets: tuple[cmd.BetToAccept, ...], room: Fraction) -> Iterator[BookedBet]:
    """The shares of bets in order; those above the cap are overflow."""
    for bet in bets:
        share = bet.amount * link.config.contribution_rate
        display = max(Fraction(0), min(share, room))
        room -= display
        reserve = bet.amount * link.config.reserve_rate
        yield BookedBet(
            box=bet.box,
            player=bet.player,
            amount=bet.amount,
            display=display,
            overflow=share - display,
            reserve=reserve,
        )


def _alarms(game: Game, link: Link, event: ev.BetsAccepted) -> Iterator[ev.JackpotEvent]:
    total = sum((bet.display + bet.overflow + bet.reserve for bet in event.bets), Fraction(0))
    if total > link.config.alarm_above:
        why = because("alarm.contribution", amount=str(total), most=link.config.alarm_above)
        yield ev.AlarmRaised(event.table, event.round, why)
    unit, most = link.config.prescribed_bet, game.jackpot.most_units
    for bet in event.bets:
        if bet.amount % unit or not unit <= bet.amount <= unit * most:
            why = because("alarm.jackpot_bet", box=bet.box, amount=bet.amount)
            yield ev.AlarmRaised(event.table, event.round, why)


def _returned(
    games: Games, link: Link, booked: RoundInPlay, bet: cmd.ReturnedBet
) -> ev.ContributionReturned | Refusal:
    game = games[booked.sheet]
    owned = [b for b in booked.bets if (b.box, b.player) == (bet.box, bet.player)]
    if not owned or not 0 < bet.amount <= owned[0].amount:
        why = because("no_jackpot_bet.booked", player=bet.player, amount=bet.amount, box=bet.box)
        return refuse(game, "no_jackpot_bet", why, *bet.clauses)
    part = Fraction(bet.amount, owned[0].amount)
    share = owned[0].display * part
    borne, rest = share_out(units(games, link), share * booked.left, booked.mark)
    display = max(Fraction(0), min(rest, spare(games, link)))
    overflow = min(owned[0].overflow * part, link.overflow)
    reserve = min(owned[0].reserve * part, link.reserve)
    house = (share + (owned[0].overflow + owned[0].reserve) * part) - display - overflow - reserve
    return ev.ContributionReturned(
        table=booked.table,
        round=booked.round,
        box=bet.box,
        player=bet.player,
        amount=bet.amount,
        display=display,
        overflow=overflow,
        reserve=reserve,
        house=house,
        borne=borne,
        cited=cite(game, *bet.clauses),
    )


def no_round(game: Game, table: str, name: str) -> Refusal:
    """The refusal of what a table says of a round that has no accepted jackpot bet."""
    why = because("no_such_round.linked", table=table, round=name)
    return refuse(game, "no_such_round", why, *growth_clauses(game))
