"""The types of a rule sheet. Every entry carries the clauses that it rests on."""

from datetime import datetime
from typing import Final, Literal

from msgspec import Struct

from pitboss.citation import Clause, Clauses
from pitboss.people import PitRole

Device = Literal["shoe", "shuffler"]

BetResult = Literal["win", "lose", "push", "returned"]
ShowdownOutcome = Literal["no_qualifying_hand", "higher", "lower", "same"]


class SheetEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry of a sheet, with the clauses that it rests on."""

    clauses: Clauses


class Identity(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The title page, which has no clauses."""

    operator: str
    house: str
    """The house in short, as staff say it: ``RWS``."""
    currency: str
    """The currency of every amount: its ISO 4217 code, such as ``SGD``."""
    currency_sign: str
    """What stands before an amount: ``S$``."""
    time_zone: str
    """The time zone of the house by its IANA name, such as ``Asia/Singapore``."""
    title: str
    short: str
    version: int
    in_force_from: datetime
    """The date and time with their offset."""
    numbered_clauses: int = 0
    """The number of numbered clauses in the approved text; the register must have as many."""
    draft: bool = False
    """Whether clauses may still be missing. A draft says so wherever it is named, and no floor takes it."""

    @property
    def called(self) -> str:
        """The title as it is printed: a draft says that it is one."""
        return f"{self.title} (draft)" if self.draft else self.title

    @property
    def in_full(self) -> str:
        """The title with house and version: ``3 Card Poker (RWS, version 3)``."""
        return f"{self.title} ({self.house}, version {self.version}{', draft' if self.draft else ''})"


class Layout(SheetEntry, frozen=True, kw_only=True):
    """How many betting boxes a table may have."""

    fewest_boxes: int
    most_boxes: int


class Deck(SheetEntry, frozen=True, kw_only=True):
    """The cards in use, and the clauses for faults of them."""

    cards: int
    wrong_count: Clauses
    """The clauses for a card too few or too many."""
    counting: tuple[Clause, ...] = ()
    """The clauses by which cards are counted by hand in doubt."""
    foreign_card: Clauses
    unshuffled: Clauses
    runs_out: tuple[Clause, ...] = ()
    """The clauses for a device with too few cards to finish the round."""
    shuffler: Clauses
    """The clauses for the device that shuffles by itself."""


class SeatRules(SheetEntry, frozen=True, kw_only=True):
    """Rules on who may sit and bet where."""

    players_on_a_box: Literal["one", "several"]
    hands_examined: int
    """How many hands one player may examine, regardless of their number of boxes."""
    examined_clauses: tuple[Clause, ...] = ()
    """The clauses on that number, of which the Dealer informs a player of several boxes."""
    displayed: tuple[Literal["limits", "jackpot_bet", "dealing_method"], ...]
    """What the plate of the table must show before the first bet."""
    placed_in_error: tuple[Clause, ...] = ()
    """The clauses by which bets stand where the chips lie, also those placed by mistake."""
    placed_by_staff: tuple[Clause, ...] = ()
    """The clauses by which staff may place bets for a player."""


class HandSizes(SheetEntry, frozen=True, kw_only=True):
    """How many cards make each hand, and which hand meets the Dealer's."""

    box: int
    dealer: int
    """0 in a game without a Dealer's hand, where every bet is paid by the player's own."""
    community: int = 0
    shows_down: Literal["own", "own_and_community"]
    dealers_last_card_face_up: bool = False


class DecidingClauses(SheetEntry, frozen=True, kw_only=True):
    """The clauses by which hands are compared, with more for some categories."""

    of: dict[str, Clauses] = {}


class RankingList(SheetEntry, frozen=True, kw_only=True):
    """The categories of hands, highest first, and the clauses that decide between two hands."""

    size: Literal[3, 4, 5]
    order: tuple[str, ...]
    kinds: DecidingClauses | None = None
    """For hands of two categories; by the higher one."""
    cards: DecidingClauses | None = None
    """For hands of one category whose cards differ."""
    equal: DecidingClauses | None = None
    """For hands whose ranks are all the same."""
    low_run: tuple[Clause, ...] = ()
    """More for a straight, or straight flush, that is the lower one because its ace counts as one."""


