"""A rule sheet for scripts and notebooks: what it is, its tables, its mathematics."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.extras import needed_by
from pitboss.sheets import Game, sheet_ids
from pitboss.sheets.library import library
from pitboss.sheets.model import Device

if TYPE_CHECKING:
    from pitboss.analysis.model import Advice
    from pitboss.analysis.odds import Odds
    from pitboss.toolkit.amounts import Amount
    from pitboss.toolkit.playing import GameTable
    from pitboss.toolkit.settling import SettledFile


def sheet(name: str | Path) -> "RuleSheet":
    """A sheet by its id (``pitboss sheets`` lists them), its short name (``3CP``) or the folder it lies in.

    Raises :class:`~pitboss.LibraryFault` for a folder whose sheet must not be played, and ``KeyError`` for a
    name that no sheet has.
    """
    if isinstance(name, Path) or Path(name).is_dir():
        return RuleSheet(library().add(Path(name)).game)
    if found := library().find(name):
        return RuleSheet(found.game)
    raise KeyError(f"{name!r} names no sheet; the sheets are {', '.join(sheet_ids())}")


class RuleSheet:
    """One rule sheet, checked and ready to play."""

    def __init__(self, game: Game) -> None:
        self.game = game
        """The engine's own view of the sheet; its attributes may change from version to version."""

    def __repr__(self) -> str:
        return f"<{self.title}, {self.game.sheet.identity.house}, version {self.version}>"

    @property
    def id(self) -> str:
        """The id, as round files name it."""
        return self.game.sheet.id

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.game.sheet.identity.title

    @property
    def version(self) -> int:
        """The version of the approved text."""
        return self.game.sheet.identity.version

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
        jackpot: "Amount | None" = None,
        jackpot_bet: "Amount" = 5,
        seed: int | None = None,
    ) -> "GameTable":
        """A table of this sheet, without limits.

        ``jackpot`` is the value displayed; without one no jackpot bet is taken. With a ``seed`` the same
        cards come every time; without one they come from the operating system's randomness.
        """
        from pitboss.toolkit.playing import GameTable

        return GameTable(
            self.game, boxes=boxes, device=device, jackpot=jackpot, jackpot_bet=jackpot_bet, seed=seed
        )

    def settle(self, source: Path | str | dict[str, Any]) -> "SettledFile":
        """Settle a round file by this text of the sheet."""
        from pitboss.toolkit.settling import settle

        return settle(source, self.game)

    @needed_by("RuleSheet.odds")
    def odds(self, **asked: str) -> "Odds":
        """The exact odds of every bet, in fractions.

        ``asked`` are the options of ``pitboss odds`` as text: ``bets="ante=25"``, ``meter="80000"``.
        """
        from pitboss.analysis.odds import odds
        from pitboss.analysis.questions import QuestionTexts, read_link_terms, read_question

        texts = QuestionTexts(**asked)
        return odds(self.game, read_question(self.game, texts), read_link_terms(texts))

    @needed_by("RuleSheet.advise")
    def advise(
        self, hand: str, *, up: str | None = None, board: str = "", decided: tuple[str, ...] = ()
    ) -> "Advice":
        """What every action is worth with a hand, in Antes, and the best one."""
        from pitboss.analysis.model import DecisionSpot
        from pitboss.analysis.odds import silent
        from pitboss.analysis.protocol import analyse
        from pitboss.analysis.questions import QuestionTexts, read_question
        from pitboss.analysis.spots import check_spot, parse_cards

        spot = DecisionSpot(
            hand=parse_cards("hand", hand),
            up=parse_cards("up", up)[0] if up else None,
            board=parse_cards("board", board),
            decided=decided,
        )
        check_spot(self.game, spot)
        return analyse(self.game, silent).advise(spot, read_question(self.game, QuestionTexts()))
