"""Answers as JSON values, and figures as text: rounded, with their units.

Exact numbers are reduced fractions in strings, some with a float beside them. The names that the contract
fixes are ``ev``, ``house_edge``, ``element_of_risk``, ``average_wager``, ``std_dev``, and for the jackpot
``bet``, ``slope``, ``constant`` and ``break_even``. Money is in dollars.
"""

from fractions import Fraction
from typing import Any

import msgspec

from pitboss.analysis.jackpot import JackpotOdds, LongRun
from pitboss.analysis.model import (
    Advice,
    AnalysisQuestion,
    BetFigures,
    BetOdds,
    BoxCovariances,
    CombinationTable,
    DecisionSpot,
    Distribution,
    Joint,
    Strategy,
)
from pitboss.analysis.odds import ANTE, JOINT, Odds
from pitboss.money import CENTS_PER_DOLLAR, format_cents
from pitboss.reason import Reason
from pitboss.sheets.game import Game
from pitboss.words import say


def bet_title(game: Game, bet: str) -> str:
    """A bet as the sheet names it; the Ante stands for the whole main game."""
    return "main game" if bet == "ante" else game.sheet.bets[bet].title


def per_cent(share: Fraction, decimals: int = 4) -> str:
    """A share in per cent."""
    return f"{float(share) * 100:.{decimals}f} %"


def money(cents: Fraction | int) -> str:
    """An amount in cents as dollars with two decimals."""
    return f"{float(Fraction(cents) / CENTS_PER_DOLLAR):,.2f}"


def plain(name: str) -> str:
    """A name of the data with spaces for underscores."""
    return name.replace("_", " ")


Json = dict[str, Any]


def odds_json(odds: Odds, settings: tuple[str, ...] = ()) -> Json:
    """The answer to ``pitboss odds --json``."""
    bets = {name: bet_json(bet) for name, bet in odds.bets.items()}
    if odds.jackpot:
        bets["jackpot"] = _jackpot(odds)
    for name, why in odds.not_counted.items():
        if name != JOINT:
            bets[name] = _not_counted(why)
    shown = odds.joint.strategy if odds.joint else odds.strategy
    answer = {**origin_json(odds.game, settings), "bets": bets, "strategy": _played(odds, shown)}
    if odds.joint:
        answer["main_strategy"] = _played(odds, odds.strategy)
        answer["joint"] = _joint(odds.joint, odds.question)
    elif JOINT in odds.not_counted:
        answer["joint"] = _not_counted(odds.not_counted[JOINT])
    return answer


def _played(odds: Odds, strategy: Strategy | None) -> Json:
    """The strategy, or why there is none."""
    if strategy is None:
        return {**_not_counted(odds.not_counted[ANTE]), "sentence": "", "borderline": []}
    return strategy_json(strategy)


def _not_counted(why: Reason) -> Json:
    return {"not_counted": say(why), "reason": msgspec.to_builtins(why)}


def origin_json(game: Game, settings: tuple[str, ...]) -> Json:
    """The rules that the figures are computed from: sheet, hashes, readings and settings."""
    draft = {"draft": True} if game.sheet.identity.draft else {}
    return {
        "sheet": game.sheet.id,
        **draft,
        "sheet_sha256": game.hashes.sheet,
        "readings_sha256": game.hashes.readings,
        "readings": {name: reading.choice for name, reading in game.sheet.readings.items()},
        "settings": list(settings),
    }


def bet_json(bet: BetOdds) -> Json:
    """The odds of one bet."""
    answer = {**figures_json(bet.figures), "played_by": bet.played_by}
    if bet.stake is not None:
        answer["stake"] = dollars(bet.stake)
    if bet.cap_binds_from:
        answer["cap_binds_from"] = {
            line: float(cents / CENTS_PER_DOLLAR) for line, cents in bet.cap_binds_from.items()
        }
    return answer | {"table": _table(bet.table), "distribution": distribution_json(bet.distribution)}


def figures_json(figures: BetFigures) -> Json:
    """The figures of a bet."""
    return {
        "ev": str(figures.ev),
        "house_edge": float(figures.house_edge),
        "element_of_risk": float(figures.element_of_risk),
        "average_wager": str(figures.average_wager),
        "std_dev": figures.std_dev,
        "variance": str(figures.variance),
        "skewness": figures.skewness,
        "hit_frequency": float(figures.hit_frequency),
        "push_frequency": float(figures.push_frequency),
    }


