"""What a rule sheet says, as types. Every entry carries the clauses it rests on.

The shape follows the sheets: identity, bets, ranking list, pay tables, what a fold loses, the
jackpot, the dealing procedures, the irregularities, and the readings of what a sheet leaves open.
"""

from datetime import datetime
from typing import Final, Literal

from msgspec import Struct

from pitboss.citation import Clause, Clauses
from pitboss.people import Role

Device = Literal["shoe", "shuffler"]

Result = Literal["win", "lose", "push", "returned"]
Outcome = Literal["no_qualifying_hand", "higher", "lower", "same"]


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something a sheet says, with the clauses that say it."""

    clauses: Clauses


class Identity(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The title page: it has no clauses."""

    operator: str
    house: Literal["RWS", "MBS"]
    title: str
    short: str
    version: int
    in_force_from: datetime
    """With its offset: the sheets count in Singapore time."""
    numbered_clauses: int
    """How many numbered clauses the approved text has; the register must hold as many."""


class Layout(Entry, frozen=True, kw_only=True):
    """How many betting boxes a table may have."""

    fewest_boxes: int
    most_boxes: int


class Deck(Entry, frozen=True, kw_only=True):
    """The cards in use, and the clauses for what can be wrong with them."""

    cards: int
    wrong_count: Clauses
    """A card too few or too many."""
    counting: tuple[Clause, ...] = ()
    """In doubt they are counted by hand."""
    foreign_card: Clauses
    unshuffled: Clauses
    runs_out: tuple[Clause, ...] = ()
    """The device holds too few to finish the round."""
    shuffler: Clauses
    """The device that shuffles by itself, one deck or more."""


class Seats(Entry, frozen=True, kw_only=True):
    """Who may sit and bet where."""

    players_on_a_box: Literal["one", "several"]
    hands_examined: int
    """How many hands one player may examine, however many boxes he bets on."""
    displayed: tuple[Literal["limits", "jackpot_bet", "dealing_method"], ...]
    """What the table's plate must show before the first bet."""


class Hands(Entry, frozen=True, kw_only=True):
    """How many cards make each hand, and which hand meets the Dealer's."""

    box: int
    dealer: int
    community: int = 0
    shows_down: Literal["own", "own_and_community"]
    dealers_last_card_face_up: bool = False


class RankingList(Entry, frozen=True, kw_only=True):
    """The categories of hands, highest first."""

    size: Literal[3, 5]
    order: tuple[str, ...]


class BetRule(Entry, frozen=True, kw_only=True):
    """One bet area of a box."""

    title: str
    placed: Literal["before_deal", "decision"]
    needs_ante: bool = False
    times_ante: int = 0
    """A decision bet is this many times the Ante."""


class Qualifier(Entry, frozen=True, kw_only=True):
    """What the Dealer must hold for the hands to be compared."""

    high_cards: str
    """The lowest qualifying high cards, such as ``Q`` or ``AK``; any pair or better qualifies."""


class Verdict(Entry, frozen=True, kw_only=True):
    """What one bet gets in one outcome."""

    result: Result


class PayTable(Entry, frozen=True, kw_only=True):
    """What a winning bet pays: one rate, or a rate for each hand of the ranking list."""

    pays: str | None = None
    pays_from: str | None = None
    """The lowest hand that is paid; below it a win is a push."""
    hands: dict[str, str] = {}
    """Category of the ranking list to rate, highest first."""
    hole_cards: tuple["HoleCardsPay", ...] = ()
    most_paid: str | None = None
    """The cap on what one box can win."""
    cap_clauses: tuple[Clause, ...] = ()


