"""What the mathematics of a family reads of a sheet, and the refusal of a key that decides money unread.

A family declares its reads: each key of :data:`pitboss.sheets.money_keys.MONEY` that its counts go by, with
the values that they know, or None for any. A bet whose money another key decides, or another value, has no
figure; so a new key is refused until a family reads it.
"""

from collections.abc import Mapping
from typing import Final

from pitboss.analysis.model import AnalysisFault
from pitboss.analysis.payoffs import depends_on_play, main_bets
from pitboss.reason import Reason, at, because
from pitboss.settlement.side_bets import ANTE_BONUS
from pitboss.sheets.game import Game
from pitboss.sheets.money_keys import MoneyKey, money_keys

Reads = Mapping[str, frozenset[object] | None]
"""Keys, each with the values that are counted; None for whatever it says."""

ANTE: Final = "ante"
JACKPOT: Final = "jackpot"
ENVY: Final = "envy"
DISPLAY: Final = "the display"
"""What the display shows after a win, for the long run of a link."""


def _any(*patterns: str) -> Reads:
    return dict.fromkeys(patterns)


OWN_HAND: Final[Reads] = {
    "deck.cards": frozenset({52}),
    **_any(
        "hands.box",
        "hands.dealer",
        "hands.community",
        "hands.shows_down",
        "ranking.size",
        "ranking.order",
        "bets.*.placed",
        "bets.*.needs_ante",
        "pays.*.hands",
        "fold.loses.*",
        "readings.pair_plus_after_fold",
        # A cap is on rates by hole cards alone.
        "readings.bonus_cap_covers",
    ),
}
"""What a bet on one's own hand goes by."""
DECIDED: Final[Reads] = {
    **OWN_HAND,
    **_any("bets.*.times_ante", "bets.*.equals", "dealing.*.device", "dealing.*.steps"),
}
"""What the main game of a sheet without a Dealer's hand goes by as well."""
MET: Final[Reads] = {
    **DECIDED,
    **_any(
        "hands.dealers_last_card_face_up",
        "qualifier.high_cards",
        "qualifier.hand",
        "showdown.*.*.result",
        "pays.*.pays",
        "pays.*.pays_from",
        "readings.ante_bonus_after_fold",
    ),
}
"""What the main game of a sheet with a Dealer's hand goes by as well."""
HOLE_CARDS: Final[Reads] = _any(
    "pays.*.hole_cards.*.cards",
    "pays.*.hole_cards.*.pays",
    "pays.*.hole_cards.*.dealer",
    "pays.*.most_paid",
    "readings.bonus_cap_covers",
)
"""What a bet on two hole cards goes by as well."""
ENVY_BONUS: Final[Reads] = _any(
    "jackpot.lines.*.envy",
    "readings.envy_after_fold",
    # The other boxes of a figure are other players'.
    "readings.envy_for_own_hands",
)
"""What an Envy Bonus goes by as well."""
LONG_RUN: Final[Reads] = _any(
    "readings.percentage_award",
    # The mean display is that by which bets are settled, with their own shares or without.
    "readings.own_contribution",
)
"""What the long run of a display goes by as well."""


def jackpot_reads(hands: tuple[str, ...], sizes: tuple[int, ...]) -> Reads:
    """What a jackpot goes by as well, on these cards and ranking lists of these sizes."""
    return {
        "jackpot.hand": frozenset(hands),
        "jackpot_ranking.size": frozenset(sizes),
        # It is asked of a hand with the flop alone.
        "readings.folded_jackpot": frozenset({"decided_by_the_flop"}) if "own_and_flop" in hands else None,
        **_any(
            "jackpot.most_units",
            "jackpot.lines.*.hand",
            "jackpot.lines.*.pays",
            "jackpot.lines.*.suits",
            "jackpot_ranking.order",
            "readings.jackpot_bet_with_a_win",
        ),
    }


def check_read(game: Game, bet: str, reads: Reads, family: str) -> None:
    """Refuse the figures of a bet that a key decides which is not read; raises :class:`AnalysisFault`.

    ``bet`` may also be :data:`ENVY` or :data:`DISPLAY`; ``ante`` is the whole main game.
    """
    for key in money_keys(game.sheet):
        if not _read(key, reads) and _decides(key, bet, game):
            raise AnalysisFault(_refused(key, reads, family))


def _read(key: MoneyKey, reads: Reads) -> bool:
    if key.pattern not in reads:
        return key.neutral
    known = reads[key.pattern]
    return known is None or key.value in known


def _decides(key: MoneyKey, bet: str, game: Game) -> bool:
    """Whether a key decides what a bet gains, or how the box is played for it."""
    if bet == DISPLAY:
        return key.whose == "display"
    if key.whose == "every_bet" or key.bet == bet:
        return True
    if bet == ENVY:
        return key.whose == "envy" or _decides(key, JACKPOT, game)
    if bet == JACKPOT and key.whose == "jackpot":
        return True
    if bet not in (ANTE, JACKPOT):
        return key.whose == "side_bets" or (depends_on_play(game, bet) and _decides(key, ANTE, game))
    return key.whose == "main_game" or (key.bet is not None and key.bet in {*main_bets(game), ANTE_BONUS})


def _refused(key: MoneyKey, reads: Reads, family: str) -> Reason:
    if key.pattern == "jackpot.hand" and key.pattern not in reads:
        return at("jackpot", because("count.no_jackpot", family=family))
    if known := reads.get(key.pattern):
        listed = tuple(sorted(map(str, known)))
        return at(key.path, because("count.value", value=str(key.value), family=family, known=listed))
    return at(key.path, because("count.unread", family=family))