def strategy_json(strategy: Strategy) -> Json:
    """How the box is played."""
    closest = [
        {"hand": line.hand, "action": line.action, "gain": float(line.gain)} for line in strategy.borderline
    ]
    maps: Json = {"followed": strategy.followed} if strategy.followed else {}
    if strategy.by_hand:
        maps["by_hand"] = [{"hand": hand, "all": all_, "bet": bet} for hand, all_, bet in strategy.by_hand]
    said: Json = {"sentence": strategy.sentence, "reason": msgspec.to_builtins(strategy.reason)}
    return {**strategy.contract, **maps, **said, "borderline": closest}


def distribution_json(spread: Distribution) -> list[Json]:
    """Every net gain with its probability."""
    return [{"net": str(net), "probability": str(chance)} for net, chance in spread.outcomes]


def advice_json(game: Game, advice: Advice, spot: DecisionSpot, settings: tuple[str, ...]) -> Json:
    """The answer to ``pitboss advise --json``."""
    return {
        "actions": {action: str(value) for action, value in advice.actions.items()},
        "best": advice.best,
        "hand": None if spot.hand is None else list(spot.hand),
        **origin_json(game, settings),
    }


def boxes_json(boxes: BoxCovariances, house: list[float]) -> Json:
    """Covariances of bets and boxes, and the house's standard deviation by number of boxes."""
    return {
        "bets": list(boxes.bets),
        "within": [[str(value) for value in row] for row in boxes.within],
        "between": [[str(value) for value in row] for row in boxes.between],
        "house_std_dev": house,
    }


def dollars(cents: int | Fraction) -> str:
    """An amount in dollars: ``5``, ``5.50``, or a fraction where it is no whole cents."""
    whole = Fraction(cents)
    if whole.denominator != 1:
        return str(whole / CENTS_PER_DOLLAR)
    text = format_cents(int(whole))
    return text.removesuffix(".00")


def _table(table: CombinationTable) -> Json:
    rows = []
    for row in table.rows:
        chance = Fraction(row.combinations, table.total)
        rows.append(
            {
                "name": row.name,
                "combinations": row.combinations,
                "probability": float(chance),
                "pays": row.pays,
                "return": None if row.net is None else str(row.net * chance),
            }
        )
    return {"total": table.total, "rows": rows}


def _jackpot(odds: Odds) -> Json:
    first, *_ = odds.jackpot
    answer = _jackpot_size(first) | {"played_by": "main", "table": _table(first.table)}
    if len(odds.jackpot) > 1:
        answer["multiples"] = [{"units": size.units, **_jackpot_size(size)} for size in odds.jackpot]
    if odds.game.gives_envy:
        answer["envy"] = {
            "others": odds.question.others,
            "value": _exact(first.envy),
            "break_even": _float(first.break_even_with_envy),
        }
    if odds.question.meter is not None and odds.at_meter:
        spread, figures = odds.at_meter
        answer["at_meter"] = {
            "meter": dollars(odds.question.meter),
            "value": _exact(first.value(odds.question.meter)),
            **figures_json(figures),
            "distribution": distribution_json(spread),
        }
    if odds.long_run:
        answer["long_run"] = _long_run(odds.long_run)
    return answer


def _jackpot_size(size: JackpotOdds) -> Json:
    return {
        "bet": dollars(size.bet),
        "slope": str(size.slope),
        "constant": _exact(size.constant),
        "break_even": _float(size.break_even),
    }


def _long_run(run: LongRun) -> Json:
    return {
        "mean_display": float(run.mean_display / CENTS_PER_DOLLAR),
        "ev": _exact(run.ev),
        "return": float(run.returns),
        "house_edge": float(1 - run.returns),
        "bets_between_resets": None if run.bets_between_resets is None else float(run.bets_between_resets),
        "seed_cost": _exact(run.seed_cost),
        "seed_from_reserve": _exact(run.seed_from_reserve),
    }


def _joint(joint: Joint, question: AnalysisQuestion) -> Json:
    return {
        "bets": {bet: dollars(stake) for bet, stake in question.bets.items()},
        "meter": dollars(question.meter or Fraction(0)),
        "others": question.others,
        "value": _exact(joint.value),
        "values": {bet: _exact(value) for bet, value in joint.values.items()},
        "breakpoints": [
            {
                "meter": float(point.meter / CENTS_PER_DOLLAR),
                "action": point.action,
                "hands": list(point.hands),
                "combinations": point.combinations,
            }
            for point in joint.breakpoints
        ],
        "break_even": _float(joint.break_even),
        "jackpot_break_even": _float(joint.jackpot_break_even),
    }


def _exact(cents: Fraction) -> str:
    return str(cents / CENTS_PER_DOLLAR)


def _float(cents: Fraction | None) -> float | None:
    return None if cents is None else float(cents / CENTS_PER_DOLLAR)
