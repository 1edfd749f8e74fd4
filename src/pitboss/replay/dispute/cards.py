"""Playing cards as inline SVG: an index in two corners, pips as on paper, a letter for the court cards."""

from typing import Final

from pitboss.cards import UNKNOWN, Card, card_in_words

_HALF: Final = (
    "M0-46C12-28 46-10 46 14C46 30 34 36 24 36C14 36 7 31 4 24C5 36 8 42 14 46L-14 46"
    "C-8 42-5 36-4 24C-7 31-14 36-24 36C-34 36-46 30-46 14C-46-10-12-28 0-46Z"
)
_SUITS: Final = {
    "s": f'<path d="{_HALF}"/>',
    "h": '<path d="M0 44C-12 27-46 8-46-16C-46-34-34-43-23-43C-11-43-3-35 0-25'
    'C3-35 11-43 23-43C34-43 46-34 46-16C46 8 12 27 0 44Z"/>',
    "d": '<path d="M0-48C9-28 21-12 35 0C21 12 9 28 0 48C-9 28-21 12-35 0C-21-12-9-28 0-48Z"/>',
    "c": '<path d="M4 20C5 34 8 42 14 46L-14 46C-8 42-5 34-4 20Z"/>'
    '<circle cy="-22" r="21"/><circle cx="-23" cy="11" r="21"/><circle cx="23" cy="11" r="21"/>'
    '<path d="M-9-6L9-6L12 18L-12 18Z"/>',
}
_LEFT, _MIDDLE, _RIGHT = 36, 50, 64
_SIDES: Final = ((_LEFT, 34), (_RIGHT, 34))
_PIPS: Final[dict[str, tuple[tuple[int, float], ...]]] = {
    "2": ((_MIDDLE, 34),),
    "3": ((_MIDDLE, 34), (_MIDDLE, 70)),
    "4": _SIDES,
    "5": (*_SIDES, (_MIDDLE, 70)),
    "6": (*_SIDES, (_LEFT, 70), (_RIGHT, 70)),
    "7": (*_SIDES, (_LEFT, 70), (_RIGHT, 70), (_MIDDLE, 52)),
    "8": (*_SIDES, (_LEFT, 70), (_RIGHT, 70), (_MIDDLE, 52)),
    "9": (*_SIDES, (_LEFT, 58), (_RIGHT, 58), (_MIDDLE, 70)),
    "T": (*_SIDES, (_LEFT, 58), (_RIGHT, 58), (_MIDDLE, 46)),
}
"""The pips of the upper half and of the middle; the lower half is the upper one turned round."""
_MIDDLE_Y: Final = 70
_PIP: Final = 19
_ONE_SIDED: Final = frozenset("7")


def symbols() -> str:
    """The four suits, to be used by every card of a page."""
    drawn = "".join(
        f'<symbol id="suit-{suit}" viewBox="-50 -50 100 100">{shape}</symbol>'
        for suit, shape in _SUITS.items()
    )
    return f'<svg class="defs" width="0" height="0" aria-hidden="true">{drawn}</svg>'


def hand(cards: tuple[Card, ...]) -> str:
    """Cards side by side, each with its name for screen readers."""
    return f'<div class="hand">{"".join(card_svg(card) for card in cards)}</div>'


def card_svg(card: Card) -> str:
    """One card; an unknown one shows its back."""
    opening = f'<svg class="card" viewBox="0 0 100 140" role="img" aria-label="{card_in_words(card)}">'
    paper = '<rect x="1" y="1" width="98" height="138" rx="8" class="paper"/>'
    if card == UNKNOWN:
        back = '<rect x="8" y="8" width="84" height="124" rx="5" class="back"/>'
        return f'{opening}{paper}{back}<text x="50" y="84" class="unknown">?</text></svg>'
    rank, suit = card[0], card[1]
    index = _index(rank, suit)
    turned = f'<g transform="rotate(180 50 70)">{index}</g>'
    colour = "red" if suit in "hd" else "black"
    return f'{opening}{paper}<g class="{colour}">{index}{turned}{_face(rank, suit)}</g></svg>'


def _index(rank: str, suit: str) -> str:
    shown = rank.replace("T", "10")
    narrow = ' textLength="17" lengthAdjust="spacingAndGlyphs"' if shown == "10" else ""
    return f'<text x="13.5" y="25" class="index"{narrow}>{shown}</text>{_pip(suit, 13.5, 37, 14)}'


def _face(rank: str, suit: str) -> str:
    if rank == "A":
        return _pip(suit, 50, 70, 46)
    if rank in "JQK":
        frame = '<rect x="26" y="20" width="48" height="100" rx="3" class="frame"/>'
        corners = _pip(suit, 35, 31, 13) + _turned(_pip(suit, 35, 31, 13))
        return f'{frame}<text x="50" y="87" class="court">{rank}</text>{corners}'
    upper = [_pip(suit, x, y, _PIP) for x, y in _PIPS[rank] if y < _MIDDLE_Y]
    middle = [_pip(suit, x, y, _PIP) for x, y in _PIPS[rank] if y == _MIDDLE_Y]
    lower = upper[:2] if rank in _ONE_SIDED else upper
    return "".join([*upper, *middle, _turned("".join(lower))])


def _turned(drawn: str) -> str:
    return f'<g transform="rotate(180 50 70)">{drawn}</g>'


def _pip(suit: str, x: float, y: float, size: float) -> str:
    left, top = x - size / 2, y - size / 2
    return f'<use href="#suit-{suit}" x="{left:g}" y="{top:g}" width="{size:g}" height="{size:g}"/>'
