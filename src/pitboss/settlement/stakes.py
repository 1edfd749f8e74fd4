"""Stakes: how much of each bet stands, by limits, sizes and missing Antes.

A wrong bet noticed in time is refused, so only ``unnoticed`` wagers can have a wrong size.
"""

from collections.abc import Container
from operator import itemgetter
from typing import Final

from msgspec import Struct, structs

from pitboss.citation import Clause
from pitboss.reason import Reason, because
from pitboss.settlement.facts import Box, Table, Wager
from pitboss.sheets.game import Game

_UNDER: Final = Reason("size.under_minimum")
_OVER: Final = Reason("size.over_maximum")
_BETWEEN: Final = Reason("size.over_whole_multiple")


class Stake(Struct, frozen=True, kw_only=True):
    """One player's bet on one area: the amount placed, and the amount that stands."""

    player: str
    bet: str
    placed: int
    stood: int
    clauses: tuple[Clause, ...] = ()
    """The clauses by which a part does not stand, or a wrong size is accepted."""
    returned: tuple[Clause, ...] = ()
    """The clauses by which all of it is returned, or none."""
    lost: tuple[Clause, ...] = ()
    """The clauses by which all of it is lost whatever the cards are, or none."""
    wrong_size: tuple[Reason, ...] = ()
    """What is wrong with the amount placed: it is under the minimum, or over twice the Ante."""
    under_minimum: bool = False
    """Whether it is settled under the minimum, which the sheet does not allow a player for ever."""


def stakes(game: Game, table: Table, box: Box, under_before: frozenset[str] = frozenset()) -> list[Stake]:
    """The stakes on a box, in the order of the sheet's bets and then of the players."""
    found = _unruled(game, table, box, under_before)
    return [_as_corrected(box, stake) for stake in found] if box.rulings else found


def _unruled(game: Game, table: Table, box: Box, under_before: frozenset[str]) -> list[Stake]:
    """The stakes on a box, as the sheet has them stand."""
    if not box.unnoticed and not _orphaned(game, box):
        return _as_placed(game, box)
    found: list[Stake] = []
    back = box.shares_out
    for bet, rule in game.sheet.bets.items():
        wagers = [wager for wager in box.wagers if wager.bet == bet]
        if not wagers:
            continue
        if rule.placed == "decision":
            sizes = game.sizes_made(table.device, box.decided, bet)
            found += _decision_stakes(game, table, bet, wagers, found, under_before, back, sizes)
            continue
        if rule.needs_ante:
            orphans = [wager for wager in wagers if not box.total("ante", wager.player)]
            found += _orphans(game, bet, orphans)
            wagers = [wager for wager in wagers if wager not in orphans]
        if rule.equals and wagers:
            found += _decision_stakes(game, table, bet, wagers, found, under_before, back, (1,))
            continue
        found += _limited_stakes(game, table, bet, wagers, under_before, back)
    return found


def _as_corrected(box: Box, stake: Stake) -> Stake:
    """The stake at the amount that a ruling lets stand."""
    ruled = box.ruling(stake.bet, stake.player)
    if ruled is None or ruled.way != "correct" or stake.returned:
        return stake
    clauses = (*stake.clauses, *ruled.clauses)
    if ruled.amount >= stake.stood:
        return structs.replace(stake, clauses=clauses)
    wrong = (*stake.wrong_size, Reason("size.over_ruling"))
    return structs.replace(stake, stood=ruled.amount, clauses=clauses, wrong_size=wrong)


def highest_allowed(game: Game, table: Table, bet: str, amount: int) -> int:
    """The most of ``amount`` that stands on an area: in whole multiples where it is read so."""
    amount = _within_maximum(game, table, bet, amount)
    between = _between_multiples(table, bet, amount)
    return amount - between if game.readings.jackpot_bet_between_multiples == "rounded_down" else amount


def _within_maximum(game: Game, table: Table, bet: str, amount: int) -> int:
    """The most of ``amount`` that is within the maximum of an area and the most that a jackpot bet may be."""
    limits = table.limits.get(bet)
    if limits:
        amount = min(amount, limits.maximum)
    unit = table.jackpot_bet
    return min(amount, unit * game.jackpot.most_units) if bet == "jackpot" and unit else amount


def _between_multiples(table: Table, bet: str, amount: int) -> int:
    """How far a jackpot bet is over a whole multiple of the prescribed bet."""
    unit = table.jackpot_bet
    return amount % unit if bet == "jackpot" and unit and amount > unit else 0


def below_minimum(table: Table, bet: str, amount: int) -> bool:
    """Whether an area holds less than its minimum or the prescribed jackpot bet."""
    limits = table.limits.get(bet)
    prescribed = table.jackpot_bet if bet == "jackpot" else None
    return bool(limits and amount < limits.minimum) or bool(prescribed and amount < prescribed)


def _as_placed(game: Game, box: Box) -> list[Stake]:
    sums: dict[tuple[int, str, str], int] = {}
    order = game.bet_order
    for wager in box.wagers:
        key = (order[wager.bet], wager.player, wager.bet)
        sums[key] = sums.get(key, 0) + wager.amount
    return [
        Stake(player=key[1], bet=key[2], placed=sums[key], stood=sums[key])
        for key in sorted(sums, key=itemgetter(0))
    ]


def _orphaned(game: Game, box: Box) -> bool:
    """Whether a bet lies there without the Ante that it needs, since a correction; a jackpot bet is lost."""
    if box.has("ante"):
        return False
    return any(wager.bet != "jackpot" and game.sheet.bets[wager.bet].needs_ante for wager in box.wagers)


