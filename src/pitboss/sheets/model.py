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
    """The clauses of this entry: at least one, each in the register."""


class Identity(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The title page; it has no clauses."""

    operator: str
    """The company that runs the house, by its full name."""
    house: str
    """The house in short, as staff say it: ``RWS``."""
    currency: str
    """The currency of every amount: its ISO 4217 code, such as ``SGD``."""
    currency_sign: str
    """The currency symbol before an amount, such as ``S$``."""
    time_zone: str
    """The time zone of the house by its IANA name, such as ``Asia/Singapore``."""
    title: str
    """The name of the game as players see it: ``3 Card Poker``."""
    short: str
    """A short name for commands and files, such as ``3CP``: one to 12 letters and digits.

    No two sheets of a house share one.
    """
    version: int
    """The version of the approved text, a whole number from 1 on."""
    in_force_from: datetime
    """The date and time with their offset."""
    numbered_clauses: int = 0
    """The number of numbered clauses in the approved text; the register must have as many."""
    draft: bool = False
    """Marks a draft, which may lack clauses. It is named as a draft and cannot be put into force."""

    @property
    def called(self) -> str:
        """The title as printed, with a mark for a draft."""
        return f"{self.title} (draft)" if self.draft else self.title

    @property
    def in_full(self) -> str:
        """The title with house and version: ``3 Card Poker (RWS, version 3)``."""
        return f"{self.title} ({self.house}, version {self.version}{', draft' if self.draft else ''})"


class Layout(SheetEntry, frozen=True, kw_only=True):
    """The number of betting boxes that a table may have."""

    fewest_boxes: int
    """The fewest boxes of a table."""
    most_boxes: int
    """The most boxes of a table."""


class Deck(SheetEntry, frozen=True, kw_only=True):
    """The cards in use, and the clauses for faults of them."""

    cards: int
    """The number of cards in the deck: always 52, one deck without jokers."""
    wrong_count: Clauses
    """The clauses for a card too few or too many."""
    counting: tuple[Clause, ...] = ()
    """The clauses by which cards are counted by hand in doubt."""
    foreign_card: Clauses
    """The clauses for a card that does not belong to the deck."""
    unshuffled: Clauses
    """The clauses for cards that were not shuffled."""
    runs_out: tuple[Clause, ...] = ()
    """The clauses for a device with too few cards to finish the round."""
    shuffler: Clauses
    """The clauses for the device that shuffles by itself."""


class SeatRules(SheetEntry, frozen=True, kw_only=True):
    """Rules on who may sit and bet where."""

    players_on_a_box: Literal["one", "several"]
    """Whether ``one`` player may bet on a box, or ``several``."""
    hands_examined: int
    """The number of hands that a player may examine on any number of boxes."""
    examined_clauses: tuple[Clause, ...] = ()
    """The clauses on that number. The Dealer tells it to a player of several boxes."""
    displayed: tuple[Literal["limits", "jackpot_bet", "dealing_method"], ...]
    """Items that the plate of the table must show before the first bet."""
    placed_in_error: tuple[Clause, ...] = ()
    """The clauses by which bets stand where the chips lie, also those placed by mistake."""
    placed_by_staff: tuple[Clause, ...] = ()
    """The clauses by which staff may place bets for a player."""


class HandSizes(SheetEntry, frozen=True, kw_only=True):
    """The number of cards in each hand, and the hand that is compared with the Dealer's."""

    box: int
    """Cards dealt to each box."""
    dealer: int
    """Cards dealt to the Dealer; 0 in a game where every bet is paid by the player's own hand."""
    community: int = 0
    """Number of community cards."""
    shows_down: Literal["own", "own_and_community"]
    """The player's hand that meets the Dealer's: their ``own`` cards, or the best of
    ``own_and_community``.
    """
    dealers_last_card_face_up: bool = False
    """Whether the Dealer's last card is dealt face up, so that players see it before they decide."""


class DecidingClauses(SheetEntry, frozen=True, kw_only=True):
    """The clauses by which hands are compared, with more for some categories."""

    of: dict[str, Clauses] = {}
    """More clauses for a category, cited with those for all."""


class RankingList(SheetEntry, frozen=True, kw_only=True):
    """The categories of hands, highest first, and the clauses that decide between two hands."""

    size: Literal[3, 4, 5]
    """Cards in a hand of this list. The hands of each size are fixed; their order is yours."""
    order: tuple[str, ...]
    """The categories from the highest to the lowest; every category of the size is named once."""
    kinds: DecidingClauses | None = None
    """Clauses for hands of two categories, by the higher category."""
    cards: DecidingClauses | None = None
    """Clauses for hands of one category with different cards."""
    equal: DecidingClauses | None = None
    """Clauses for hands with the same ranks."""
    low_run: tuple[Clause, ...] = ()
    """More for a straight, or straight flush, that is the lower one because its ace counts as one."""


class BetRule(SheetEntry, frozen=True, kw_only=True):
    """One bet area of a box."""

    title: str
    """The name of the bet on the felt and in sentences."""
    placed: Literal["before_deal", "decision"]
    """The time of the bet: ``before_deal``, or a ``decision`` of the player."""
    needs_ante: bool = False
    """Whether it needs an Ante on the same box."""
    times_ante: int | tuple[int, ...] = 0
    """A decision bet is this many times the Ante; of several sizes, the player takes one."""
    equals: Literal["ante"] | None = None
    """The bet before the deal that this one must be as high as."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """Multiples of the Ante that a decision bet may be, the lowest first; empty for other bets."""
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
        """The condition as the sheet writes it."""
        return self.high_cards or self.hand or ""


class Verdict(SheetEntry, frozen=True, kw_only=True):
    """The result of one bet in one outcome."""

    result: BetResult
    """The outcome of the bet: ``win`` by its pay table, ``lose``, ``push`` (a tie) or ``returned``."""


class PayTable(SheetEntry, frozen=True, kw_only=True):
    """The rate of a winning bet: one rate, or one for each hand of the ranking list."""

    pays: str | None = None
    """One rate for every win: ``1 to 1``."""
    pays_from: str | None = None
    """The lowest hand that is paid; below it a win is a push."""
    hands: dict[str, str] = {}
    """Rates by hand, highest first: a category of the ranking list, or ``one_pair:T`` for tens or better."""
    hole_cards: tuple["HoleCardsPay", ...] = ()
    """Rates by the player's two hole cards, in lines."""
    most_paid: str | None = None
    """The cap on a box's win by the rates of ``hole_cards``; other rates are not capped."""
    cap_clauses: tuple[Clause, ...] = ()
    """The clauses of that cap; there where there is one."""


class HoleCardsPay(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a pay table on two hole cards: ``AA``, ``AKs`` (suited), ``AKo`` (unsuited)."""

    cards: tuple[str, ...]
    """The hole cards that the line pays: ``AA``, ``AKs`` (suited), ``AKo`` (unsuited)."""
    pays: str
    """The rate of the line."""
    title: str
    """The title of the line."""
    dealer: str | None = None
    """The hole cards the Dealer must hold as well."""


class FoldRule(SheetEntry, frozen=True, kw_only=True):
    """The bets that a fold loses at once; the others stay."""

    loses: tuple[str, ...]
    """The bets that a fold loses at once."""


class DeclineRule(SheetEntry, frozen=True, kw_only=True):
    """The rule for a hand that its player does not show."""

    taken_as: Literal["folded", "lower"]
    """Whether such a hand counts as ``folded``, or as ``lower`` than the Dealer's."""
    loses: tuple[str, ...]
    """Bets that need the rank established; whether showing it later does that is a reading."""
    viewed_by: PitRole | None = None
    """The lowest role that may view a hand which is not shown; left out where the sheet names none."""


class JackpotLine(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One line of the jackpot pay table."""

    hand: str
    """The category of the jackpot's ranking list."""
    pays: str
    """The payout: ``400 for 1``, a fixed ``$1250``, or a share of the display, ``10%``."""
    title: str
    """The title of the line."""
    suits: str = "shdc"
    """The suits in which the line is won; lines of one hand name every suit once."""
    major: bool = False
    """Whether it is a major win, which decides the order among several winners."""
    envy: str | None = None
    """The Envy Bonus of every other box with a jackpot bet, in the currency."""


class SeveralWinners(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses for several major wins at one table: of all, of part, or of both kinds."""

    of_all_clauses: Clauses
    """The clauses for several wins of the whole display."""
    of_part_clauses: Clauses
    """The clauses for several wins of a share of it."""
    both_clauses: Clauses
    """The clauses for wins of both kinds."""


class Jackpot(SheetEntry, frozen=True, kw_only=True):
    """The progressive jackpot: its hand, its bet, its pay table and who is paid first."""

    hand: Literal["own", "own_and_dealer", "own_and_community", "own_and_flop"]
    """The cards of the jackpot hand: the player's ``own``, or with the Dealer's, the community cards or
    the flop.
    """
    most_units: int
    """The bet is one to this many times the prescribed amount."""
    same_table: Literal["in_turn", "divided"]
    """Whether several major winners of one table are paid ``in_turn``, or the share is ``divided``."""
    several_winners: SeveralWinners
    """The clauses for several major wins at one table."""
    across_tables: Literal["by_time_dealt", "by_entry"]
    """The order of payment across tables: ``by_time_dealt``, or ``by_entry`` in the system."""
    across_tables_clauses: Clauses
    """The clauses of that order."""
    lines: tuple[JackpotLine, ...]
    """The pay table, the highest hand first, without a gap."""
    envy_clauses: tuple[Clause, ...] = ()
    """The clauses of the Envy Bonus; there where a line has one."""
    units_clauses: tuple[Clause, ...] = ()
    """The clauses for a bet of several units."""
    no_qualifying_hand_clauses: tuple[Clause, ...] = ()
    """The clauses by which the jackpot bet stands although the Dealer does not qualify."""
    qualifying_hand_clauses: tuple[Clause, ...] = ()
    """The clauses on how the Dealer's hand affects the payment."""
    notify_clauses: tuple[Clause, ...] = ()
    """The clauses by which a player notifies the Dealer of a winning hand, which then stays face up."""


class DealingProcedure(Struct, frozen=True, forbid_unknown_fields=True):
    """A dealing procedure: what the Dealer does, step by step, each with its clause."""

    device: Device
    """The dealing device: a ``shoe`` or a ``shuffler``."""
    title: str
    """The name of the way of dealing."""
    steps: tuple[tuple[str, Clause], ...]
    """The steps in their order, each ``["step", "clause"]``."""


class ReadingTaken(SheetEntry, frozen=True, kw_only=True):
    """A point the sheet leaves open, and the choice taken."""

    choice: str
    """The option that is taken."""
    gist: str
    """The reading in a sentence of the sheet's own words."""


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
"""The mechanisms of irregularities; see ``pitboss.round.effects``."""

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
    "jackpot_in_play",
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
"""The subject of an irregularity, the same in all sheets; clause numbers differ."""

Argument = Literal[
    "box",
    "player",
    "dealer",
    "reconstructed",
    "intentional",
    "order",
    "count",
    "permit",
    "action",
    "bet",
    "amount",
]
"""An argument of a report. Its role and its reason can be given with every clause."""


class Irregularity(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The policy of one clause that may be reported."""

    effect: Effect
    """The effect of a report of the clause."""
    gist: str
    """The irregularity in the words of staff."""
    subjects: tuple[Subject, ...] = ()
    """Its subjects, by which two sheets are compared. Texts of older builds have none.

    A void for the ``deck_count`` also covers a card dealt twice.
    """
    needs: tuple[Argument, ...] = ()
    """Arguments that a report must give; the effect decides them."""
    takes: tuple[Argument, ...] = ()
    """Further arguments that a report may give; any other is refused.

    A ruling takes ``box`` if it may give a box its bets back, and ``bet``, ``amount`` and ``player`` too if
    it may pay, collect or correct one bet.
    """
    when: tuple[Condition, ...] = ()
    """Conditions under which the clause applies; the system reads them from the round."""
    instead: tuple[Clause, ...] = ()
    """The clauses that apply when ``when`` does not hold."""
    by: PitRole = "dealer"
    """The lowest role that decides it."""
    about: Literal["round", "box", "dealer", "community"] = "round"
    """The owner of the counted cards; goes with the condition ``wrong_count``."""
    options: Literal["none", "affected", "all", "others", "affected_and_others"] = "none"
    """The players who may then take their bets back."""
    continue_clauses: tuple[Clause, ...] = ()
    """Clauses cited if a player continues."""
    withdraw_clauses: tuple[Clause, ...] = ()
    """Clauses cited if a player takes their bets back."""
    follows: tuple[Clause, ...] = ()
    """Clauses cited in addition to the reported one."""
    action_clauses: dict[str, tuple[Clause, ...]] = {}
    """The clauses of each action that restricts the table."""
    viewed_clauses: tuple[Clause, ...] = ()
    """The clauses for several positions wagered in error, if a hand was viewed."""
    unviewed_clauses: tuple[Clause, ...] = ()
    """The clauses for several positions wagered in error, if no hand was viewed."""
    after_settlement: bool = False
    """Whether it may be reported after the settlement."""


class Interruption(SheetEntry, frozen=True, kw_only=True):
    """A technical interruption or power failure while no outcome is established."""

    unestablished: Literal["void", "options"]
    """The effect while no outcome is established: the round is ``void``, or players have ``options``."""
    void_clauses: tuple[Clause, ...] = ()
    """Clauses cited if it is void; required then."""
    continue_clauses: Clauses
    """Clauses cited if the round continues."""
    withdraw_clauses: tuple[Clause, ...] = ()
    """Clauses cited if players take their bets back; required if they have options."""


class Leaving(SheetEntry, frozen=True, kw_only=True):
    """A player who walks away while a decision is open."""

    means: Literal["fold", "hand_invalid"]
    """The effect of leaving: a ``fold``, or ``hand_invalid``: the hand is out and its bets are returned."""
    settle_clauses: Clauses
    """Clauses for a player with no decision left."""


class AmountRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Rules for bets of a wrong size that went unnoticed."""

    over_maximum: Clauses
    """The clauses for a bet over the maximum."""
    under_minimum: Clauses
    """The clauses for a bet under the minimum."""
    under_minimum_times: Literal[1] | None = None
    """The number of rounds in which a player is settled under the minimum before such bets are returned."""
    over_ante: Clauses
    """The clauses for a decision bet larger than it should be."""
    under_ante: Clauses
    """The clauses for a decision bet smaller than it should be."""
    orphan_jackpot: tuple[Clause, ...] = ()
    """The clauses for a jackpot bet without an Ante; there where the game has a jackpot."""
    orphan_bonus: tuple[Clause, ...] = ()
    """The clauses for a further bet without the Ante that it needs; there where a bet ``needs_ante``."""
    past_error: tuple[Clause, ...] = ()
    """The clauses by which an error noticed later does not touch later rounds."""
    past_limits_error: tuple[Clause, ...] = ()
    """The clauses by which bets outside the limits in past rounds stay settled."""


OTHER: Final = "other"
"""The key of the clauses for every refusal that a sheet does not list."""


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One approved rule sheet."""

    id: str
    """The name of the sheet, and of its folder: letters, digits and hyphens."""
    identity: Identity
    """The title page."""
    layout: Layout
    """The boxes of a table."""
    deck: Deck
    """The cards in use."""
    seats: SeatRules
    """Rules of seats and betting areas."""
    hands: HandSizes
    """The cards of each hand."""
    ranking: RankingList
    """The ranking list of the hands."""
    bets: dict[str, BetRule]
    """The bets, each by its name; in this order they are placed and listed."""
    qualifier: Qualifier | None = None
    """The Dealer's Qualifying Hand; left out where every hand of the Dealer plays."""
    showdown: dict[ShowdownOutcome, dict[str, Verdict]] = {}
    """The outcome of bets against the Dealer's hand; none in a game without a Dealer's hand.

    If the Dealer does not qualify, a bet that ``no_qualifying_hand`` does not name is decided by comparison.
    """
    pays: dict[str, PayTable]
    """The pay tables, by bet; ``ante_bonus`` is a bonus on the Ante, not a bet."""
    fold: FoldRule
    """The bets that a fold loses."""
    decline: DeclineRule
    """The effect of not showing a hand."""
    jackpot: Jackpot | None = None
    """The progressive jackpot; left out in a game without one."""
    jackpot_ranking: RankingList | None = None
    """The ranking list of jackpot hands."""
    dealing: tuple[DealingProcedure, ...]
    """The dealing procedures, one at least."""
    amounts: AmountRules
    """The clauses for bets of a wrong size."""
    leaving: Leaving
    """The effect of walking away."""
    interruption: Interruption
    """The effect of a technical interruption."""
    irregularities: dict[Clause, Irregularity]
    """Irregularities that may be reported, by their clause."""
    refusals: dict[str, Clauses]
    """The clauses of each refusal, by its code; of all that are not listed, with ``other``."""
    readings: dict[str, ReadingTaken]
    """The choices taken where the clauses leave a point open."""
    void_clauses: tuple[Clause, ...] = ()
    """Cited with the voiding clause for every returned bet."""
