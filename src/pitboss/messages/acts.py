"""What people do, as it is sent: one message for each command, made from it.

A message has the fields of its command without those that the server fills in, in the forms of
:mod:`pitboss.messages.texts`; amounts are dollars as text. ``python -m tools.client_stub`` writes the types
for editors and type checkers.
"""

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from types import NoneType
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields

from pitboss.access import commands as ac
from pitboss.access.roles import Permission
from pitboss.card_sets import commands as sc
from pitboss.floor import commands as fc
from pitboss.floor import proposed as pa
from pitboss.floor.acts import ACTS, LINK_ACTS, PROPOSED_ACTS, ROUND_ACTS, SET_ACTS
from pitboss.floor.amounts import MONEY_ACTS
from pitboss.floor.tables.money import events as mc
from pitboss.floor.tables.money.events import Pieces as Counted
from pitboss.messages import texts
from pitboss.messages.session import Signature
from pitboss.messages.texts import (
    AmountText,
    BoxNumber,
    CardText,
    Few,
    FreeText,
    Name,
    PlayerName,
    StreamName,
)
from pitboss.people import ROLES as PIT
from pitboss.people import AnyRole
from pitboss.round import commands as cmd

FILLED: Final = frozenset(
    (
        *("by", "seated", "linked", "approval", "witness", "device", "codes", "expires", "digest"),
        *("config", "amounts", "automatic", "format"),
    )
)
"""Fields that the server fills in or makes of others, and refuses in a request."""
_ROUND: Final = (texts.RoundNumber | None, None)
_FORMS: Final[Mapping[str, Any]] = {
    "amount": AmountText,
    "at": texts.PlaceOfCards,
    "backs": Annotated[str, Meta(min_length=1, max_length=60, pattern=texts.ONE_LINE)],
    "bet": texts.BetName,
    "box": BoxNumber,
    "boxes": Annotated[tuple[BoxNumber, ...], Meta(max_length=7)],
    "card": CardText,
    "cards": Annotated[tuple[CardText, ...], Meta(min_length=1, max_length=52)],
    "claim": Name,
    "claims": Annotated[tuple[Name, ...], Meta(min_length=1, max_length=50)],
    "clause": texts.ClauseNumber,
    "clauses_toml": texts.TomlText,
    "count": Few,
    "damaged": Few,
    "days": Annotated[int, Meta(ge=1, le=366)],
    "displayed": texts.DisplayedValue,
    "foreign": Few,
    "link": StreamName,
    "name": Name,
    "note": FreeText,
    "order": Annotated[tuple[CardText, ...], Meta(max_length=52)],
    "player": PlayerName,
    "reason": FreeText,
    "recorded": CardText,
    "role": AnyRole,
    "round": texts.RoundNumber,
    "scopes": Annotated[tuple[Permission, ...], Meta(min_length=1, max_length=10)],
    "set": texts.SetId,
    "sheet_toml": texts.TomlText,
    "table": StreamName,
    "to": texts.PlaceOfCards,
    "token": Name,
}
"""Bounds and texts of fields by their names, in every command that has them."""
_ELSEWHERE: Final = {"amount": texts.ExactAmount, "to": texts.DestinationName}
_LIMITS: Final = dict[texts.BetName, texts.Pair]
MEANINGS: Final = {
    ("PlaceBet", "player"): "The player who bets; by default the sender.",
    ("PlaceBet", "by_staff"): "Staff place the bet at the player's request (RWS 5.22, MBS 3.6).",
    ("SitDown", "player"): "The player to seat; by default the sender. Staff may seat a player.",
    ("SignOff", "name"): "Left out, oneself; a supervisor may sign others off.",
    ("MakeSlip", "second"): "The person who has counted with the sender.",
    ("CloseTable", "after_round"): "With bets on it, when the round is settled; otherwise that is refused.",
    ("DealNext", "round"): "The round that it is for; without it, whichever is on.",
}
"""Meanings, for the documents, of fields that commands lack or use in another sense."""
COMMANDS: Final[dict[type[Struct], type[Struct]]] = {}
"""The command that each message is made from."""


