"""What a mathematics report assumes beside the sheet: stakes, jackpot bet, display, other boxes, link."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.analysis.answers_json import dollars
from pitboss.analysis.jackpot import LinkTerms
from pitboss.analysis.odds import Odds
from pitboss.analysis.report.document import Block, HeadingBlock, TableBlock
from pitboss.analysis.words import money, per_cent
from pitboss.round.words import title_of


def assumptions(odds: Odds, link: LinkTerms | None) -> Iterator[Block]:
    """The stakes and the display that the figures are for, named or taken for granted."""
    game, question = odds.game, odds.question
    currency = game.sheet.identity.currency
    rows = [(title_of(game, bet), f"{dollars(stake)} {currency}") for bet, stake in question.bets.items()]
    if odds.jackpot and "jackpot" not in question.bets:
        named = "" if question.jackpot_named else ", because none was named"
        rows.append((title_of(game, "jackpot"), f"{dollars(question.jackpot_bet)} {currency}{named}"))
    if question.meter is not None:
        rows.append(("displayed value", f"{money(question.meter)} {currency}"))
    if odds.jackpot:
        rows.append(("other boxes", str(question.others)))
    if link:
        rows.append(("seed of the link", f"{money(link.seed)} {currency}"))
        rows.append(("of each bet to the display", per_cent(link.rate, 6)))
        rows.append(("of each bet to the reserve", per_cent(link.reserve, 6)))
    if rows:
        yield HeadingBlock(2, "What the figures are for")
        yield TableBlock(("what", "value"), tuple(rows))


def jackpot_bet_sentence(odds: Odds) -> str:
    """Which jackpot bet the figures are for; its break-even depends on it, as fixed pays do not grow."""
    bet = f"{dollars(odds.question.jackpot_bet)} {odds.game.sheet.identity.currency}"
    if odds.question.jackpot_named:
        return f"For a jackpot bet of {bet}, as asked."
    return (
        f"For a jackpot bet of {bet}: none was named. Fixed pays do not grow with the bet, so another bet "
        "has another break-even; name it to get its figures."
    )


def break_even_words(display: Fraction | None) -> str:
    """The display at which a jackpot bet breaks even, in dollars; or that it gains at any."""
    if display is None:
        return "none"
    return money(display) if display > 0 else "any value"