class BetRule(SheetEntry, frozen=True, kw_only=True):
    """One bet area of a box."""

    title: str
    placed: Literal["before_deal", "decision"]
    needs_ante: bool = False
    times_ante: int | tuple[int, ...] = 0
    """A decision bet is this many times the Ante; of several sizes, the player takes one."""
    equals: Literal["ante"] | None = None
    """The bet before the deal that this one must be as high as."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many times the Ante a decision bet may be, the lowest first; none for another bet."""
        if isinstance(self.times_ante, tuple):
            return self.times_ante
        return (self.times_ante,) if self.times_ante else ()


class Qualifier(SheetEntry, frozen=True, kw_only=True):
    """The Dealer's Qualifying Hand: the least high cards, or the least hand."""

    high_cards: str | None = None
    """The lowest qualifying high cards, such as ``Q`` or ``AK``; any pair or better qualifies."""
    hand: str | None = None
    """The lowest qualifying hand: a category, or ``one_pair:4`` for a pair of fours."""
    announce_clauses: tuple[Clause, ...] = ()
    """The clauses by which the Dealer announces that their hand does not qualify."""

    @property
    def least(self) -> str:
        """What is asked, as the sheet writes it."""
        return self.high_cards or self.hand or ""


class Verdict(SheetEntry, frozen=True, kw_only=True):
    """The result of one bet in one outcome."""

    result: BetResult


class PayTable(SheetEntry, frozen=True, kw_only=True):
    """What a winning bet pays: one rate, or a rate for each hand of the ranking list."""

    pays: str | None = None
    pays_from: str | None = None
    """The lowest hand that is paid; below it a win is a push."""
    hands: dict[str, str] = {}
    """Rates by hand, highest first: a category of the ranking list, or ``one_pair:T`` for tens or better."""
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


class FoldRule(SheetEntry, frozen=True, kw_only=True):
    """The bets that a fold loses at once; the others stay."""

    loses: tuple[str, ...]


class DeclineRule(SheetEntry, frozen=True, kw_only=True):
    """The rule for a hand that its player does not show."""

    taken_as: Literal["folded", "lower"]
    loses: tuple[str, ...]
    """Bets that need the rank established; whether showing it later does that is a reading."""
    viewed_by: PitRole | None = None
    """The lowest role that may view a hand which is not shown; None where the sheet names none."""


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


class Jackpot(SheetEntry, frozen=True, kw_only=True):
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
    """The clauses for a bet of several units."""
    no_qualifying_hand_clauses: tuple[Clause, ...] = ()
    qualifying_hand_clauses: tuple[Clause, ...] = ()
    """The clauses on how the Dealer's hand affects the payment."""
    notify_clauses: tuple[Clause, ...] = ()
    """The clauses by which a player notifies the Dealer of a winning hand, which then stays face up."""


class DealingProcedure(Struct, frozen=True, forbid_unknown_fields=True):
    """A dealing procedure: what the Dealer does, step by step, each with its clause."""

    device: Device
    title: str
    steps: tuple[tuple[str, Clause], ...]


class ReadingTaken(SheetEntry, frozen=True, kw_only=True):
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
"""The mechanisms of irregularities; see ``pitboss.round.irregularities``."""

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
"""A condition of the round for a report to apply; derived from the round."""

Subject = Literal[
    "foreign_card",
    "deck_count",
    "unshuffled",
    "too_few_cards",
    "burn_missing",
    "card_face_up",
    "drawn_together",
    "dealt_wrongly",
    "one_card_exposed",
    "cards_exposed",
    "hand_count",
    "dealer_count",
    "community_count",
    "jackpot_failure",
    "after_jackpot_failure",
    "orphan_jackpot",
    "placed_in_error",
    "one_position",
    "several_hands",
    "second_look",
    "confidentiality",
    "not_covered",
]
"""What an irregularity is about, alike in all sheets, whatever the number of its clause."""