class HoleCardsPay(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a pay table on two hole cards: ``AA``, ``AKs`` (suited), ``AKo`` (unsuited)."""

    cards: tuple[str, ...]
    pays: str
    title: str
    dealer: str | None = None
    """The hole cards the Dealer must hold as well."""


class Fold(Entry, frozen=True, kw_only=True):
    """What a folded hand loses at once; its other bets live on."""

    loses: tuple[str, ...]


class Decline(Entry, frozen=True, kw_only=True):
    """A hand that its player does not show."""

    taken_as: Literal["folded", "lower"]
    loses: tuple[str, ...]
    """Bets that need the rank established."""
    may_still_establish: bool
    """Whether showing the hand later brings those bets back to life."""


class JackpotLine(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One line of the jackpot pay table."""

    hand: str
    pays: str
    title: str
    suits: str = "shdc"
    major: bool = False
    envy: str | None = None


class SeveralWinners(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses for several major wins at one table: of all, of part, or of both kinds."""

    of_all_clauses: Clauses
    of_part_clauses: Clauses
    both_clauses: Clauses


class Jackpot(Entry, frozen=True, kw_only=True):
    """The progressive jackpot: its hand, its bet, its pay table and who is paid first."""

    hand: Literal["own", "own_and_dealer", "own_and_community", "own_and_flop"]
    most_units: int
    """The bet is one to this many times the prescribed amount."""
    same_table: Literal["in_turn", "divided"]
    several_winners: SeveralWinners
    across_tables: Literal["by_time_dealt", "by_entry"]
    across_tables_clauses: Clauses
    lines: tuple[JackpotLine, ...]
    envy_clauses: tuple[Clause, ...] = ()
    units_clauses: tuple[Clause, ...] = ()
    """For a bet of several units."""
    no_qualifying_hand_clauses: tuple[Clause, ...] = ()
    qualifying_hand_clauses: tuple[Clause, ...] = ()
    """How the Dealer's hand bears on the payment, where the sheet says so."""


class Dealing(Struct, frozen=True, forbid_unknown_fields=True):
    """A dealing procedure: what the Dealer does, step by step, each with its clause."""

    device: Device
    title: str
    steps: tuple[tuple[str, Clause], ...]


class Reading(Entry, frozen=True, kw_only=True):
    """A point the sheet leaves open, and the choice taken."""

    choice: str
    gist: str


Effect = Literal[
    "void",
    "void_unless_reconstructed",
    "void_unless_52",
    "void_if_seen_else_reconstruct",
    "reconstruct_with_options",
    "hand_invalid_unless_reconstructed",
    "options_if_unseen",
    "continue",
    "order_of_cards",
    "freeze_jackpot",
    "restrict_table",
    "judge_second_look",
    "wagered_in_error",
    "bar_player",
    "one_position_only",
    "return_orphan",
    "ruling",
]
"""The few mechanisms that follow from an irregularity; see ``pitboss.round.irregularities``."""

Condition = Literal[
    "bets_closed",
    "unseen",
    "seen",
    "unhandled",
    "shoe",
    "wrong_count",
    "second_look",
    "burn_missing",
    "cards_not_dealt",
]
"""What must be so in the round for a report to apply; always derived, never asked."""

Argument = Literal["box", "reconstructed", "intentional", "order", "count", "action"]


class Irregularity(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The policy of one clause that may be reported."""

    effect: Effect
    gist: str
    """What has gone wrong, as staff would say it."""
    needs: tuple[Argument, ...] = ()
    when: tuple[Condition, ...] = ()
    instead: tuple[Clause, ...] = ()
    """The clauses that apply when ``when`` does not hold."""
    by: Role = "dealer"
    about: Literal["round", "box", "dealer", "community"] = "round"
    options: Literal["none", "affected", "all", "others", "affected_and_others"] = "none"
    continue_clauses: tuple[Clause, ...] = ()
    withdraw_clauses: tuple[Clause, ...] = ()
    follows: tuple[Clause, ...] = ()
    """Clauses cited beside the reported one for what follows."""
    action_clauses: dict[str, tuple[Clause, ...]] = {}
    """For a restriction of the table: the point that each action rests on."""
    viewed_clauses: tuple[Clause, ...] = ()
    unviewed_clauses: tuple[Clause, ...] = ()
    """For several positions wagered in error: with and without a hand viewed."""
    after_settlement: bool = False


class Interruption(Entry, frozen=True, kw_only=True):
    """A technical interruption or power failure while no outcome is established."""

    unestablished: Literal["void", "options"]
    void_clauses: tuple[Clause, ...] = ()
    continue_clauses: Clauses
    withdraw_clauses: tuple[Clause, ...] = ()


class Leaving(Entry, frozen=True, kw_only=True):
    """A player who walks away while a decision is open."""

    means: Literal["fold", "hand_invalid"]
    settle_clauses: tuple[Clause, ...]
    """For a player who has no decision left."""


HAND_BETS: Final = frozenset({"ante", "pair_plus"})
"""The bets that bring a box its hand, in every sheet that has them."""


class Amounts(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What stands of a bet of the wrong size that nobody noticed in time."""

    over_maximum: Clauses
    under_minimum: Clauses
    under_minimum_times: int | None = None
    """How many rounds a player is settled under the minimum before such bets are returned."""
    over_ante: Clauses
    under_ante: Clauses
    orphan_jackpot: Clauses
    orphan_bonus: tuple[Clause, ...] = ()
    past_error: tuple[Clause, ...] = ()
    """An error noticed only in a later round does not touch that round."""
    past_limits_error: tuple[Clause, ...] = ()
    """Bets outside the limits in past rounds stay settled."""


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One approved rule sheet."""

    id: str
    identity: Identity
    layout: Layout
    deck: Deck
    seats: Seats
    hands: Hands
    ranking: RankingList
    bets: dict[str, BetRule]
    qualifier: Qualifier | None = None
    showdown: dict[Outcome, dict[str, Verdict]]
    pays: dict[str, PayTable]
    fold: Fold
    decline: Decline
    jackpot: Jackpot
    jackpot_ranking: RankingList
    dealing: tuple[Dealing, ...]
    amounts: Amounts
    leaving: Leaving
    interruption: Interruption
    irregularities: dict[Clause, Irregularity]
    refusals: dict[str, Clauses]
    """By the code of a refusal: the clauses that decide it."""
    readings: dict[str, Reading]
    void_clauses: tuple[Clause, ...]
    """Cited beside the voiding clause for every bet returned."""
