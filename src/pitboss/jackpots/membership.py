"""Opening a link and its members: tables of one operator whose sheets order winners alike."""

from fractions import Fraction

from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.config import LinkConfig, config_fault
from pitboss.jackpots.parts import Seed, growth_clauses
from pitboss.jackpots.queue import lead
from pitboss.jackpots.state import Link
from pitboss.people import approval_fault
from pitboss.reason import because
from pitboss.refusal import Refusal
from pitboss.refusal import refuse as refuse_with
from pitboss.sheets.game import Game, Games
from pitboss.sheets.house import cite, refuse


def open_link(games: Games, command: cmd.OpenLink) -> ev.JackpotDecision:
    """Open a link of at least one table at its reset value, which the house pays."""
    if not command.members or command.members[0].sheet not in games:
        return refuse_with("no_such_sheet", because("no_such_sheet.first_table"))
    game = games[command.members[0].sheet]
    if fault := approval_fault(command.approval, because("act.open_link")):
        return refuse(game, *fault)
    if refusal := _without_jackpot(game):
        return refusal
    if why := config_fault(command.config):
        return refuse(game, "config_not_possible", why, *growth_clauses(game))
    tables: set[str] = set()
    for member in command.members:
        if member.table in tables:
            return refuse(game, "table_known", because("table_known.twice", table=member.table))
        tables.add(member.table)
        if refusal := _not_alike(games, game, command.operator, command.config, member):
            return refusal
    seed = Seed(house=Fraction(command.config.reset))
    opened = ev.LinkOpened(
        link=command.link,
        operator=command.operator,
        config=command.config,
        seed=seed,
        approval=command.approval,
        cited=cite(game, *growth_clauses(game)),
    )
    return (opened, *(ev.TableJoined(member.table, member.sheet) for member in command.members))


def join_table(games: Games, link: Link, command: cmd.JoinTable) -> ev.JackpotDecision:
    """Add a table to the link."""
    game, member = lead(games, link), command.member
    if fault := approval_fault(command.approval, because("act.join_table")):
        return refuse(game, *fault)
    if member.table in link.members:
        return refuse(game, "table_known", because("table_known.on_link", table=member.table))
    refusal = _not_alike(games, game, link.operator, link.config, member)
    return refusal or (ev.TableJoined(member.table, member.sheet),)


def remove_table(games: Games, link: Link, command: cmd.RemoveTable) -> ev.JackpotDecision:
    """Remove a table between rounds; the last one leaves only by closing the link."""
    game = lead(games, link)
    if fault := approval_fault(command.approval, because("act.remove_table")):
        return refuse(game, *fault)
    if command.table not in link.members:
        return refuse(game, "no_such_table", because("no_such_table.on_link", table=command.table))
    if any(link.rounds[key].table == command.table for key in link.in_play):
        return refuse(game, "round_in_play", because("round_in_play.table", table=command.table))
    if any(claim.table == command.table for claim in link.claims.values()):
        return refuse(game, "claims_open", because("claims_open.table", table=command.table))
    if len(link.members) == 1:
        return refuse(game, "no_such_table", because("no_such_table.last"))
    return (ev.TableRemoved(command.table),)


def version_refusal(games: Games, link: Link, game: Game) -> Refusal | None:
    """Refusal of a sheet's new text that its tables could not play on their link."""
    sheet = game.sheet.id
    if link.closed or sheet not in link.members.values():
        return None
    if refusal := _without_jackpot(game):
        return refusal
    if _orders(game) != _orders(games[sheet]) and (link.in_play or link.unpaid):
        return refuse(
            game,
            "claims_open",
            because("claims_open.order", link=link.id),
            *game.jackpot.across_tables_clauses,
        )
    played = {**games, sheet: game}
    for table, plays in link.members.items():
        member = cmd.Member(table, plays, link.config.prescribed_bet)
        if refusal := _not_alike(played, game, link.operator, link.config, member):
            return refusal
    return None


def _not_alike(
    games: Games, game: Game, operator: str, config: LinkConfig, member: cmd.Member
) -> Refusal | None:
    """Why a table's sheet does not fit the one that leads the link; None if it does."""
    other = games.get(member.sheet)
    if other is None:
        return refuse(game, "no_such_sheet", because("no_such_sheet.in_force", sheet=member.sheet))
    if refusal := _without_jackpot(other):
        return refusal
    theirs = other.sheet.identity.operator
    if theirs != operator:
        why = because("operators_differ.table", table=member.table, theirs=theirs, operator=operator)
        return refuse(other, "operators_differ", why)
    if _orders(other) != _orders(game):
        ours = game.sheet.identity.short
        why = because("order_differs", sheet=other.sheet.identity.short, other=ours)
        jackpot = other.jackpot
        clauses = (*jackpot.across_tables_clauses, *jackpot.several_winners.both_clauses)
        return refuse(other, "order_differs", why, *dict.fromkeys(clauses))
    if member.jackpot_bet != config.prescribed_bet:
        why = because("prescribed_bet_differs", table=member.table)
        return refuse(other, "prescribed_bet_differs", why, *growth_clauses(other))
    return None


def _without_jackpot(game: Game) -> Refusal | None:
    if game.sheet.jackpot:
        return None
    return refuse(game, "no_jackpot", because("no_jackpot.link", sheet=game.sheet.identity.short))


def _orders(game: Game) -> tuple[str, ...]:
    """What two sheets must share to order winners over one display."""
    jackpot, readings = game.jackpot, game.readings
    return (
        jackpot.across_tables,
        jackpot.same_table,
        readings.percentage_award,
        readings.second_straight_flush,
        readings.own_contribution,
        readings.part_of_a_cent,
        readings.full_hand,
    )
