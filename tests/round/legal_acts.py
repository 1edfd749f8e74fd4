"""Every legal act and bet of a round, found by trying the shipped candidates on ``decide``."""

from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.round.decide import decide
from pitboss.round.legal import BetRange, area, candidates
from pitboss.round.reportable import reportable
from pitboss.round.state import Round
from pitboss.sheets.game import Game
from pitboss.sheets.model import Irregularity


def legal_acts(game: Game, state: Round) -> tuple[cmd.Command, ...]:
    """Every allowed act that needs no amount, card or details of an irregularity."""
    return tuple(command for command in candidates(game, state) if _accepted(game, state, command))


def legal_bets(game: Game, state: Round, player: str) -> tuple[BetRange, ...]:
    """The areas on which a player may place or increase a bet before the Bets are closed."""
    found = (
        area(game, state, box, player, bet)
        for box in state.boxes
        for bet, rule in game.sheet.bets.items()
        if rule.placed == "before_deal"
    )
    room = (x for x in found if x.most is None or x.least <= x.most)
    return tuple(x for x in room if _accepted(game, state, x.command(x.least)))


def legal_reports(game: Game, state: Round) -> dict[str, Irregularity]:
    """The irregularities that can be reported now, by their clauses."""
    return {one.clause: one.policy for one in reportable(game, state) if one.refusal is None}


def _accepted(game: Game, state: Round, command: cmd.Command) -> bool:
    return not isinstance(decide(game, state, command), Refusal)
