"""The acts of a recorded round as steps of a round file; acts without a step become notes."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct, structs

from pitboss.cards import Card
from pitboss.invariant import OutOfOrder
from pitboss.reason import Reason, because
from pitboss.records.steps import StepFault, format_step, parse_step
from pitboss.replay.acts import RecordedAct
from pitboss.round import commands as cmd
from pitboss.round import events as ev
from pitboss.round.words import act_said
from pitboss.sheets.game import Game

_NAMING: Final = (cmd.PlaceBet, cmd.WithdrawBet, cmd.LeaveTable, cmd.Report, cmd.LiftRestriction)
"""The steps that name a player."""


class RoundFileSteps(Struct, frozen=True):
    """The steps, and notes on what a round file cannot express."""

    commands: tuple[cmd.Command, ...]
    notes: tuple[Reason, ...]


def steps_of(game: Game, acts: Iterable[RecordedAct]) -> RoundFileSteps:
    """The acts of a round as commands that a round file has steps for."""
    steps: list[cmd.Command] = []
    notes: list[Reason] = []
    for act in acts:
        match act.command:
            case None:
                pass
            case cmd.SettleRound():
                # One that only entered wins at the link did not settle yet.
                if any(isinstance(event, ev.RoundSettled) for event in act.events):
                    steps.append(cmd.SettleRound())
            case cmd.CorrectCard() as correction:
                _put_right_card(steps, correction)
                notes.append(
                    because(
                        "round_file.card",
                        recorded=(correction.recorded,),
                        card=(correction.card,),
                        given=correction.reason,
                    )
                )
            case cmd.CorrectBet() as correction:
                _put_right_bet(steps, correction)
                notes.append(
                    because(
                        "round_file.bet",
                        bet=correction.bet,
                        box=correction.box,
                        amount=correction.amount,
                        given=correction.reason,
                    )
                )
            case cmd.AdjustSettlement():
                told = act_said(game, act.command, act.before, act.after)
                notes.append(because("round_file.adjusted", person=act.by.name, told=told))
            case cmd.LiftRestriction(clause=clause) if not _reported(steps, clause):
                told = act_said(game, act.command, act.before, act.after)
                notes.append(because("round_file.lifted", person=act.by.name, told=told))
            case cmd.WithdrawBet() as withdrawal:
                steps += _withdrawn(act, withdrawal)
            case command:
                steps.append(command)
    return RoundFileSteps(tuple(steps), tuple(notes))


def _reported(steps: list[cmd.Command], clause: str) -> bool:
    return any(isinstance(step, cmd.Report) and step.clause == clause for step in steps)


def names_for_a_file(commands: Iterable[cmd.Command]) -> dict[str, str]:
    """A replacement for each player's name that a step cannot hold."""
    named = (cmd.PlaceBet, cmd.LiftRestriction)
    all_named = (name for step in commands if isinstance(step, named) for name in _names_in(step))
    names = dict.fromkeys(all_named)
    changed: dict[str, str] = {}
    for number, name in enumerate(names, 1):
        if not _holds(name):
            plain = "_".join(name.split())
            free = _holds(plain) and plain not in {*names, *changed.values()}
            changed[name] = plain if free else f"player-{number}"
    return changed


def renamed(commands: Iterable[cmd.Command], names: dict[str, str]) -> tuple[cmd.Command, ...]:
    """The commands with these players renamed."""
    return tuple(_renamed(step, names) for step in commands)


def _renamed(step: cmd.Command, names: dict[str, str]) -> cmd.Command:
    if not isinstance(step, _NAMING) or not step.player:
        return step
    step = structs.replace(step, player=names.get(step.player, step.player))
    if isinstance(step, cmd.PlaceBet) and step.seated:
        return structs.replace(step, seated=names.get(step.seated, step.seated))
    return step


def _names_in(step: cmd.PlaceBet | cmd.LiftRestriction) -> Iterator[str]:
    """The players that a step names."""
    for name in (step.player, step.seated if isinstance(step, cmd.PlaceBet) else None):
        if name:
            yield name


def _holds(name: str) -> bool:
    placed = cmd.PlaceBet(box=1, player=name, bet="ante", amount=1)
    try:
        return parse_step(format_step(placed)) == (placed, False)
    except StepFault:
        return False


def _put_right_card(steps: list[cmd.Command], wrong: cmd.CorrectCard) -> None:
    """Correct every step that names the wrong card, back to the one that dealt it."""
    for place in range(len(steps) - 1, -1, -1):
        step, brought = _with_card(steps[place], wrong)
        steps[place] = step
        if brought:
            break
    for place, step in enumerate(steps):
        if isinstance(step, cmd.Report) and wrong.recorded in step.order:
            order = tuple(_right(card, wrong) for card in step.order)
            steps[place] = structs.replace(step, order=order)


def _with_card(step: cmd.Command, wrong: cmd.CorrectCard) -> tuple[cmd.Command, bool]:
    match step:
        case cmd.DealCards(to, cards) if to == wrong.at and wrong.recorded in cards:
            place = cards.index(wrong.recorded)
            return cmd.DealCards(to, (*cards[:place], wrong.card, *cards[place + 1 :])), True
        case cmd.ShowCards(at, cards) if at == wrong.at:
            return cmd.ShowCards(at, tuple(_right(card, wrong) for card in cards)), False
        case cmd.BurnCard(card) if wrong.at == "burnt" and card == wrong.recorded:
            return cmd.BurnCard(wrong.card), True
        case cmd.DiscardCard(card) if wrong.at == "discarded" and card == wrong.recorded:
            return cmd.DiscardCard(wrong.card), True
        case _:
            return step, False


def _right(card: Card, wrong: cmd.CorrectCard) -> Card:
    return wrong.card if card == wrong.recorded else card


def _put_right_bet(steps: list[cmd.Command], wrong: cmd.CorrectBet) -> None:
    """Replace the bet's steps by one with the right amount."""
    first, *others = _placed(steps, wrong.box, wrong.bet, wrong.player)
    steps[first] = structs.replace(steps[first], amount=wrong.amount)
    for place in reversed(others):
        del steps[place]


def _withdrawn(act: RecordedAct, withdrawal: cmd.WithdrawBet) -> Iterator[cmd.WithdrawBet]:
    """A withdrawal, which names its player on a shared area only; an older one may be of the whole area."""
    if act.before is None:
        raise OutOfOrder(
            f"a bet of box {withdrawal.box} is taken back before RoundOpened, which begins a round"
        )
    box = act.before.box(withdrawal.box)
    players = (wager.player for wager in box.wagers if wager.bet == withdrawal.bet)
    lie = tuple(player for player in dict.fromkeys(players) if player not in box.shares_out)
    if len(lie) < 2:
        yield structs.replace(withdrawal, player=None)
    else:
        for player in lie if withdrawal.player is None else (withdrawal.player,):
            yield structs.replace(withdrawal, player=player)


def _placed(steps: list[cmd.Command], box: int, bet: str, player: str) -> list[int]:
    """The steps that placed a bet still on the layout."""
    found: list[int] = []
    for place, step in enumerate(steps):
        match step:
            case cmd.PlaceBet() if (step.box, step.bet, step.player) == (box, bet, player):
                found.append(place)
            case cmd.WithdrawBet() if (step.box, step.bet) == (box, bet) and step.player in (None, player):
                found = []
    return found
