"""Irregularities: reports, interruptions and the choices that they give.

A report is checked against the policy of its clause in the sheet, which names the effect that follows
(:mod:`pitboss.round.effects`).

Conditions of a report, checked against the round: a report that the round contradicts is refused.

Whether an outcome is established: the question of a technical interruption (RWS 5.7, MBS 5.16).
"""

from collections.abc import Callable
from typing import Final, Literal

from msgspec import structs

from pitboss.cards import UNKNOWN, Card
from pitboss.people import ROLES
from pitboss.reason import Reason, because
from pitboss.refusal_codes import RefusalCode
from pitboss.round.commands import Choose, InterruptPlay, Place, Report
from pitboss.round.decisions import shares_returned
from pitboss.round.effects import MECHANISMS, lost_by_fold, may_choose
from pitboss.round.events import (
    Event,
    IrregularityReported,
    OptionChosen,
    OptionsGiven,
    PlayInterrupted,
    RoundAnswer,
    RoundVoided,
    SettlementReopened,
    ShareReturned,
)
from pitboss.round.queries import cards_handled, cards_seen, find_box, live_box, right_count, script_of
from pitboss.round.refusal import Refusal, refuse
from pitboss.round.revealing import deal_over, facts_of
from pitboss.round.state import Option, Round
from pitboss.settlement import Box, CardsUnknown
from pitboss.settlement.hands_held import HandsHeld
from pitboss.settlement.showdown import main_line
from pitboss.settlement.side_bets import by_hand_line, by_hole_cards_line, lost_unseen
from pitboss.settlement.stakes import Stake, stakes
from pitboss.sheets.game import Game
from pitboss.sheets.model import Argument, Condition, Irregularity
from pitboss.sheets.script import BurnStep, DealStep


def outcome_established(game: Game, state: Round) -> bool:
    """Whether any bet has conclusively won or lost, as the sheet is read."""
    match game.readings.outcome_established:
        case "first_fold_or_reveal":
            return state.reveals > 0 or any(box.folded for box in state.boxes)
        case "first_reveal":
            return state.reveals > 0
        case "first_bet_decided":
            return _bet_decided(game, state)


def _bet_decided(game: Game, state: Round) -> bool:
    """Whether some bet wins or loses by the cards that are turned over, and by hands that were looked at.

    A look tells its player alone, so a bet on the player's own cards is decided once they are turned over;
    of a bet that waits for cards of the Dealer or the community, the look has told the player's part.
    """
    hands = game.sheet.hands
    community = _padded(state.community[: state.community_up], hands.community)
    dealer = _padded(state.dealer if state.dealer_up else (), hands.dealer)
    facts = structs.replace(facts_of(state, None), community=community, dealer=dealer)
    for box in state.boxes:
        if not box.in_play:
            continue
        for stake in stakes(game, state.table, box, state.memory.under_minimum):
            if stake.returned or stake.player in box.shares_out:
                continue
            known = structs.replace(box, cards=_known(game, box, stake))
            try:
                if _decided(game, HandsHeld(game, facts), known, stake):
                    return True
            except CardsUnknown:
                continue
    return False


def _decided(game: Game, held: HandsHeld, box: Box, stake: Stake) -> bool:
    """Whether a bet wins or loses; raises :class:`CardsUnknown` where that depends on an unknown card."""
    if lost_unseen(game, box, stake):
        return True
    if stake.bet == "jackpot":
        return bool(held.jackpot_rank(box))
    if stake.bet in game.main_bets:
        return main_line(game, held, box, stake).result in ("win", "lose")
    by_cards = by_hole_cards_line if game.pays[stake.bet].hole_lines else by_hand_line
    return bool(by_cards(game, held, box, stake))


