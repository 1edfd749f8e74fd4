"""The forecast of a link drawn: the display, the time between resets and the payments, as SVG or PNG."""

import io
from typing import TYPE_CHECKING, Final

import numpy as np

from pitboss.analysis.arrays import Floats
from pitboss.analysis.report.charts import STYLE
from pitboss.forecast.lives import Lives

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SIZE: Final = (7.2, 8.4)
_BINS: Final = 80
_COLOUR: Final = "#1f4e79"


def charts(lives: Lives, kind: str) -> bytes:
    """Three histograms on one page, as the bytes of an SVG or PNG file."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=_SIZE, layout="constrained")
        top, middle, bottom = figure.subplots(3)
        _histogram(top, lives.displays / 100, "display at the end of a day, in dollars", "share of days")
        _histogram(middle, lives.gaps / 24, "days from one reset to the next", "share of resets")
        paid = (lives.noted["shares_paid"] + lives.noted["fixed_paid"]) / 100
        years = "a year" if lives.years == 1 else f"{lives.years} years"
        _histogram(bottom, paid, f"paid in {years}, in dollars", "share of lives")
        buffer = io.BytesIO()
        metadata = {"Date": None} if kind == "svg" else {"Software": None}
        figure.savefig(buffer, format=kind, metadata=metadata, dpi=150)
    return buffer.getvalue()


def _histogram(axes: "Axes", values: Floats, across: str, up: str) -> None:
    if len(values):
        heights, edges = np.histogram(values, bins=_BINS, range=(0, float(np.quantile(values, 0.999)) or 1))
        axes.bar(edges[:-1], heights / len(values), width=np.diff(edges), align="edge", color=_COLOUR)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}" if value >= 1000 else f"{value:g}")
