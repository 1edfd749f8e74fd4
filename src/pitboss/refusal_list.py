"""The list of refusals: of every code what it means, its HTTP status, and whether it needs a clause.

``docs/reference/refusals.md`` is written from it by ``python -m tools.documents``.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from pitboss.refusal_codes import CitedCode, PlainCode, RefusalCode


class Gloss(Struct, frozen=True):
    """What a code means, what the refused person can do, and the API's status."""

    meaning: str
    """One sentence, or two."""
    status: int = 409
    """The HTTP status."""
    also: tuple[int, ...] = ()
    """Other statuses in some places; the meaning says where."""


class RefusalArea(Struct, frozen=True, kw_only=True):
    """The codes of one part of the house."""

    title: str
    gist: str
    cited: Mapping[CitedCode, Gloss] = {}
    """Codes that need a clause."""
    plain: Mapping[PlainCode, Gloss] = {}
    """Codes that need no clause."""


AREAS: Final = (
    RefusalArea(
        title="The request",
        gist="What the server says of a request before it asks the floor, or when it cannot.",
        plain={
            "bad_request": Gloss(
                "The request cannot be understood; `path` says where: put it right and send it again.",
                status=400,
            ),
            "busy": Gloss(
                "The journal is busy at this moment: send the same command again with the same id.",
                status=503,
            ),
            "command_id_reused": Gloss(
                "The id was used for another command of yours before: send this one with a new id."
            ),
            "defect": Gloss(
                "Something is wrong on our side and stands in the log; nothing was changed.", status=500
            ),
            "failed": Gloss("The server could not answer: try again, and tell its operator.", status=500),
            "id_used": Gloss(
                "The id was used for another proposal of yours before: send this one with a new id."
            ),
            "invariant_broken": Gloss(
                "Something that must always hold does not, a defect of ours: the answer says whether "
                "anything was recorded. Tell the server's operator, with the id of the request.",
                status=500,
            ),
            "journal_unavailable": Gloss(
                "The journal cannot be used at this moment: send the same command again with the same id.",
                status=503,
            ),
            "method_not_allowed": Gloss(
                "The address is right and the method is not: see the schema.", status=405
            ),
            "no_preview": Gloss(
                "An act about named cards has no preview: it would tell what lies face down. Between rounds "
                "there are no options to weigh, and not every proposal bears on past rounds."
            ),
            "not_allowed": Gloss("The server does not let this request through.", status=403),
            "not_found": Gloss(
                "There is nothing at this address, or nothing that is for you: look at the names in it.",
                status=404,
            ),
            "overloaded": Gloss(
                "The server has more to do than it can, and players come first: wait as long as "
                "`Retry-After` says.",
                status=503,
            ),
            "too_large": Gloss(
                "The request is larger than the server takes: send less. (431: its headers are.)",
                status=413,
                also=(431,),
            ),
            "too_many": Gloss(
                "There are too many requests or open streams: wait as long as `Retry-After` says.", status=429
            ),
            "too_slow": Gloss("The request took too long to arrive: send it again.", status=408),
            "unsupported_media_type": Gloss(
                "The body is not sent as JSON: send it with the Content-Type application/json.", status=415
            ),
            "wrong_host": Gloss(
                "The server does not answer to the name in `Host`: use a name of the floor's file.",
                status=421,
            ),
            "wrong_origin": Gloss(
                "The change comes from a page of another site and is not made.", status=403
            ),
        },
    ),
    RefusalArea(
        title="People",
        gist="Who somebody is, what they may do, and what takes two people.",
        cited={
            "not_ones_own": Gloss(
                "A player acts for themselves only: leave it to the person it is about, or to staff.",
                status=403,
            ),
        },
        plain={
            "account_disabled": Gloss("The account was disabled for good: use another one."),
            "account_known": Gloss("The name is taken: choose another one."),
            "account_locked": Gloss("The account is locked already: there is nothing to do."),
            "approval_missing": Gloss(
                "The act takes two people: propose it, and have somebody else approve it."
            ),
            "argument_missing": Gloss(
                "Something that the command needs is missing or out of its bounds: the sentence says what."
            ),
            "code_wrong": Gloss("The codes are wrong or too old: ask for new ones.", status=401),
            "dealer_signed_on": Gloss(
                "Somebody is signed on to the table, or you are signed on somewhere: sign off first."
            ),
            "enrolment_closed": Gloss("The codes have been used or replaced: ask for new ones."),
            "name_not_possible": Gloss(
                "The name cannot be the name of an account: choose one as the sentence says.", status=400
            ),
            "no_such_account": Gloss("There is no account of that name: look at the name.", status=404),
            "no_such_proposal": Gloss(
                "There is no such proposal that waits: read the list again.", status=404
            ),
            "no_such_token": Gloss("The device has no such token: read the list again.", status=404),
            "not_signed_in": Gloss(
                "Nobody is signed in: sign in. (403: a change by cookie lacks the page's own token.)",
                status=401,
                also=(403,),
            ),
            "not_signed_on": Gloss("The table is run by those who are signed on to it: sign on first."),
            "one_person_suffices": Gloss("The act takes one person: do it without a proposal."),
            "other_person": Gloss(
                "The act names another person than its sender: act in your own name.",
                status=403,
            ),
            "own_account": Gloss(
                "Nobody decides about their own account, or signs on for others: ask somebody else.",
                status=403,
            ),
            "password_needed": Gloss(
                "A PIN is not enough for this: sign in, or sign, with a password.", status=403
            ),
            "proposal_decided": Gloss(
                "The proposal is approved, declined or withdrawn already: nothing is left to decide."
            ),
            "proposal_differs": Gloss("The proposal is not what was read: read it again, then decide."),
            "proposal_known": Gloss(
                "The same proposal of yours waits already: have it approved or withdraw it."
            ),
            "proposal_lapsed": Gloss("The time of the proposal is over: propose it again."),
            "role_not_possible": Gloss(
                "The account cannot have, or lose, that role or secret: the sentence says why."
            ),
            "role_too_low": Gloss("The act is for another role: ask somebody who has it.", status=403),
            "same_department": Gloss(
                "The two people must be of different departments: ask somebody of another one."
            ),
            "same_person": Gloss("The act takes two different people: ask somebody else."),
            "scope_not_possible": Gloss(
                "The token cannot be given for that: the sentence says what a device may have."
            ),
            "secret_weak": Gloss(
                "The password or PIN is too easy to guess or of the wrong kind: choose another one.",
                status=400,
            ),
            "sign_in_refused": Gloss(
                "The name, password or PIN is wrong, or the account is locked: wait, or ask for help.",
                status=401,
            ),
            "token_elsewhere": Gloss(
                "The device's token is for another table: give the device one for this table.", status=403
            ),
            "token_known": Gloss("The device has a token of that name already: choose another name."),
            "too_many_attempts": Gloss(
                "There were too many attempts: wait as long as the sentence says.", status=429
            ),
        },
    ),
    RefusalArea(
        title="Players' own limits",
        gist="What a player's own limits, break or reality check refuse, and what cannot be set. That is "
        "policy of the House; no sheet has a clause on it. It never refuses a decision in a round that has "
        "begun.",
        plain={
            "bet_limit": Gloss("The bet is above the player's own limit for one bet: bet less."),
            "break_stands": Gloss("A break that has begun can be made longer, and by nobody shorter."),
            "buy_in_limit": Gloss(
                "The chips are above what the player pays in for a gaming day by their own limit: buy for "
                "less, or wait for the next gaming day."
            ),
            "limit_not_possible": Gloss(
                "The limit or time is outside what can be set; the message has the bounds."
            ),
            "limits_of_another": Gloss(
                "Players decide about their own limits; a manager may lower a limit or set a break for a "
                "player who asks, and loosens nothing."
            ),
            "loss_limit": Gloss(
                "The bet might lose more than the player's own limit for a gaming day, or nothing is left of "
                "it: bet less, or wait for the next gaming day."
            ),
            "on_break": Gloss(
                "The player takes a break from play: no seat, chips or bets until its end, which is in the "
                "message."
            ),
            "reality_check_due": Gloss(
                "A reality check waits for its answer: look at the time played and the result, answer it, "
                "then bet."
            ),
            "time_limit": Gloss(
                "The player has played as long as their own limit for a gaming day allows: play again in the "
                "next one."
            ),
        },
    ),
    RefusalArea(
        title="The table",
        gist="Tables of the floor: opened, set up, closed, seats and notices.",
        cited={
            "bets_on_box": Gloss("The player has bets on the box: take them back or play them first."),
            "closer_missing": Gloss(
                "The tray of the table is not counted: make its closer, then close the table."
            ),
            "method_not_possible": Gloss(
                "The sheet has no such way to deal from that device: choose one of those in the sentence."
            ),
            "no_reading_shoe": Gloss(
                "The table is dealt from the software's own shoe: it takes no cards from a reading one."
            ),
            "no_shoe": Gloss(
                "The software has no shoe, or too few cards, to deal from: the sentence says what to do."
            ),
            "nothing_due": Gloss("Nothing is due there now: look at the table, then go on."),
            "notice_known": Gloss("The notice stands there already, or there is none to take down."),
            "notice_not_possible": Gloss("A notice is one line of a certain length: shorten it."),
            "plate_not_possible": Gloss(
                "The sheet does not allow such limits, boxes or chips: choose others."
            ),
            "round_in_play": Gloss("A round is not over: wait until it is settled."),
            "seat_empty": Gloss("Nobody sits at the box."),
            "seat_taken": Gloss("Somebody has the seat: choose another box, or bet once they have."),
            "sheet_is_draft": Gloss(
                "The sheet is a draft, and no floor plays one: write what it lacks, and take draft out of it."
            ),
            "sheet_of_another_house": Gloss(
                "The sheet has another currency or time zone than the floor: open a floor for it."
            ),
            "sheet_too_early": Gloss(
                "The version of the sheet is not in force yet: approve it from the day in the sentence on."
            ),
            "software_deals": Gloss(
                "The software deals at the table: staff report, interrupt, rule and close."
            ),
            "stale_round": Gloss(
                "The command was sent for a round that is over: look at the table and send it anew."
            ),
            "table_closed": Gloss("The table takes no bets or rounds: open it again, or play elsewhere."),
            "table_known": Gloss("The table is open already: close it first, or choose another name."),
            "too_many_seats": Gloss(
                "The player holds as many seats without a bet as one may: bet there, or stand up from one."
            ),
        },
        plain={
            "no_such_round": Gloss("The table has no such round: look at its number.", status=404),
            "no_such_sheet": Gloss(
                "There is no such sheet in force: look at the name, or bring the sheet into force.",
                status=404,
            ),
            "no_such_table": Gloss(
                "There is no such table, or it is not open: look at the name.", status=404
            ),
            "rounds_held": Gloss(
                "No round begins until the witnesses of the record have cosigned it; rounds in play are "
                "finished. Tell the server's operator."
            ),
            "too_many_acts": Gloss(
                "The player has acted at the table as often as one round allows: what stands is played or "
                "taken back; bet again in the next round."
            ),
        },
    ),
    RefusalArea(
        title="The round",
        gist="Bets, decisions, cards, reports, corrections and the settlement of one round.",
        cited={
            "argument_not_taken": Gloss(
                "The clause does not take that argument: leave it out, or report the clause that does."
            ),
            "awards_differ": Gloss(
                "What the link has paid is not what the cards win: put the claims right, then settle."
            ),
            "bet_above_maximum": Gloss("The bet is over the maximum that the table displays: bet less."),
            "bet_after_close": Gloss("The Bets are closed: bet in the next round."),
            "bet_below_minimum": Gloss("The bet is under the minimum that the table displays: bet more."),
            "bet_not_equal": Gloss(
                "The bet must be as high as the Ante beside it: bet exactly that before the Bets are closed."
            ),
            "bet_on_anothers_box": Gloss("The box is played by somebody else: bet on another one."),
            "bet_without_ante": Gloss("The bet needs an Ante on the same box: place that first."),
            "bets_not_closed": Gloss("The Bets are still open: close them first."),
            "box_blocked": Gloss("No bets are taken on the box: choose another one."),
            "box_out": Gloss("The hand of the box is out of the round and takes no further step."),
            "cannot_check": Gloss("The box cannot check now: it folds or bets."),
            "cannot_fold": Gloss("The box cannot fold now: it bets or checks."),
            "card_count_box": Gloss("A box has too few or too many cards: deal or report what is wrong."),
            "card_count_community": Gloss(
                "There are too few or too many Community Cards: deal or report what is wrong."
            ),
            "card_count_dealer": Gloss(
                "The Dealer has too few or too many cards: deal or report what is wrong."
            ),
            "cards_unknown": Gloss("A bet depends on cards that nobody has named yet: name them first."),
            "choice_already_made": Gloss("The box has chosen already whether to continue or withdraw."),
            "choices_not_alike": Gloss("A player chooses the same on all their boxes: choose as before."),
            "correction_not_possible": Gloss(
                "The record cannot become what the correction says: the sentence says why."
            ),
            "dealer_qualifies": Gloss(
                'The Dealer\'s hand qualifies: compare it, and do not announce "No hand".'
            ),
            "decision_bet_size": Gloss(
                "The bet of a decision has a size that follows from the Ante: bet exactly that."
            ),
            "decision_not_due": Gloss("The decision is not due on that box now: look at what is asked."),
            "decision_still_due": Gloss("Players must decide first."),
            "excess_card": Gloss("A card is one too many or in two places: report that next."),
            "hand_folded": Gloss("The hand is folded: nothing more is done with it."),
            "jackpot_bet_not_prescribed": Gloss(
                "The jackpot bet is not of the prescribed size: bet exactly that."
            ),
            "jackpot_on_anothers_box": Gloss(
                "A jackpot bet is placed by the player of the box: choose a box of your own."
            ),
            "jackpot_suspended": Gloss(
                "The jackpot system has failed: no jackpot bets are taken until it is restored."
            ),
            "jackpot_without_ante": Gloss("A jackpot bet needs an Ante on the same box: place that first."),
            "look_not_allowed": Gloss(
                "The hand may not be examined or declined so: play it without looking."
            ),
            "no_cards_there": Gloss("No cards have been dealt there yet."),
            "no_jackpot": Gloss("The table has no jackpot and takes no jackpot bet."),
            "no_option": Gloss("The box has no option to choose from."),
            "no_such_bet": Gloss("The sheet has no such bet: choose one of its bets."),
            "no_such_box": Gloss("The table has no such box: choose one that it has."),
            "not_in_this_game": Gloss("The game has no such step: follow the sheet's procedure."),
            "not_reportable": Gloss("The clause is nothing that can be reported: name one that can."),
            "nothing_to_lift": Gloss("Nothing is restricted there by that clause: look at what is in force."),
            "option_open": Gloss("Players must first choose whether to continue or withdraw."),
            "order_of_cards": Gloss("The order of the next cards was decided: deal them in that order."),
            "player_barred": Gloss("The player is prohibited from further play."),
            "player_restricted": Gloss("The player is restricted to one playing position."),
            "report_contradicted": Gloss(
                "The report does not fit the round: the sentence says what applies instead."
            ),
            "reveal_not_due": Gloss("Nothing is left to turn over, or nothing depends on it."),
            "reveal_still_due": Gloss("The Dealer must turn over further cards first."),
            "round_not_begun": Gloss("No round has begun: begin one first."),
            "round_settled": Gloss(
                "The round is settled: begin the next one, or have the settlement adjusted."
            ),
            "round_void": Gloss("The round is void: settle it, and begin the next one."),
            "second_look_not_judged": Gloss(
                "The player has examined a hand too many: have that judged first."
            ),
            "settle_missing": Gloss(
                "The round of a file ends without being settled: its last step must be settle."
            ),
            "show_declined": Gloss("The player has declined to show: the hand is not turned over any more."),
            "show_does_not_fit": Gloss(
                "The cards named are not those that lie there, or not turned over: look at them again."
            ),
            "withdrawal_after_close": Gloss("The Bets are closed: the bet stands and wins or loses."),
        },
        plain={
            "nothing_there": Gloss(
                "There is no bet, hand or award there that the act could be about: look again."
            ),
        },
    ),
    RefusalArea(
        title="Cards",
        gist="Card sets, and cards from the software's shoe or a reading one.",
        cited={
            "backs_alike": Gloss(
                "Two sets with the same backs cannot be told apart: put another one in use."
            ),
            "card_out_already": Gloss("The card that was read has left the shoe before: see what it is."),
            "cards_from_shoe": Gloss(
                "The cards come from a shoe that was committed to: nobody names, orders or corrects them."
            ),
            "device_full": Gloss("The dealing device holds as many sets as it may: take one out first."),
            "no_card_sets": Gloss("The table is dealt from the software's own shoe: it has no card sets."),
            "no_set_in_use": Gloss("No counted set is in the dealing device: put one in use, then begin."),
            "no_such_hold": Gloss("The set is not retained for that: look at what it is retained for."),
            "no_such_set": Gloss(
                "The table has no such card set, or it has been destroyed: look at the id.", status=404
            ),
            "read_again": Gloss(
                "The card of that number is recorded already: see to it, or type what is right."
            ),
            "read_out_of_order": Gloss("An earlier card is missing: type it, then let the shoe go on."),
            "retention_due": Gloss("The set is evidence: retain it first."),
            "set_in_use": Gloss("The set is in the dealing device: take it out first."),
            "set_known": Gloss(
                "There is or was a set of that id, and no id is used twice: choose another one."
            ),
            "set_not_counted": Gloss("The set is not counted to a whole deck: count it first."),
            "set_not_in_use": Gloss("The set is not in the dealing device."),
            "set_not_shuffled": Gloss("A round dealt from unshuffled cards is void: shuffle the set first."),
            "set_retained": Gloss("The set is retained until it is released: have it released first."),
        },
    ),
    RefusalArea(
        title="Money",
        gist="Chips, slips, the tray, the amounts that people move, and the ledger.",
        cited={
            "amount_above_most": Gloss(
                "Nobody moves so much by one act: the floor's file says how much.", status=403
            ),
            "amount_above_own": Gloss(
                "The amount is above your own: have somebody sign too whose amount suffices.", status=403
            ),
            "amount_not_positive": Gloss("The amount is not above zero: name one that is."),
            "buy_in_too_large": Gloss(
                "A player who buys for themselves may come to a certain amount: buy less, or ask staff."
            ),
            "chips_short": Gloss("The player has too few chips at the table: buy in for more, or take less."),
            "no_such_slip": Gloss("No such slip of the session stands: replace one that does."),
            "no_tray": Gloss("The software keeps the chips of the table: it has no tray to count."),
            "not_in_chips": Gloss(
                "The amount cannot be put together from the chips or notes in use: change it."
            ),
            "opener_made": Gloss("The opener of the session is made: a closer comes first."),
            "opener_missing": Gloss("The table has no session under way: count its opener first."),
            "tray_too_small": Gloss("The tray holds too little: fill it first."),
        },
        plain={
            "amounts_not_possible": Gloss("The amounts contradict each other: the sentence says where."),
            "day_closed": Gloss("The gaming day is closed already: nothing is left to do."),
            "day_differs": Gloss(
                "The records of the gaming day do not agree: have it looked into, say why chips differ, or, "
                "where entries stand out of order, close it by two people."
            ),
            "day_not_over": Gloss("The gaming day is not over: close it when it is."),
            "day_open": Gloss(
                "A gaming day is open still: close the days in their order, and sign off what is closed."
            ),
            "day_signed_off": Gloss("The gaming day does not wait for a sign-off: nothing is left to do."),
        },
    ),
    RefusalArea(
        title="The link",
        gist="Jackpots of one or more tables: their displays, claims and money.",
        cited={
            "below_zero": Gloss(
                "The display cannot show less than nothing, nor hold less than its claims need."
            ),
            "claim_known": Gloss("The claim, or what was asked for it, is recorded already."),
            "claim_not_first": Gloss("Another claim is paid first: pay that one."),
            "claim_not_verified": Gloss("The checklist or a signature is missing: verify the claim first."),
            "claim_paid": Gloss("The slip is made out and cannot be changed: reverse the award instead."),
            "claim_waits": Gloss(
                "A round in play may hold an earlier hand: wait for it, or have the House rule."
            ),
            "claims_open": Gloss("A claim is open or not closed: pay it, file its slip, then go on."),
            "config_not_possible": Gloss("The link cannot be set up so: the sentence says why."),
            "deck_count_wrong": Gloss(
                "The deck must be counted to its number of cards before a win is paid."
            ),
            "display_differs": Gloss(
                "The display does not show what the books say: correct one of them first."
            ),
            "link_closed": Gloss("The link is closed: open another one."),
            "link_known": Gloss("There is a link of that name already: choose another name."),
            "no_jackpot_bet": Gloss("There is no accepted jackpot bet on the box in that round."),
            "no_such_claim": Gloss("There is no such claim or slip: look at its number.", status=404),
            "not_a_share": Gloss("No hand of the sheet takes such a share of the display."),
            "not_suspended": Gloss("The jackpot system has not failed: there is nothing to restore."),
            "operators_differ": Gloss("The table or link is of another operator: they share no jackpot."),
            "order_differs": Gloss(
                "The sheets order or pay several winners in different ways: they share no link."
            ),
            "order_incomplete": Gloss("A ruling on the order names every open claim once: name all of them."),
            "prescribed_bet_differs": Gloss(
                "The plate of the table shows another jackpot bet than the link prescribes: change one."
            ),
            "round_known": Gloss("The round is booked already."),
            "too_much": Gloss(
                "The link does not hold so much there, or nothing would move: name another amount."
            ),
        },
        plain={
            "no_such_link": Gloss("There is no such link, or it is not open: look at the name.", status=404),
        },
    ),
    RefusalArea(
        title="Training",
        gist="What is said of answers to training questions.",
        plain={
            "question_answered": Gloss("The question was answered before, otherwise: ask for another one."),
            "question_outdated": Gloss(
                "The rules or the software have changed since the question was asked: ask for it again."
            ),
            "trained_enough": Gloss("As many answers are marked as in a day: go on the day after."),
        },
    ),
    RefusalArea(
        title="The audit",
        gist="What the audit says when it asks again; the API does not answer with it.",
        plain={
            "not_as_recorded": Gloss(
                "The journal holds what follows from no command, or not so: see the audit's report."
            ),
        },
    ),
)
"""Every code once."""

ENTRIES: Final[Mapping[str, Gloss]] = {
    code: entry for area in AREAS for codes in (area.cited, area.plain) for code, entry in codes.items()
}
NEEDS_CLAUSE: Final[frozenset[str]] = frozenset(code for area in AREAS for code in area.cited)

_OF_ROUNDS: Final = next(area for area in AREAS if area.title == "The round")
_BESIDE: Final[tuple[RefusalCode, ...]] = ("argument_missing", "role_too_low", "table_closed")
OF_SHEETS: Final[frozenset[str]] = frozenset((*_OF_ROUNDS.cited, *_OF_ROUNDS.plain, *_BESIDE))
"""The codes that a round refuses with. A sheet names the clauses of each that its clauses decide."""
