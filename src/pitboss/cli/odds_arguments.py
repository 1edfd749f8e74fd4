"""The arguments of the commands that ask the mathematics."""

from argparse import ArgumentParser
from collections.abc import Callable
from typing import Final

SHEET_HELP: Final = "a sheet, as in the other commands; settings may follow: 3CP,pair_plus.straight=6"


def _odds(odds: ArgumentParser) -> None:
    odds.add_argument("sheet", nargs="?", metavar="SHEET", help=SHEET_HELP)
    odds.add_argument("--compare", nargs=2, metavar=("A", "B"), help="two sheets; also 3CP,path=value")
    odds.add_argument("--boxes", action="store_true", help="covariances; the house's risk for 1 to 7 boxes")
    _add_link(odds)
    odds.add_argument("--json", action="store_true", help="print the contract's JSON")
    _add_question(odds)


def _advise(advise: ArgumentParser) -> None:
    advise.add_argument("sheet", metavar="SHEET", help=SHEET_HELP)
    advise.add_argument("--hand", metavar="CARDS", help="the player's cards; left out, the hand is not seen")
    advise.add_argument("--up", metavar="CARD", help="the Dealer's face-up card")
    advise.add_argument("--board", metavar="CARDS", help="the community cards turned over so far")
    advise.add_argument("--dead", metavar="CARDS", help="cards known to be elsewhere")
    advise.add_argument("--decided", metavar="ACTIONS", help="decisions taken before, such as flop,check")
    advise.add_argument("--blind", action="store_true", help="the hand will never be looked at")
    advise.add_argument("--option", action="store_true", help="all bets may be taken back instead")
    advise.add_argument("--json", action="store_true", help="print the contract's JSON")
    _add_question(advise)


def _sweep(sweep: ArgumentParser) -> None:
    sweep.add_argument("sheet", metavar="SHEET", help=SHEET_HELP)
    sweep.add_argument(
        "--over",
        action="append",
        required=True,
        metavar="PATH=RANGE",
        help="pair_plus.straight=4..8, meter=0..1000000:50000, qualifier=J,Q,K; twice for a grid",
    )
    sweep.add_argument("--of", metavar="FIGURE", help="such as pair_plus.house_edge, jackpot.break_even")
    sweep.add_argument("--chart", metavar="FILE", help="write the chart as .svg or .png")
    sweep.add_argument("--json", action="store_true", help="print JSON")
    _add_question(sweep)


def _par(par: ArgumentParser) -> None:
    par.add_argument("sheet", metavar="SHEET", help=SHEET_HELP)
    par.add_argument("-o", "--output", required=True, metavar="FILE", help="report.html or report.pdf")
    _add_link(par)
    _add_question(par)


def _add_question(parser: ArgumentParser) -> None:
    """What the commands of the mathematics ask alike."""
    parser.add_argument("--bets", metavar="BETS", help="the bets on the box: ante=25,pair_plus=25,jackpot=5")
    parser.add_argument("--jackpot-bet", metavar="AMOUNT", help="the jackpot bet, or the least of them")
    parser.add_argument("--meter", metavar="AMOUNT", help="the displayed jackpot")
    parser.add_argument("--others", metavar="N", help="boxes of other players with an Ante, for envy")
    parser.add_argument(
        "--set", action="append", default=[], metavar="PATH=VALUE", help="what if: pair_plus.straight=6"
    )


def _add_link(parser: ArgumentParser) -> None:
    """What the long run of a link depends on."""
    parser.add_argument(
        "--seed", metavar="AMOUNT", help="what a link's display starts from, for the long run"
    )
    parser.add_argument("--rate", metavar="SHARE", help="the share of each bet that it gains, such as 0.05")
    parser.add_argument("--reserve", metavar="SHARE", help="the share that its hidden reserve gains")


ARGUMENTS: Final[dict[str, Callable[[ArgumentParser], None]]] = {
    "odds": _odds,
    "advise": _advise,
    "sweep": _sweep,
    "par": _par,
}
"""What each command takes."""
