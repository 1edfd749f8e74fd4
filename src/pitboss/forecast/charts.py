"""The forecast of a link drawn: the display, the time between resets and the payments, as SVG or PNG."""

from typing import TYPE_CHECKING, Final

import numpy as np

from pitboss.analysis.arrays import Floats
from pitboss.analysis.report.charts import COLOUR, Draw, charts
from pitboss.forecast.lives import Lives

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SIZE: Final = (7.2, 8.4)
_BINS: Final = 80


def forecast_charts(lives: Lives, kind: str) -> bytes:
    """Three histograms on one page, as the bytes of an SVG or PNG file."""
    paid = (lives.noted["shares_paid"] + lives.noted["fixed_paid"]) / 100
    years = "a year" if lives.years == 1 else f"{lives.years} years"
    draws = (
        _histogram(lives.displays / 100, "display at the end of a day, in dollars", "share of days"),
        _histogram(lives.gaps / 24, "days from one reset to the next", "share of resets"),
        _histogram(paid, f"paid in {years}, in dollars", "share of lives"),
    )
    return charts(draws, kind, _SIZE)


def _histogram(values: Floats, across: str, up: str) -> Draw:
    def draw(axes: "Axes") -> None:
        if len(values):
            most = float(np.quantile(values, 0.999)) or 1
            heights, edges = np.histogram(values, bins=_BINS, range=(0, most))
            axes.bar(edges[:-1], heights / len(values), width=np.diff(edges), align="edge", color=COLOUR)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}" if value >= 1000 else f"{value:g}")

    return draw
