"""A rule sheet for scripts and notebooks: what it is, its tables, its mathematics."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.extras import needed_by
from pitboss.reason import because
from pitboss.sheets import Game
from pitboss.sheets.formats import SheetText
from pitboss.sheets.library import LibraryFault, SheetFolder, is_folder, read_again
from pitboss.sheets.model import Device

if TYPE_CHECKING:
    from pitboss.analysis.game_analysis import GameAnalysis
    from pitboss.analysis.model import Advice
    from pitboss.toolkit.amounts import Amount
    from pitboss.toolkit.decisions import Decision
    from pitboss.toolkit.mathematics import Odds
    from pitboss.toolkit.named_cards import Cards
    from pitboss.toolkit.playing import GameTable
    from pitboss.toolkit.settling import SettledFile, Source
    from pitboss.toolkit.strategies import GivenStrategy


def sheet(name: "str | Path | RuleSheet") -> "RuleSheet":
    """A sheet by its short name (``3CP``), its id (``sheet_ids()`` lists them) or the folder it lies in.

    Raises :class:`~pitboss.LibraryFault` for a name that no sheet has, and for a folder whose sheet has a
    fault. A sheet is what its files hold when you ask: ask again after you have edited them.

    >>> import pitboss as pb
    >>> len(pb.sheet_ids())
    5
    >>> pb.sheet("3CP")
    <3 Card Poker, RWS, version 3>
    >>> try:
    ...     pb.sheet("bluff")
    ... except pb.LibraryFault as fault:
    ...     print(str(fault)[:42])
    'bluff' is not a sheet; the sheets are MSS
    """
    if isinstance(name, RuleSheet):
        return name
    if not isinstance(name, str | Path):
        raise TypeError(f"a sheet is named by a text or a path, not by {name!r}")
    known = read_again()
    found = None if isinstance(name, Path) else known.find(name)
    if found is None and name and is_folder(Path(name)):
        found = SheetFolder(Path(name))
        if found.game:
            found = known.add(found.path)
    if found is None:
        listed = tuple(f"{one.short} ({one.id})" for one in known.folders() if one.is_usable())
        raise LibraryFault(because("library.unknown", given=repr(str(name)), sheets=listed))
    return RuleSheet(found.game, found.text)


def sheet_ids() -> tuple[str, ...]:
    """The ids of the sheets that :func:`~pitboss.sheet` finds by id and that have no fault, sorted.

    They are those that ship, those in the folders of ``PITBOSS_SHEETS``, and those you have named by their
    folder.

    >>> sheet("3CP").id in sheet_ids()
    True
    """
    return tuple(one.id for one in read_again().folders() if one.is_usable())


class RuleSheet:
    """One rule sheet, checked and ready to play; :func:`~pitboss.sheet` finds one.

    It stays as it was read; after an edit of its files, ask :func:`~pitboss.sheet` again.

    >>> import pitboss as pb
    >>> game = pb.sheet("3CP")
    >>> game.short, game.version, game.currency
    ('3CP', 3, 'SGD')
    >>> game.bets
    {'ante': 'Ante', 'play': 'Play', 'pair_plus': 'Pair Plus', 'jackpot': 'Progressive Jackpot'}
    """

    def __init__(self, game: Game, text: SheetText, settings: tuple[str, ...] = ()) -> None:
        self.game = game
        """The engine's own view of the sheet; its attributes may change from version to version."""
        self._text = text
        self._settings = settings

    def __repr__(self) -> str:
        return f"<{self.title}, {self.game.sheet.identity.house}, version {self.version}>"

    @property
    def id(self) -> str:
        """The id, as round files name it."""
        return self.game.sheet.id

    @property
    def short(self) -> str:
        """The short name."""
        return self.game.sheet.identity.short

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.game.sheet.identity.title

    @property
    def version(self) -> int:
        """The version of the approved text."""
        return self.game.sheet.identity.version

    @property
    def currency(self) -> str:
        """The currency of its amounts, in three letters."""
        return self.game.sheet.identity.currency

    @property
    def bets(self) -> dict[str, str]:
        """The bets by name, with their titles."""
        return {name: rule.title for name, rule in self.game.sheet.bets.items()}

    @property
    def clauses(self) -> dict[str, str]:
        """Every numbered clause, in our own words."""
        return {number: entry.gist for number, entry in self.game.register.items()}

    def table(
        self,
        *,
        boxes: int | None = None,
        device: Device | None = None,
        limits: "Mapping[str, tuple[Amount, Amount]] | None" = None,
        jackpot: "Amount | None" = None,
        jackpot_bet: "Amount" = 5,
        jackpot_reset: "Amount | None" = None,
        contribution: str = "0.1",
        seed: int | None = None,
    ) -> "GameTable":
        """A table of this sheet.

        ``limits`` are the least and the most of a bet; without them there are none. ``jackpot`` is the value
        displayed; without one no jackpot bet is taken. All of it won, it goes back to ``jackpot_reset``,
        which is the same unless said; ``contribution`` is the share of each jackpot bet that is added. With a
        ``seed`` the same cards come every time; without one they come from the operating system's
        randomness. Raises :class:`ValueError` for what the sheet does not have.
        """
        from pitboss.toolkit.amounts import text
        from pitboss.toolkit.given import check_mapping, pair_of
        from pitboss.toolkit.playing import GameTable

        check_mapping("limits", limits or {}, "{'ante': (25, 500)}")
        pairs = {bet: pair_of(f"limits of {bet}", pair) for bet, pair in (limits or {}).items()}
        of_table: dict[str, object] = {
            "boxes": boxes,
            "dealing": device,
            "limits": {bet: [text(least), text(most)] for bet, (least, most) in pairs.items()},
        }
        data: dict[str, dict[str, object]] = {}
        if jackpot is not None:
            of_table["jackpot_bet"] = text(jackpot_bet)
            data["jackpot"] = {
                "value": text(jackpot),
                "reset": text(jackpot if jackpot_reset is None else jackpot_reset),
                "contribution": contribution,
            }
        data["table"] = {key: value for key, value in of_table.items() if value is not None}
        return GameTable(self.game, data, seed)

    def variant(self, *settings: str) -> "RuleSheet":
        """This sheet with some numbers or choices changed, and checked like any other.

        Settings are those of ``pitboss odds --set``. Raises :class:`ValueError` for what the sheet lacks.

        >>> better = sheet("3CP").variant("pair_plus.straight=6")
        >>> better.odds().bets["pair_plus"].figures.house_edge
        Fraction(128, 5525)
        """
        from pitboss.sheets.settings import with_settings
        from pitboss.toolkit.given import check_texts

        check_texts("settings", settings, "'pair_plus.straight=6'")
        changed = (*self._settings, *settings)
        return RuleSheet(with_settings(self._text, changed), self._text, changed)

    @cached_property
    def _analysis(self) -> "GameAnalysis":
        """The mathematics of the sheet; it keeps what it has counted."""
        from pitboss.analysis.families import analyse
        from pitboss.analysis.odds import silent

        return analyse(self.game, silent)

    def settle(self, source: "Source") -> "SettledFile":
        """Settle a round file by this text of the sheet."""
        from pitboss.toolkit.settling import settled_file

        return settled_file(source, self.game)

    @needed_by("RuleSheet.odds")
    def odds(
        self,
        *,
        bets: "Mapping[str, Amount] | None" = None,
        jackpot_bet: "Amount | None" = None,
        meter: "Amount | None" = None,
        others: int = 0,
        strategy: "GivenStrategy" = None,
    ) -> "Odds":
        """The exact odds of every bet, in fractions; needs ``pitboss[math]``.

        ``bets`` are the stakes on the box, for the best play of all of them together; ``jackpot_bet`` is the
        prescribed jackpot bet, ``meter`` the displayed jackpot, and ``others`` the boxes of other players.

        The box is played at best, or by a ``strategy``: a function as :func:`~pitboss.simulate` takes it,
        ``"simple"`` or ``"blind"``. It is asked once about each information set; of hands that differ in the
        names of suits alone one stands for all, its cards highest first.
        Raises :class:`~pitboss.AnalysisFault` for what has no answer.
        """
        from pitboss.toolkit.mathematics import odds_of, question_of

        question = question_of(self.game, bets=bets, jackpot_bet=jackpot_bet, meter=meter, others=others)
        return odds_of(self.game, question, strategy)

    @needed_by("RuleSheet.advise")
    def advise(
        self,
        hand: "Cards | Decision",
        *,
        up: str | None = None,
        board: "Cards" = "",
        dead: "Cards" = "",
        decided: tuple[str, ...] = (),
        bets: "Mapping[str, Amount] | None" = None,
        meter: "Amount | None" = None,
        others: int = 0,
    ) -> "Advice":
        """What every action is worth with a hand, in Antes, and the best one.

        ``hand`` are the player's cards, or a decision of a round, which knows the other cards itself; ``up``
        is the Dealer's face-up card, ``board`` the community cards turned over, ``dead`` what is in no hand,
        and ``decided`` what the box has answered before. The rest is as in :meth:`odds`.

        >>> import pitboss as pb
        >>> advice: pb.Advice = sheet("3CP").advise("Qs 6d 4c")
        >>> advice.best, {action: float(worth) for action, worth in advice.actions.items()}
        ('play', {'fold': -1.0, 'play': -0.9933782023447677})
        """
        from pitboss.analysis.questions import check_spot
        from pitboss.toolkit.decisions import Decision
        from pitboss.toolkit.mathematics import question_of, spot_of, spot_of_cards

        if isinstance(hand, Decision):
            spot = spot_of(hand)
        else:
            spot = spot_of_cards(hand, up=up, board=board, dead=dead, decided=decided)
        check_spot(self.game, spot)
        return self._analysis.advise(spot, question_of(self.game, bets=bets, meter=meter, others=others))
