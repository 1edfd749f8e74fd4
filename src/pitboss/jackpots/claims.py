"""Claims: winning hands are detected and put in the order of payment."""

from collections.abc import Iterator

from pitboss.citation import Clause
from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.contributing import no_round
from pitboss.jackpots.evolve import evolve
from pitboss.jackpots.parts import BornePart, failure_clauses, growth_clauses
from pitboss.jackpots.queue import Unit, claimant_fault, lead, units, waits_for
from pitboss.jackpots.state import Link, RoundInPlay, round_key
from pitboss.people import role_fault
from pitboss.reason import because
from pitboss.refusal import Refusal
from pitboss.settlement import Denied
from pitboss.settlement.awards import ALL
from pitboss.sheets.game import Game, Games
from pitboss.sheets.house import cite, refuse
from pitboss.sheets.rates import Percent


def detect_wins(games: Games, link: Link, command: cmd.DetectWins) -> ev.JackpotDecision:
    """Turn hands that win a share of the display into claims, whose value is frozen now.

    While the jackpot system is down, the value registered at its failure decides (RWS 5.17.1), and the house
    makes good what bets returned since have taken out of it.
    """
    booked = link.rounds.get(round_key(command.table, command.round))
    if booked is None:
        return no_round(lead(games, link), command.table, command.round)
    game = games[booked.sheet]
    found: list[ev.JackpotEvent] = []
    for won in command.wins:
        if refusal := _not_a_win(game, link, booked, won):
            return refusal
        detected = _detected(game, link, booked, won, command.entered_at)
        found.append(detected)
        link = evolve(link, detected)
        for event in _made_good(games, link, detected):
            found.append(event)
            link = evolve(link, event)
    return tuple(found)


def rule_order(games: Games, link: Link, command: cmd.RuleOrder) -> ev.JackpotDecision:
    """Set the order of payment by the House's final ruling (RWS); claims no longer wait for rounds."""
    game = lead(games, link)
    clauses = game.jackpot.across_tables_clauses
    fault = role_fault(command.by, "shift_manager", because("act.rule_order"))
    if fault := fault or claimant_fault(link, command.by):
        return refuse(game, *fault, *clauses)
    if not command.reason.strip():
        return refuse(game, "argument_missing", because("argument_missing.ruling"), *clauses)
    open_claims = sorted(claim.id for claim in link.unpaid)
    if not open_claims or sorted(command.claims) != open_claims:
        why = because("order_incomplete", claims=tuple(open_claims))
        return refuse(game, "order_incomplete", why, *clauses)
    return (ev.OrderRuled(command.claims, command.by, command.reason, cite(game, *clauses)),)


def now_ordered(games: Games, link: Link) -> Iterator[ev.ClaimOrdered]:
    """The claims that wait for nothing more, in order; the first one that waits stops all behind it."""
    place = link.places
    for unit in units(games, link):
        for claim in unit.claims:
            if claim.place is not None:
                continue
            if waits_for(games, link, claim):
                return
            place += 1
            game = games[claim.sheet]
            cited = cite(game, *game.jackpot.across_tables_clauses)
            yield ev.ClaimOrdered(claim.id, place, cited)


def win_clauses(games: Games, link: Link, unit: Unit) -> tuple[Clause, ...]:
    """The clauses of the pay: pay table, sharing at a table, order across tables."""
    game = games[unit.claims[0].sheet]
    jackpot = game.jackpot
    clauses = list(jackpot.clauses)
    place = (unit.claims[0].table, unit.claims[0].round)
    percents = [c.percent for c in link.claims.values() if (c.table, c.round) == place]
    several = jackpot.several_winners
    if len(set(percents)) > 1:
        clauses += several.both_clauses
    if len(percents) > len(set(percents)):
        clauses += several.of_all_clauses if percents.count(ALL) > 1 else several.of_part_clauses
    if len({(claim.table, claim.round) for claim in link.unpaid}) > 1:
        clauses += jackpot.across_tables_clauses
    if link.failure:
        clauses += failure_clauses(game)
    return tuple(dict.fromkeys(clauses))


def _not_a_win(game: Game, link: Link, booked: RoundInPlay, won: cmd.Won) -> Refusal | None:
    if not any((bet.box, bet.player) == (won.box, won.player) for bet in booked.bets):
        why = because("no_jackpot_bet.accepted", player=won.player, box=won.box)
        return refuse(game, "no_jackpot_bet", why, *growth_clauses(game))
    if Percent(won.percent) not in [line.rate for line in game.jackpot_pays]:
        why = because("not_a_share", percent=won.percent)
        return refuse(game, "not_a_share", why, *game.jackpot.clauses)
    if Denied(won.box, won.player, won.hand, won.percent) in booked.denied:
        why = because("claim_known.denied", player=won.player, box=won.box)
        return refuse(game, "claim_known", why, *game.jackpot.clauses)
    known = {*link.claims, *(slip.claim for slip in link.slips)}
    if _name(booked, won) in known:
        why = because("claim_known.entered", player=won.player, box=won.box)
        return refuse(game, "claim_known", why, *game.jackpot.clauses)
    return None


def _detected(game: Game, link: Link, booked: RoundInPlay, won: cmd.Won, entered_at: int) -> ev.WinDetected:
    moment = link.failure or link
    mark, inflow = moment.mark, moment.inflow
    if game.readings.own_contribution == "in_the_next_jackpot" and booked.mark <= mark:
        mark, inflow = booked.mark - 1, booked.inflow
    return ev.WinDetected(
        claim=_name(booked, won),
        table=booked.table,
        round=booked.round,
        sheet=booked.sheet,
        box=won.box,
        player=won.player,
        hand=won.hand,
        percent=won.percent,
        complete_at=won.complete_at,
        entered_at=entered_at,
        frozen_at=mark,
        inflow=inflow,
        cited=cite(game, *game.jackpot.clauses),
    )


def _made_good(games: Games, link: Link, detected: ev.WinDetected) -> Iterator[ev.ShareBorne]:
    """What the house bears of the new claim: shares taken back since the failure."""
    if not link.failure:
        return
    unit = next(u for u in units(games, link) if detected.claim in [c.id for c in u.claims])
    held = 1 - unit.left
    parts = [BornePart(detected.claim, amount * held, mark) for amount, mark in link.failure.taken]
    if any(part.amount for part in parts):
        cited = cite(games[detected.sheet], *failure_clauses(games[detected.sheet]))
        yield ev.ShareBorne(tuple(part for part in parts if part.amount), cited)


def _name(booked: RoundInPlay, won: cmd.Won) -> str:
    return f"{booked.table}/{booked.round}/{won.box}/{won.player}"