Argument = Literal[
    "box", "player", "dealer", "reconstructed", "intentional", "order", "count", "permit", "action"
]
"""An argument of a report. Its role and its reason can be given with every clause."""


class Irregularity(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The policy of one clause that may be reported."""

    effect: Effect
    gist: str
    """What has gone wrong, as staff would say it."""
    subjects: tuple[Subject, ...] = ()
    """What it is about; two sheets are compared by it. Texts of older builds have none."""
    needs: tuple[Argument, ...] = ()
    takes: tuple[Argument, ...] = ()
    """Arguments that may be given beside those needed; every other one is refused."""
    when: tuple[Condition, ...] = ()
    instead: tuple[Clause, ...] = ()
    """The clauses that apply when ``when`` does not hold."""
    by: PitRole = "dealer"
    about: Literal["round", "box", "dealer", "community"] = "round"
    options: Literal["none", "affected", "all", "others", "affected_and_others"] = "none"
    continue_clauses: tuple[Clause, ...] = ()
    withdraw_clauses: tuple[Clause, ...] = ()
    follows: tuple[Clause, ...] = ()
    """Clauses cited beside the reported one."""
    action_clauses: dict[str, tuple[Clause, ...]] = {}
    """For a restriction of the table: the clauses of each action."""
    viewed_clauses: tuple[Clause, ...] = ()
    unviewed_clauses: tuple[Clause, ...] = ()
    """For several positions wagered in error: the clauses with and without a hand viewed."""
    after_settlement: bool = False


class Interruption(SheetEntry, frozen=True, kw_only=True):
    """A technical interruption or power failure while no outcome is established."""

    unestablished: Literal["void", "options"]
    void_clauses: tuple[Clause, ...] = ()
    continue_clauses: Clauses
    withdraw_clauses: tuple[Clause, ...] = ()


class Leaving(SheetEntry, frozen=True, kw_only=True):
    """A player who walks away while a decision is open."""

    means: Literal["fold", "hand_invalid"]
    settle_clauses: tuple[Clause, ...]
    """For a player who has no decision left."""


class AmountRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Rules for bets of a wrong size that went unnoticed."""

    over_maximum: Clauses
    under_minimum: Clauses
    under_minimum_times: Literal[1] | None = None
    """In how many rounds a player is settled under the minimum before such bets are returned."""
    over_ante: Clauses
    under_ante: Clauses
    orphan_jackpot: tuple[Clause, ...] = ()
    orphan_bonus: tuple[Clause, ...] = ()
    past_error: tuple[Clause, ...] = ()
    """The clauses by which an error noticed later does not touch later rounds."""
    past_limits_error: tuple[Clause, ...] = ()
    """The clauses by which bets outside the limits in past rounds stay settled."""


OTHER: Final = "other"
"""The key of the clauses for every refusal that a sheet does not list."""


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One approved rule sheet."""

    id: str
    identity: Identity
    layout: Layout
    deck: Deck
    seats: SeatRules
    hands: HandSizes
    ranking: RankingList
    bets: dict[str, BetRule]
    qualifier: Qualifier | None = None
    showdown: dict[ShowdownOutcome, dict[str, Verdict]] = {}
    """What bets on the Dealer's hand get in each outcome; none in a game without a Dealer's hand.

    When the Dealer does not qualify, a bet that ``no_qualifying_hand`` does not name goes by comparison.
    """
    pays: dict[str, PayTable]
    fold: FoldRule
    decline: DeclineRule
    jackpot: Jackpot | None = None
    jackpot_ranking: RankingList | None = None
    dealing: tuple[DealingProcedure, ...]
    amounts: AmountRules
    leaving: Leaving
    interruption: Interruption
    irregularities: dict[Clause, Irregularity]
    refusals: dict[str, Clauses]
    """The clauses of each refusal, by its code; of all that are not listed, with ``other``."""
    readings: dict[str, ReadingTaken]
    void_clauses: tuple[Clause, ...]
    """Cited beside the voiding clause for every bet returned."""
