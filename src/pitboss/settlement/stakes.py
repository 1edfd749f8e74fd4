"""What stands of each bet when the Bets are closed: limits, sizes and missing Antes.

A bet that was noticed in time was refused, so only ``unnoticed`` money can be of a wrong size.
"""

from msgspec import Struct

from pitboss.settlement.facts import Box, Table, Wager
from pitboss.sheets.game import Game
from pitboss.sheets.model import Clause


class Stake(Struct, frozen=True):
    """One player's bet on one area: what he placed and what of it wins or loses."""

    player: str
    bet: str
    placed: int
    stood: int
    clauses: tuple[Clause, ...] = ()
    """Why not all of it stood, or why less than the rule asks was accepted."""
    returned: tuple[Clause, ...] = ()
    """Why all of it goes back, or none."""
    under_minimum: bool = False


def stakes(
    game: Game, table: Table, box: Box, under_before: frozenset[str] = frozenset()
) -> tuple[Stake, ...]:
    """The stakes on a box, in the order of the sheet's bets and then of the players."""
    if not any(wager.unnoticed for wager in box.wagers):
        return _as_placed(game, box)
    found: list[Stake] = []
    for bet, rule in game.sheet.bets.items():
        wagers = [wager for wager in box.wagers if wager.bet == bet]
        if not wagers:
            continue
        if rule.placed == "decision":
            found += _decision_stakes(game, table, bet, rule.times_ante, wagers, found)
        elif rule.needs_ante and not box.has("ante"):
            found += _orphans(game, bet, wagers)
        else:
            found += _limited_stakes(game, table, bet, wagers, under_before)
    return tuple(found)


def highest_allowed(game: Game, table: Table, bet: str, amount: int) -> int:
    """The most of ``amount`` that the table's limits let stand on an area."""
    limits = table.limits.get(bet)
    if limits:
        amount = min(amount, limits.maximum)
    unit = table.jackpot_bet
    if bet == "jackpot" and unit and amount > unit:
        amount = unit * min(amount // unit, game.sheet.jackpot.most_units)
    return amount


def below_minimum(table: Table, bet: str, amount: int) -> bool:
    """Whether an area holds less than its minimum or the prescribed jackpot bet."""
    limits = table.limits.get(bet)
    prescribed = table.jackpot_bet if bet == "jackpot" else None
    return bool(limits and amount < limits.minimum) or bool(prescribed and amount < prescribed)


def _as_placed(game: Game, box: Box) -> tuple[Stake, ...]:
    sums: dict[tuple[str, str], int] = {}
    for wager in box.wagers:
        key = (wager.bet, wager.player)
        sums[key] = sums.get(key, 0) + wager.amount
    order = game.bet_order
    return tuple(
        Stake(player, bet, amount, amount)
        for (bet, player), amount in sorted(sums.items(), key=lambda item: order[item[0][0]])
    )


def _orphans(game: Game, bet: str, wagers: list[Wager]) -> list[Stake]:
    amounts = game.sheet.amounts
    clauses = amounts.orphan_jackpot if bet == "jackpot" else amounts.orphan_bonus
    return [
        Stake(player, bet, amount, amount, returned=clauses) for player, amount in _by_player(wagers).items()
    ]


def _limited_stakes(
    game: Game, table: Table, bet: str, wagers: list[Wager], under_before: frozenset[str]
) -> list[Stake]:
    amounts = game.sheet.amounts
    total = sum(wager.amount for wager in wagers)
    excess = total - highest_allowed(game, table, bet, total)
    under = below_minimum(table, bet, total)
    stood = _less_last_money(wagers, excess)
    result = []
    for player, placed in _by_player(wagers).items():
        if under and amounts.under_minimum_times is not None and player in under_before:
            result.append(Stake(player, bet, placed, placed, returned=amounts.under_minimum))
        elif under:
            result.append(Stake(player, bet, placed, placed, amounts.under_minimum, (), True))
        elif not stood[player]:
            result.append(Stake(player, bet, placed, placed, returned=amounts.over_maximum))
        elif stood[player] < placed:
            result.append(Stake(player, bet, placed, stood[player], amounts.over_maximum))
        else:
            result.append(Stake(player, bet, placed, placed))
    return result


def _less_last_money(wagers: list[Wager], excess: int) -> dict[str, int]:
    """What each player keeps on the area when the last money placed goes back first."""
    stood = _by_player(wagers)
    for wager in reversed(wagers):
        back = min(excess, wager.amount)
        stood[wager.player] -= back
        excess -= back
    return stood


def _decision_stakes(
    game: Game, table: Table, bet: str, times: int, wagers: list[Wager], found: list[Stake]
) -> list[Stake]:
    antes = {stake.player: stake for stake in found if stake.bet == "ante"}
    return [
        _decision_stake(game, table, bet, times, player, placed, antes[player])
        for player, placed in _by_player(wagers).items()
    ]


def _decision_stake(
    game: Game, table: Table, bet: str, times: int, player: str, placed: int, ante: Stake
) -> Stake:
    if ante.returned:
        return Stake(player, bet, placed, placed, returned=ante.returned)
    amounts = game.sheet.amounts
    due = times * ante.stood
    limit = highest_allowed(game, table, bet, placed)
    at_ante = game.readings.decision_bet_over_size == "at_the_ante"
    stood = min(limit, due) if at_ante else limit
    if stood < placed:
        capped = ante.stood < ante.placed or limit < min(placed, due)
        over = amounts.over_ante if placed > due else ()
        return Stake(player, bet, placed, stood, (*over, *(amounts.over_maximum if capped else ())))
    return Stake(player, bet, placed, placed, amounts.under_ante if placed < due else ())


def _by_player(wagers: list[Wager]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for wager in wagers:
        sums[wager.player] = sums.get(wager.player, 0) + wager.amount
    return sums
