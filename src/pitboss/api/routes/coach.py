"""The coached hand over HTTP: a practice round, played again by the engine from the acts of its player.

No table, no journal and no chips stand behind it, so anybody may learn. The answer is the player's view, and
whatever is advised from it rests on cards that lie open.
"""

from typing import Final

from litestar import Controller
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from pitboss.api.context import game_in_force
from pitboss.api.errors import BadRequest, accepted
from pitboss.api.legal_answers import LegalAnswers, act_now
from pitboss.api.routing import serves
from pitboss.api.table_views import round_of
from pitboss.api.training_views import plate_now
from pitboss.api.wire import round_command
from pitboss.messages import acts as said
from pitboss.messages import operations
from pitboss.messages.legal import LegalNow
from pitboss.messages.training import CoachedAct, CoachedActs, CoachedNow, GoOn
from pitboss.messages.views import DueNow
from pitboss.projection import project
from pitboss.reason import because
from pitboss.round import commands as cmd
from pitboss.round import decide
from pitboss.round.legal import area, candidates
from pitboss.server.site import Site
from pitboss.sheets.game import Game
from pitboss.training import coached
from pitboss.training.coached import COACHED, CoachedHand, coached_box, coached_deck, coached_hand

_OFFERED: Final = (cmd.PlaceBet, cmd.WithdrawBet, cmd.ExamineHand, cmd.FoldHand, cmd.Check)
"""The acts that a coached hand is played with."""
_CHIP: Final = 100


class CoachRoutes(Controller):
    """For players who learn."""

    @serves(operations.coached_hand)
    def play(
        self, site: NamedDependency[Site], sheet: FromPath[str], data: JSONBody[CoachedActs]
    ) -> CoachedNow:
        """The hand after the acts so far; without any, its empty layout. Nothing is recorded."""
        game = game_in_force(site, sheet)
        commands = read_acts(game, data.acts)
        hand: CoachedHand = accepted(coached_hand(game, coached_deck(game, data.number), commands))
        return coached_now(game, hand, data.number, len(commands))


def read_acts(game: Game, acts: tuple[CoachedAct, ...]) -> list[coached.CoachedCommand]:
    """The commands of the acts; refuses other boxes than the player's, and bets of others."""
    box = coached_box(game)
    commands: list[coached.CoachedCommand] = []
    for place, act in enumerate(acts):
        if isinstance(act, GoOn):
            commands.append(coached.AwaitDealer())
            continue
        if act.box != box:
            raise BadRequest(because("bad_request.coached_box", box=box), f"acts.{place}.box")
        if isinstance(act, said.PlaceBet) and (act.player or act.unnoticed or act.by_staff):
            raise BadRequest(because("bad_request.coached_player"), f"acts.{place}")
        command = round_command(act, COACHED)
        assert isinstance(command, _OFFERED), "an act of the message is one that a coached hand offers"
        commands.append(command)
    return commands


def coached_now(game: Game, hand: CoachedHand, number: int, version: int) -> CoachedNow:
    """A coached hand as its player sees it."""
    return CoachedNow(
        sheet=game.sheet.id,
        number=number,
        player=COACHED,
        box=hand.box,
        table=plate_now(game, hand.state),
        round=round_of(game, hand.state, 1, None, COACHED),
        legal=_legal(game, hand, version),
        dealt=tuple(project(DueNow, act) for act in hand.dealt),
    )


def _legal(game: Game, hand: CoachedHand, version: int) -> LegalNow:
    """The player's legal acts at their box, and why others are refused."""
    state = hand.state
    found = LegalAnswers(lambda command: decide(game, state, command))
    for command in candidates(game, state):
        if isinstance(command, _OFFERED) and command.box == hand.box:
            found.sort(act_now(command), decide(game, state, command))
    for bet in game.sheet.bets:
        found.area(area(game, state, state.box(hand.box), COACHED, bet, _CHIP))
    return found.now(version, 1, hand.due)
