r"""The strict forms of text that the API takes: amounts, ids, names, cards, clauses and free text.

msgspec searches for a pattern, ``$`` also matches before a final line feed, and ``\d`` matches the digits of
every script. Each form therefore spells out ``[0-9]``, bounds its length, and ends with ``$(?!\n)``, which is
the end of the text for Python and for the ECMA patterns of the schema alike.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta

from pitboss.bet_names import BET_NAME

STEERING: Final = r"\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
"""Characters that move a cursor, turn text around or cannot be seen: they could change how a text reads."""
ONE_LINE: Final = rf"^[^{STEERING}]*$(?!\n)"
"""A name, a title, a reason."""
WHOLE_FILE: Final = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$"
"""The text of a file, in several lines."""
LONGEST_NAME: Final = 200
"""Maximum length of the name of anything with its own stream."""

CommandId = Annotated[
    str, Meta(min_length=8, max_length=100, pattern=r"^[!-~]+$(?!\n)", examples=["8d1f0c52-bet"])
]
"""Made by the sender of a command, which is idempotent by it: sent again, it is carried out once."""

AmountText = Annotated[
    str, Meta(max_length=15, pattern=r"^[0-9]{1,12}(\.[0-9]{1,2})?$(?!\n)", examples=["25.00"])
]
"""Dollars with at most two decimals."""
SignedAmount = Annotated[
    str, Meta(max_length=16, pattern=r"^-?[0-9]{1,12}(\.[0-9]{1,2})?$(?!\n)", examples=["-25.00"])
]
ExactAmount = Annotated[
    str, Meta(max_length=44, pattern=r"^-?[0-9]{1,12}(\.[0-9]{1,30})?$(?!\n)", examples=["-25.00"])
]
"""Dollars with as many decimals as a display has."""
DisplayedValue = Annotated[
    str,
    Meta(
        max_length=60,
        pattern=r"^[0-9]{1,15}(\.[0-9]{1,30})?( [0-9]{1,25}/[0-9]{1,25})?$(?!\n)",
        examples=["150000.00", "15.00 1/3"],
    ),
]
"""A display as the signs write it: dollars and, where no decimals end it, a fraction of a cent."""
RateText = Annotated[str, Meta(max_length=40, pattern=r"^[0-9./]{1,39}%?$(?!\n)", examples=["5%", "7/30"])]
"""A share of each bet."""

CardText = Annotated[str, Meta(max_length=2, pattern=r"^([2-9TJQKA][shdc]|\?)$(?!\n)", examples=["As"])]
NamedCard = Annotated[str, Meta(max_length=2, pattern=r"^[2-9TJQKA][shdc]$(?!\n)", examples=["As"])]
"""Not unknown."""
ClauseNumber = Annotated[
    str,
    Meta(max_length=30, pattern=r"^[0-9]{1,2}(\.[0-9]{1,2}){1,8}[a-z]?$(?!\n)", examples=["5.8.1"]),
]

PlayerName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=rf"^[^\s{STEERING}]+$(?!\n)",
        examples=["ann"],
    ),
]
"""One word, without characters that cannot be seen."""
AccountName = Annotated[str, Meta(min_length=1, max_length=64, pattern=ONE_LINE, examples=["ann"])]
Name = Annotated[
    str, Meta(min_length=1, max_length=LONGEST_NAME, pattern=ONE_LINE, examples=["3CP-1/7/1/ann"])
]
"""The name of a claim, a sheet or a token."""
StreamName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$(?!\n)", examples=["3CP-1"])]
"""An id that may stand in a stream, a path and a page: of a table, of a link."""
BetName = Annotated[str, Meta(max_length=24, pattern=BET_NAME, examples=["ante"])]
"""A bet as its sheet names it; the round refuses one that the sheet lacks."""
BetTitle = Annotated[str, Meta(max_length=24, pattern=ONE_LINE, examples=["ante"])]
DeviceName = Literal["shoe", "shuffler"]
"""The device that cards are dealt from."""
RoundNumber = Annotated[int, Meta(ge=1, le=2**53)]
SetId = Annotated[
    str, Meta(max_length=40, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$(?!\n)", examples=["S-2041"])
]
DayText = Annotated[
    str, Meta(max_length=10, pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$(?!\n)", examples=["2025-03-10"])
]
"""A gaming day."""
Digest = Annotated[str, Meta(max_length=64, pattern=r"^[0-9a-f]{64}$(?!\n)", examples=["0" * 64])]

FreeText = Annotated[str, Meta(max_length=400, pattern=ONE_LINE, examples=["the camera shows it"])]
ReasonText = Annotated[
    str, Meta(min_length=1, max_length=500, pattern=ONE_LINE, examples=["the camera shows it"])
]
BoxNumber = Annotated[int, Meta(ge=1, le=7)]
PlaceOfCards = BoxNumber | Literal["dealer", "community"]
Few = Annotated[int, Meta(ge=0, le=104)]
TokenName = Annotated[str, Meta(min_length=1, max_length=40, pattern=ONE_LINE)]
Pair = tuple[AmountText, AmountText]
"""The least and the most."""
Denominations = Annotated[tuple[AmountText, ...], Meta(min_length=1, max_length=20)]
DestinationName = Annotated[str, Meta(max_length=40, pattern=ONE_LINE, examples=["revenue", "diamond"])]
"""``revenue``, ``next_seed`` where it is about overflow, or a link."""
TomlText = Annotated[str, Meta(max_length=60_000, pattern=WHOLE_FILE)]
RoundOnTable = Annotated[int, Meta(ge=0, le=2**53)]
LimitReason = Annotated[str, Meta(max_length=500, pattern=ONE_LINE, examples=["asked at the cage"])]
SituationKind = Literal["settle", "jackpot", "report"]
SituationLevel = Literal["easy", "middle", "hard"]