def _known(game: Game, box: Box, stake: Stake) -> tuple[Card, ...]:
    """The cards of a box that decide a bet so far; others, and a hand of the wrong size, are unknown.

    A hand that its player claims for the jackpot lies face up.
    """
    size = game.sheet.hands.box
    if len(box.cards) != size:
        return (UNKNOWN,) * size
    if stake.bet == "jackpot":
        with_others = game.jackpot.hand != "own"
    else:
        shared = game.sheet.hands.shows_down == "own_and_community" and bool(game.pays[stake.bet].hands)
        with_others = shared or stake.bet in game.main_bets
    if box.notified or (box.examined and with_others):
        return box.cards
    return tuple(card if card in box.shown else UNKNOWN for card in box.cards)


def _padded(cards: tuple[Card, ...], size: int) -> tuple[Card, ...]:
    """The cards with unknown ones for those that are still to come."""
    return cards + (UNKNOWN,) * (size - len(cards))


Test = Callable[[Game, Round, Report, Irregularity], Reason | None]


def contradiction(game: Game, state: Round, command: Report, policy: Irregularity) -> Refusal | None:
    """The refusal, with the clause that applies instead, of a report that the round contradicts."""
    for condition in policy.when:
        why = _TESTS[condition](game, state, command, policy)
        if why:
            instead = policy.instead if condition in _INSTEAD else ()
            also = game.refusal_clauses(_no_jackpot(state)) if condition == "jackpot_in_play" else ()
            clauses = instead or (*also, command.clause)
            if instead and instead[0] != command.clause:
                why = because("report_contradicted.instead", why=why, clauses=instead)
            return refuse(game, "report_contradicted", why, *clauses)
    if _too_late(game, state, command):
        why = because("report_contradicted.deal_over")
        return refuse(game, "report_contradicted", why, command.clause)
    return None


def _too_late(game: Game, state: Round, command: Report) -> bool:
    """Whether the clause is of the deal, as the sheet is read, and the deal is over."""
    point = game.sheet.readings.get("report_after_the_deal")
    if point is None or command.clause not in point.clauses:
        return False
    return game.readings.report_after_the_deal == "refused" and deal_over(game, state)


