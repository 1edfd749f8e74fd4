"""The timeline of a round with the link's display, as a chart and a table."""

import re

from pitboss.money import grouped_exact
from pitboss.replay.dispute.document import escape
from pitboss.replay.replay import Moment, Replay
from pitboss.replay.replay_json import clock_time

_RED = re.compile("((?:10|[2-9JQKA])[♥♦])")
_WIDTH, _HEIGHT, _TOP, _BOTTOM = 960, 130, 26, 100


def timeline_view(shown: Replay) -> str:
    """The table of moments, after a chart of the display if it moved."""
    linked = shown.displays is not None
    rows = "".join(_row(moment, shown, linked) for moment in shown.moments)
    sign = '<th class="number">Display</th>' if linked else ""
    note = (
        "A gold mark is what the jackpot's link recorded for this round, a grey one what other tables moved. "
        if linked
        else ""
    )
    return (
        f'{_chart(shown)}<table class="stack timeline"><caption>{note}Times are those of the house\'s clock; '
        "the order is that of the journal's positions.</caption><thead><tr><th>Time</th><th>Position</th>"
        f"<th>Who</th><th>What</th>{sign}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _row(moment: Moment, shown: Replay, linked: bool) -> str:
    recorded = moment.first.recorded
    kind = "" if moment.act else ' class="linked"' if moment.own else ' class="other"'
    name = moment.who or f"link {shown.link}"
    role = f" ({moment.role})" if moment.role != "link" else ""
    follows = "".join(f'<br><span class="follows">{_suited(text)}</span>' for text in moment.follows)
    value = f'<td class="number" data-label="Display">{_display(moment)}</td>' if linked else ""
    return (
        f"<tr{kind}><td>{clock_time(recorded.recorded, shown.game):%H:%M:%S}</td>"
        f'<td data-label="Position">{recorded.position}</td><td class="who">{escape(name)}{escape(role)}</td>'
        f"<td>{_suited(moment.what)}{follows}</td>{value}</tr>"
    )


def _suited(text: str) -> str:
    """Red suits in red."""
    return _RED.sub(r'<span class="suit">\1</span>', escape(text))


def _display(moment: Moment) -> str:
    shows = "" if moment.displayed is None else grouped_exact(moment.displayed)
    if not moment.change:
        return shows
    sign = "+" if moment.change > 0 else ""
    return f'{shows}<br><span class="change">{sign}{grouped_exact(moment.change)}</span>'


def _chart(shown: Replay) -> str:
    """The display as a step line, one step per moment."""
    values = [moment.displayed for moment in shown.moments if moment.displayed is not None]
    if len(set(values)) < 2:
        return ""
    low, high = min(values), max(values)
    wide = _WIDTH / len(values)
    points = []
    for place, value in enumerate(values):
        y = _BOTTOM - float((value - low) / (high - low)) * (_BOTTOM - _TOP)
        points += [f"{place * wide:.1f},{y:.1f}", f"{(place + 1) * wide:.1f},{y:.1f}"]
    line = " ".join(points)
    label = f"The display from {grouped_exact(values[0])} to {grouped_exact(values[-1])}"
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}">'
        f'<polygon class="area" points="0,{_BOTTOM} {line} {_WIDTH},{_BOTTOM}"/>'
        f'<polyline class="line" points="{line}"/>'
        f'<text x="0" y="14">{label}; highest {grouped_exact(high)}, lowest {grouped_exact(low)}</text>'
        f'<text x="0" y="122">{_time(shown, 0)}</text>'
        f'<text x="{_WIDTH}" y="122" text-anchor="end">{_time(shown, -1)}</text></svg>'
    )


def _time(shown: Replay, place: int) -> str:
    during = [moment for moment in shown.moments if moment.displayed is not None]
    return f"{clock_time(during[place].first.recorded.recorded, shown.game):%H:%M:%S}"