def _orphans(game: Game, bet: str, wagers: list[Wager]) -> list[Stake]:
    amounts = game.sheet.amounts
    jackpot = bet == "jackpot"
    clauses = amounts.orphan_jackpot if jackpot else amounts.orphan_bonus
    back = jackpot or game.readings.bonus_without_an_ante == "returned"
    returned, lost = (clauses, ()) if back else ((), clauses)
    return [
        Stake(player=player, bet=bet, placed=amount, stood=amount, returned=returned, lost=lost)
        for player, amount in _by_player(wagers).items()
    ]


def _limited_stakes(
    game: Game,
    table: Table,
    bet: str,
    wagers: list[Wager],
    under_before: frozenset[str],
    back: Container[str],
) -> list[Stake]:
    """The stakes on an area by its limits; ``back`` are players whose wagers are returned."""
    amounts = game.sheet.amounts
    stay = [wager for wager in wagers if wager.player not in back]
    total = sum(wager.amount for wager in stay)
    excess = total - highest_allowed(game, table, bet, total)
    within = _within_maximum(game, table, bet, total)
    between = _between_multiples(table, bet, within)
    under = below_minimum(table, bet, sum(wager.amount for wager in wagers))
    stood = _less_last_money(stay, excess, _by_player(wagers))
    result = []
    for player, placed in _by_player(wagers).items():
        whole = Stake(player=player, bet=bet, placed=placed, stood=placed)
        if under and amounts.under_minimum_times is not None and player in under_before:
            result.append(structs.replace(whole, returned=amounts.under_minimum))
        elif under:
            once = game.readings.under_minimum_span != "round"
            clauses = amounts.under_minimum
            result.append(structs.replace(whole, clauses=clauses, wrong_size=(_UNDER,), under_minimum=once))
        elif not stood[player]:
            result.append(structs.replace(whole, returned=amounts.over_maximum))
        elif stood[player] < placed or between:
            wrong = {_OVER: amounts.over_maximum} if within < total else {}
            wrong |= {_BETWEEN: game.ruling_clauses} if between else {}
            cited = tuple(clause for clauses in wrong.values() for clause in clauses)
            result.append(structs.replace(whole, stood=stood[player], clauses=cited, wrong_size=tuple(wrong)))
        else:
            result.append(whole)
    return result


def _less_last_money(wagers: list[Wager], excess: int, stakes: dict[str, int]) -> dict[str, int]:
    """Each player's standing amount when the last money placed is returned first."""
    stood = dict(stakes)
    for wager in reversed(wagers):
        back = min(excess, wager.amount, stood[wager.player])
        stood[wager.player] -= back
        excess -= back
    return stood


def _decision_stakes(
    game: Game,
    table: Table,
    bet: str,
    wagers: list[Wager],
    found: list[Stake],
    under_before: frozenset[str],
    back: Container[str],
    sizes: tuple[int, ...],
) -> list[Stake]:
    """The stakes of a decision bet: sized by each player's Ante, and within the area's limits."""
    antes = {stake.player: stake for stake in found if stake.bet == "ante"}
    placed = _by_player(wagers)
    due = {player: _nearest(amount, sizes, antes[player].stood) for player, amount in placed.items()}
    at_ante = game.readings.decision_bet_over_size == "at_the_ante"
    sized = {p: min(amount, due[p]) if at_ante else amount for p, amount in placed.items()}
    total = sum(amount for player, amount in sized.items() if player not in back)
    stay = [wager for wager in wagers if wager.player not in back]
    stood = _less_last_money(stay, total - highest_allowed(game, table, bet, total), sized)
    under = below_minimum(table, bet, sum(sized.values()))
    amounts = game.sheet.amounts
    result = []
    for player, amount in placed.items():
        ante = antes[player]
        whole = Stake(player=player, bet=bet, placed=amount, stood=amount)
        barred = under and amounts.under_minimum_times is not None and player in under_before
        if ante.returned or barred:
            result.append(structs.replace(whole, returned=ante.returned or amounts.under_minimum))
        elif not stood[player]:
            result.append(structs.replace(whole, returned=amounts.over_maximum))
        else:
            wrong = _wrong_sizes(game, whole, ante, sizes, due[player], sized[player], stood[player])
            wrong |= {_UNDER: amounts.under_minimum} if under else {}
            result.append(
                structs.replace(
                    whole,
                    stood=stood[player],
                    clauses=tuple(clause for clauses in wrong.values() for clause in clauses),
                    wrong_size=tuple(wrong),
                    under_minimum=under and game.readings.under_minimum_span != "round",
                )
            )
    return result


def _nearest(amount: int, sizes: tuple[int, ...], ante: int) -> int:
    """The size of a decision bet that an amount reaches; the lowest, where it reaches none."""
    return max((size * ante for size in sizes if size * ante <= amount), default=sizes[0] * ante)


def _wrong_sizes(
    game: Game, stake: Stake, ante: Stake, sizes: tuple[int, ...], due: int, sized: int, stood: int
) -> dict[Reason, tuple[Clause, ...]]:
    """What is wrong with the size of a decision bet, with the clauses by which some or all of it stands."""
    amounts = game.sheet.amounts
    times = next(size for size in sizes if size * ante.stood == due)
    found: dict[Reason, tuple[Clause, ...]] = {}
    if stake.placed > due:
        found[because("size.over_ante", times=times)] = amounts.over_ante
    elif stake.placed < due:
        found[because("size.under_ante", times=times)] = amounts.under_ante
    if stood < sized or (stood < stake.placed and ante.stood < ante.placed):
        found[_OVER] = amounts.over_maximum
    return found


def _by_player(wagers: list[Wager]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for wager in wagers:
        sums[wager.player] = sums.get(wager.player, 0) + wager.amount
    return sums