def _bets_closed(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    return None if state.closed else because("report_contradicted.bets_open")


def _unseen(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    return because("report_contradicted.seen") if cards_seen(game, state) else None


def _seen(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    return None if cards_seen(game, state) else because("report_contradicted.unseen")


def _unhandled(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    return because("report_contradicted.handled") if cards_handled(game, state) else None


def _shoe(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    return None if state.table.device == "shoe" else because("report_contradicted.shuffler")


def _second_look(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    if not state.unjudged_looks:
        return because("report_contradicted.no_second_look")
    wrong = [number for number in command.boxes if number not in state.unjudged_looks]
    return because("report_contradicted.first_look", box=wrong[0]) if wrong else None


def _burn_missing(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    """The Burnt Cards of the procedure are due before the hands, and before each deal of community cards."""
    due, burns, community = 0, 0, 0
    for step in script_of(game, state).steps:
        if isinstance(step, BurnStep):
            burns += 1
        elif isinstance(step, DealStep) and "community" in step.to:
            community += step.cards * step.times
            due = burns if len(state.community) >= community else due
        elif isinstance(step, DealStep) and "boxes" in step.to:
            due = burns
    return None if len(state.burnt) < due else because("report_contradicted.burnt")


def _cards_not_dealt(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    named = [card for card in command.order if card != UNKNOWN]
    if len(set(named)) < len(named):
        return because("report_contradicted.named_twice")
    return because("report_contradicted.cards_placed") if set(named) & set(state.cards_out()) else None


def _jackpot_in_play(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    if state.memory.no_jackpot:
        return because("report_contradicted.jackpot_suspended")
    return None if state.display else because("report_contradicted.no_jackpot")


def _no_jackpot(state: Round) -> RefusalCode:
    """The refusal of a jackpot bet at a table that takes none."""
    return "jackpot_suspended" if state.memory.no_jackpot else "no_jackpot"


def _wrong_count(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    for place in _places(command, policy):
        found = len(state.cards_at(place)) if command.count is None else command.count
        if found in right_count(game, state, place):
            return because("report_contradicted.right_count", place=place)
    return None


def _places(command: Report, policy: Irregularity) -> tuple[Place, ...]:
    if policy.about == "box":
        return command.boxes
    if policy.about == "community" and not command.dealer:
        return ("community",)
    return ("dealer",)


_TESTS: Final[dict[Condition, Test]] = {
    "bets_closed": _bets_closed,
    "unseen": _unseen,
    "seen": _seen,
    "unhandled": _unhandled,
    "shoe": _shoe,
    "wrong_count": _wrong_count,
    "second_look": _second_look,
    "burn_missing": _burn_missing,
    "cards_not_dealt": _cards_not_dealt,
    "jackpot_in_play": _jackpot_in_play,
}

_INSTEAD: Final = frozenset({"unseen", "seen", "unhandled"})
"""Conditions whose failure makes another clause apply; for others the reported clause is cited."""


def report(game: Game, state: Round, command: Report) -> RoundAnswer:
    """Decide a report: check that it applies, then dispatch to the mechanism of its clause."""
    policy = game.sheet.irregularities.get(command.clause)
    if policy is None:
        why = because("not_reportable", clause=command.clause)
        known = (command.clause,) if command.clause in game.register else ()
        return refuse(game, "not_reportable", why, *known)
    by = command.by or policy.by
    if ROLES.index(by) < ROLES.index(policy.by):
        why = because("role_too_low.report", role=policy.by)
        return refuse(game, "role_too_low", why, command.clause)
    refusal = (
        _not_taken(game, command, policy)
        or _not_now(game, state, command, policy)
        or _boxes_refusal(game, state, command, policy)
        or _player_refusal(game, state, command)
        or _missing(game, state, command, policy)
        or contradiction(game, state, command, policy)
    )
    if refusal:
        return refusal
    follows = MECHANISMS[policy.effect](game, state, command, policy)
    if type(follows) is Refusal:
        return follows
    reported = IrregularityReported(command, by, (command.clause,))
    reopened: tuple[Event, ...] = ()
    if state.settled and policy.effect != "restrict_table":
        reopened = (SettlementReopened((command.clause,)),)
    return (reported, *reopened, *follows)


def interrupt_play(game: Game, state: Round, command: InterruptPlay) -> RoundAnswer:
    """Decide a technical interruption, by whether an outcome is established."""
    if not state.has_bets:
        return refuse(game, "round_not_begun", because("round_not_begun.layout"))
    rule = game.sheet.interruption
    if outcome_established(game, state):
        return (PlayInterrupted(True, rule.continue_clauses),)
    interrupted = PlayInterrupted(False, rule.clauses)
    if rule.unestablished == "void":
        return (interrupted, RoundVoided((*rule.void_clauses, *game.sheet.void_clauses)))
    boxes = may_choose(game, state, state.boxes_in_play())
    each = game.readings.withdrawal_from_a_shared_area == "own_wagers"
    given = OptionsGiven(
        boxes=boxes,
        continue_clauses=rule.clauses,
        withdraw_clauses=rule.withdraw_clauses,
        alike=True,
        each=each,
    )
    return (interrupted, given) if boxes else (interrupted,)


def choose(game: Game, state: Round, command: Choose) -> RoundAnswer:
    """Decide a player's choice among the options that a clause gives."""
    box = live_box(game, state, command.box)
    if type(box) is Refusal:
        return box
    option = next((option for option in state.options if option.box == command.box), None)
    if option is None:
        made = any(number == command.box for number, _, _ in state.chosen)
        code: RefusalCode = "choice_already_made" if made else "no_option"
        return refuse(game, code, because(code, box=command.box))
    for _, way, player in state.chosen:
        if option.alike and way != command.way and player == option.player:
            why = because("choices_not_alike", player=player, way=way)
            return refuse(game, "choices_not_alike", why, *option.withdraw_clauses)
    return _chosen(game, state, box, option, command.way)


def _chosen(
    game: Game, state: Round, box: Box, option: Option, way: Literal["continue", "withdraw"]
) -> RoundAnswer:
    """What follows from a choice: a withdrawal takes back all wagers of the player, or of the box."""
    withdraws = way == "withdraw"
    clauses = option.withdraw_clauses if withdraws else option.continue_clauses
    lost = lost_by_fold(game, box) if withdraws else ()
    others = _other_players(box, option) if option.each else ()
    told = {player for _, _, player in state.chosen}
    following = next((player for player in others if player not in told), "")
    chosen = OptionChosen(
        box=box.number, way=way, clauses=clauses, lost=lost, stays=bool(others), next=following
    )
    if not (withdraws and option.alike):
        return (chosen,)
    shares = shares_returned(state, option.player, clauses)
    share = ShareReturned(box.number, option.player, clauses)
    return (chosen, *shares) if not others or share in shares else (chosen, share, *shares)


def _other_players(box: Box, option: Option) -> tuple[str, ...]:
    """The players of a common box besides the one who is asked, in the order of their wagers."""
    players = dict.fromkeys(wager.player for wager in box.wagers)
    return tuple(player for player in players if player != option.player and player not in box.shares_out)


def _not_now(game: Game, state: Round, command: Report, policy: Irregularity) -> Refusal | None:
    if not state.has_bets and not state.excess_card:
        return refuse(game, "round_not_begun", because("round_not_begun.no_bet"), command.clause)
    if state.void and policy.effect != "restrict_table":
        return refuse(game, "round_void", because("round_void.report"), *state.void)
    if state.settled and not policy.after_settlement:
        why = because("round_settled.report")
        return refuse(game, "round_settled", why, command.clause)
    return None


def _boxes_refusal(game: Game, state: Round, command: Report, policy: Irregularity) -> Refusal | None:
    """The refusal of boxes that are not in play; a box to be blocked may be empty or out."""
    find = find_box if policy.effect == "restrict_table" else live_box
    for number in command.boxes:
        box = find(game, state, number)
        if type(box) is Refusal:
            return box
    return None


def _player_refusal(game: Game, state: Round, command: Report) -> Refusal | None:
    """The refusal of a player who has no bet on the boxes named."""
    player = command.player or ""
    for number in command.boxes if player else ():
        if not state.box(number).has_player(player):
            why = because("nothing_there.player", player=player, box=number)
            return refuse(game, "nothing_there", why, command.clause)
    return None


def _given(command: Report) -> dict[Argument, bool]:
    """Which arguments a report gives; its role and its reason belong to every report."""
    return {
        "box": bool(command.boxes),
        "player": command.player is not None,
        "dealer": command.dealer,
        "reconstructed": command.reconstructed is not None,
        "intentional": command.intentional is not None,
        "order": bool(command.order),
        "count": command.count is not None,
        "permit": command.permit is not None,
        "action": command.action is not None,
        "bet": command.bet is not None,
        "amount": command.amount is not None,
    }


def _not_taken(game: Game, command: Report, policy: Irregularity) -> Refusal | None:
    """The refusal of an argument that the clause does not take."""
    for argument, given in _given(command).items():
        if given and argument not in policy.needs and argument not in policy.takes:
            why = because("argument_not_taken.report", clause=command.clause, argument=argument)
            return refuse(game, "argument_not_taken", why, command.clause)
    return None


def _missing(game: Game, state: Round, command: Report, policy: Irregularity) -> Refusal | None:
    if state.table.live and policy.effect == "ruling" and not command.reason.strip():
        why = because("argument_missing.ruling_reason")
        return refuse(game, "argument_missing", why, command.clause)
    given = _given(command) | {"order": len(command.order) > 1}
    for argument in policy.needs:
        if not given[argument]:
            why = because("argument_missing.report", clause=command.clause, argument=argument)
            return refuse(game, "argument_missing", why, command.clause)
    return None