def _made(
    source: type[Struct],
    name: str = "",
    without: Iterable[str] = (),
    own: Mapping[str, Any] = {},
    **more: Any,
) -> Any:
    """A struct with the fields of a command in the forms of the wire.

    ``own`` has forms of its own, with defaults, and fields that the command lacks.
    """
    known = {field.name: field for field in fields(source) if field.name not in (*FILLED, *without)}
    found = [(each, *_field(known.get(each), own.get(each))) for each in {**known, **own}]
    message = _struct(name or source.__name__, source.__doc__, found, **more)
    COMMANDS[message] = source
    return message


def _struct(name: str, says: str | None, found: list[tuple[Any, ...]], **more: Any) -> Any:
    message = msgspec.defstruct(
        name,
        found,
        module=__name__,
        namespace={"__doc__": says},
        frozen=True,
        forbid_unknown_fields=True,
        kw_only=True,
        **more,
    )
    globals()[name] = message
    return message


def _field(known: FieldInfo | None, own: Any) -> tuple[Any, ...]:
    """The form of a field, and its default if it has one."""
    if own is not None:
        return own if isinstance(own, tuple) else (own,)
    assert known is not None, "a field is of the source, or a form is given for it"
    form = _FORMS.get(known.name, known.type)
    if known.name in _FORMS and NoneType in get_args(known.type):
        form = form | None
    return (form,) if known.required else (form, known.default)


_AMOUNT: Final = (AmountText | None, None)
OwnAmounts = _struct(
    "OwnAmounts",
    "Amounts that each role moves alone: by one act, and in a gaming day at a table; and the maximum.",
    [*((role, texts.Pair | None, None) for role in (*PIT, "accounting")), ("most", *_AMOUNT)],
)
DisplayAmounts = _struct(
    "DisplayAmounts",
    "Per-role limits for moving a link's money (two people).",
    [(name, *_AMOUNT) for name in ("pit_manager", "shift_manager", "most")],
)
_RATE: Final = (texts.RateText | None, None)
_LINK_VALUES: Final = {
    "reset": _AMOUNT,
    "contribution_rate": _RATE,
    "reserve_rate": _RATE,
    "cap": _AMOUNT,
    "overflow_to": (texts.DestinationName | None, None),
    "prescribed_bet": _AMOUNT,
    "alarm_above": _AMOUNT,
}
_OWN: Final[Mapping[type[Struct], Mapping[str, Any]]] = {
    cmd.PlaceBet: {"player": (PlayerName | None, None), "by_staff": (bool, False)},
    cmd.CorrectCard: {"at": texts.PlaceOfCards | Literal["burnt", "discarded"]},
    cmd.LiftRestriction: {"reason": FreeText},
    cmd.AdjustSettlement: {"bet": texts.BetTitle, "amount": texts.SignedAmount},
    sc.CountSet: {"round": _ROUND},
    sc.ReleaseSet: {"round": _ROUND, "reason": FreeText},
    ac.RevokeToken: {"token": texts.TokenName},
    pa.DisplayCorrection: {"amount": texts.ExactAmount},
    pa.LinkTransfer: _ELSEWHERE,
    pa.LinkClosure: {"to": texts.DestinationName},
    pa.BreakSetting: {"player": StreamName, "days": Annotated[int, Meta(ge=1, le=1830)]},
    pa.PlateChange: {
        "limits": (_LIMITS, {}),
        "boxes": (BoxNumber | None, None),
        "denominations": (texts.Denominations | None, None),
    },
    pa.TableChange: {
        "sheet": Name,
        "limits": _LIMITS,
        "denominations": texts.Denominations,
        "dealer": (Literal["automatic", "manual"], "manual"),
        "cards": (Literal["shoe", "outside"], "shoe"),
        "device": (texts.DeviceName, "shuffler"),
        "boxes": (BoxNumber, 7),
        "away_seconds": (Annotated[int, Meta(gt=0, le=86_400)], 60),
        "idle_rounds": (Annotated[int, Meta(ge=0, le=1000)], 0),
    },
    pa.LinkOpening: {
        **_LINK_VALUES,
        "members": Annotated[dict[StreamName, Name], Meta(min_length=1, max_length=500)],
    },
    pa.LinkChange: _LINK_VALUES,
    pa.AmountsChange: {
        **dict.fromkeys(MONEY_ACTS, (OwnAmounts, OwnAmounts())),
        "displays": (DisplayAmounts, DisplayAmounts()),
    },
}
"""Forms and defaults of fields in which a message differs from its command, or that it alone has."""


