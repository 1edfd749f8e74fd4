"""Charts as SVG, PNG or PDF pages; the same numbers give the same bytes."""

import io
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from pitboss.analysis.model import Distribution

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE: Final = (7.2, 3.6)
"""Width and height in inches."""
STYLE: Final[Any] = {
    "svg.hashsalt": "pitboss",
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.25,
}
COLOUR: Final = "#1f4e79"

Draw = Callable[["Axes"], None]
"""Draws a chart on matplotlib axes."""


def chart(draw: Draw, kind: str = "svg") -> bytes:
    """A chart as the bytes of an SVG or PNG file."""
    return charts((draw,), kind, SIZE)


def charts(draws: Sequence[Draw], kind: str, size: tuple[float, float]) -> bytes:
    """Charts below each other as the bytes of an SVG or PNG file."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=size, layout="constrained")
        for place, draw in enumerate(draws, 1):
            draw(figure.add_subplot(len(draws), 1, place))
        buffer = io.BytesIO()
        metadata = {"Date": None} if kind == "svg" else {"Software": None}
        figure.savefig(buffer, format=kind, metadata=metadata, dpi=150)
    return buffer.getvalue()


def lines(
    points: Mapping[str, Sequence[tuple[float, float]]], across: str, up: str, level: float | None = None
) -> Draw:
    """A line chart of several series, with a dashed line at ``level`` if given."""

    def draw(axes: "Axes") -> None:
        for name, series in points.items():
            axes.plot([x for x, _ in series], [y for _, y in series], label=_plain(name), linewidth=1.4)
        if level is not None:
            axes.axhline(level, color="black", linewidth=0.8, linestyle="--")
        axes.set_xlabel(_plain(across))
        axes.set_ylabel(_plain(up))
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}" if value >= 1000 else f"{value:g}")
        if len(points) > 1:
            axes.legend(frameon=False)

    return draw


def columns(names: Sequence[str], values: Sequence[float], across: str, up: str) -> Draw:
    """A column chart."""

    def draw(axes: "Axes") -> None:
        axes.bar(range(len(names)), values, color=COLOUR)
        labels = [_plain(name) for name in names]
        axes.set_xticks(range(len(names)), labels, rotation=90 if len(names) > 12 else 0)
        axes.set_xlabel(_plain(across))
        axes.set_ylabel(_plain(up))

    return draw


def spread(of: Distribution) -> Draw:
    """A column chart of a distribution, on a logarithmic scale that shows rare gains too."""

    def draw(axes: "Axes") -> None:
        columns(
            [f"{float(net):+g}" if net else "0" for net, _ in of.outcomes],
            [float(chance) for _, chance in of.outcomes],
            "gain in units of the stake",
            "probability",
        )(axes)
        axes.set_yscale("log")

    return draw


def _plain(text: str) -> str:
    """A text escaped for matplotlib, which parses text between dollar signs as a formula."""
    return text.replace("$", r"\$")