def _message(command: type[Struct], name: str = "", without: Iterable[str] = ()) -> Any:
    """The message of a command, with the word that names it in the field ``act``."""
    kind = {"tag_field": "act", "tag": ACTS[command].word}
    return _made(command, name, without, _OWN.get(command, {}), **kind)


def _union(messages: Iterable[Any]) -> Any:
    return reduce(or_, messages)


AnyAct = _union(_message(command) for command in ROUND_ACTS if command is not cmd.OpenRound)
AnyLinkAct = _union(_message(command) for command, spec in LINK_ACTS.items() if not spec.proposed)
AnySetAct = _union(_message(command) for command in SET_ACTS)
AnyAccountAct = _union(
    _message(command, name, ["name"])
    for command, name in {
        ac.LockAccount: "",
        ac.UnlockAccount: "",
        ac.DisableAccount: "",
        ac.RevokeRole: "",
        ac.RevokeToken: "",
        ac.OpenEnrolment: "EnrolPlayer",
    }.items()
)
AnyFloorProposal = _union(
    _message(act, spec.word.title().replace("_", ""), ["sheet"] if act is pa.SheetAdoption else ())
    for act, spec in PROPOSED_ACTS.items()
)
AnyPeopleProposal = _union(_message(act) for act in get_args(ac.TwoPersonAction))
AnyTwoPeopleAct = AnyFloorProposal | AnyPeopleProposal

_ID: Final = {"id": texts.CommandId}
_OWN_PLAY: Final = ("player", "value", "reason")
_ASKED: Final = (texts.LimitReason, "")


def _body(command: type[Struct], without: Iterable[str] = ("table", "player"), **own: Any) -> Any:
    """The body of a request whose path tells the command: its id and the rest of the fields."""
    return _made(command, "", without, own)


_body(fc.DealNext, **_ID, round=(texts.RoundOnTable | None, None))
_body(fc.SitDown, **_ID, player=(PlayerName | None, None))
_body(fc.StandUp, **_ID)
_body(fc.SignOn, **_ID)
_body(fc.SignOff, **_ID, name=(texts.AccountName | None, None))
_body(fc.CloseTable, **_ID)
_body(fc.PostNotice, **_ID, text=Annotated[str, Meta(max_length=400, pattern=texts.ONE_LINE)])
_body(fc.SetRealityCheck, _OWN_PLAY, **_ID, minutes=Annotated[int, Meta(ge=10, le=180)])
_body(fc.TakeBreak, _OWN_PLAY, **_ID, days=Annotated[int, Meta(ge=1, le=1830)], reason=_ASKED)
_body(
    fc.SetPlayLimit,
    _OWN_PLAY,
    **_ID,
    amount=_AMOUNT,
    minutes=(Annotated[int, Meta(ge=1, le=1440)] | None, None),
    reason=_ASKED,
)
_body(ac.MakeAccount, **_ID, name=texts.AccountName, reason=texts.ReasonText)
_body(ac.Approve, ("subject", "number"), **_ID, digest=texts.Digest)
_body(
    fc.Propose,
    **_ID,
    act=AnyTwoPeopleAct,
    reason=texts.ReasonText,
    second=(Signature | None, None),
)
Pieces = _made(
    Counted, "Pieces", own={"each": AmountText, "number": Annotated[int, Meta(ge=0, le=1_000_000)]}
)
_body(
    mc.MakeSlip,
    ("warrant", "means"),
    **_ID,
    count=Annotated[tuple[Pieces, ...], Meta(max_length=40)],
    reason=texts.ReasonText,
    second=Signature,
    replaces=(Annotated[int, Meta(ge=1, le=2**31)] | None, None),
)
