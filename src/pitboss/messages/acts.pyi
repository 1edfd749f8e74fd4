"""Written from what they are made of by `python -m tools.client_stub`."""

from typing import Final, Literal

from msgspec import Struct

from pitboss.messages.session import Signature

MEANINGS: Final[dict[tuple[str, str], str]]
COMMANDS: Final[dict[type[Struct], type[Struct]]]

class OwnAmounts(Struct, frozen=True, kw_only=True):
    dealer: tuple[str, str] | None = ...
    pit_supervisor: tuple[str, str] | None = ...
    pit_manager: tuple[str, str] | None = ...
    shift_manager: tuple[str, str] | None = ...
    accounting: tuple[str, str] | None = ...
    most: str | None = ...

class DisplayAmounts(Struct, frozen=True, kw_only=True):
    pit_manager: str | None = ...
    shift_manager: str | None = ...
    most: str | None = ...

class PlaceBet(Struct, frozen=True, kw_only=True):
    box: int
    player: str | None = ...
    bet: str
    amount: str
    unnoticed: bool = ...
    by_staff: bool = ...

class WithdrawBet(Struct, frozen=True, kw_only=True):
    box: int
    bet: str
    player: str | None = ...

class CloseBets(Struct, frozen=True, kw_only=True): ...

class BurnCard(Struct, frozen=True, kw_only=True):
    card: str

class DealCards(Struct, frozen=True, kw_only=True):
    to: int | Literal["dealer", "community"]
    cards: tuple[str, ...]

class DiscardCard(Struct, frozen=True, kw_only=True):
    card: str

class ShowCards(Struct, frozen=True, kw_only=True):
    at: int | Literal["dealer", "community"]
    cards: tuple[str, ...]

class ExamineHand(Struct, frozen=True, kw_only=True):
    box: int

class HandleHand(Struct, frozen=True, kw_only=True):
    box: int

class FoldHand(Struct, frozen=True, kw_only=True):
    box: int

class Check(Struct, frozen=True, kw_only=True):
    box: int

class Reveal(Struct, frozen=True, kw_only=True): ...

class DeclineToShow(Struct, frozen=True, kw_only=True):
    box: int

class ViewHand(Struct, frozen=True, kw_only=True):
    box: int

class AnnounceNoHand(Struct, frozen=True, kw_only=True): ...

class NotifyJackpotHand(Struct, frozen=True, kw_only=True):
    box: int

class LeaveTable(Struct, frozen=True, kw_only=True):
    box: int
    player: str | None = ...

class InterruptPlay(Struct, frozen=True, kw_only=True):
    reason: str = ...

class Choose(Struct, frozen=True, kw_only=True):
    box: int
    way: Literal["continue", "withdraw"]

class Report(Struct, frozen=True, kw_only=True):
    clause: str
    boxes: tuple[int, ...] = ...
    player: str | None = ...
    dealer: bool = ...
    reconstructed: bool | None = ...
    intentional: bool | None = ...
    order: tuple[str, ...] = ...
    count: int | None = ...
    permit: bool | None = ...
    action: (
        Literal["void", "continue", "return"]
        | Literal["pay", "collect", "correct"]
        | Literal["close", "block", "no_jackpot"]
        | None
    ) = ...
    bet: str | None = ...
    amount: str | None = ...
    reason: str = ...

class LiftRestriction(Struct, frozen=True, kw_only=True):
    clause: str
    boxes: tuple[int, ...] = ...
    player: str | None = ...
    action: Literal["close", "block", "no_jackpot"] | None = ...
    reason: str

class CorrectCard(Struct, frozen=True, kw_only=True):
    at: int | Literal["dealer", "community"] | Literal["burnt", "discarded"]
    recorded: str
    card: str
    reason: str

class CorrectBet(Struct, frozen=True, kw_only=True):
    box: int
    player: str
    bet: str
    amount: str
    reason: str

class AdjustSettlement(Struct, frozen=True, kw_only=True):
    box: int
    player: str
    bet: str
    amount: str
    reason: str
    limits_error: bool = ...

class SettleRound(Struct, frozen=True, kw_only=True): ...

class CheckClaim(Struct, frozen=True, kw_only=True):
    claim: str
    item: Literal["bet_light", "cards_face_up", "deck_count", "surveillance"]
    note: str = ...
    count: int | None = ...

class SignClaim(Struct, frozen=True, kw_only=True):
    claim: str

class PayClaim(Struct, frozen=True, kw_only=True):
    claim: str
    means: Literal["attendant", "device"]

class CloseClaim(Struct, frozen=True, kw_only=True):
    claim: str

class RuleOrder(Struct, frozen=True, kw_only=True):
    claims: tuple[str, ...]
    reason: str

class FailSystem(Struct, frozen=True, kw_only=True):
    reason: str

class RestoreSystem(Struct, frozen=True, kw_only=True):
    displayed: str

class ReleaseOverflow(Struct, frozen=True, kw_only=True): ...

class OpenSet(Struct, frozen=True, kw_only=True):
    set: str
    backs: str

class CountSet(Struct, frozen=True, kw_only=True):
    set: str
    count: int
    foreign: int = ...
    damaged: int = ...
    round: int | None = ...

class PutInUse(Struct, frozen=True, kw_only=True):
    set: str
    shuffled: bool

class TakeOut(Struct, frozen=True, kw_only=True):
    set: str

class RetainSet(Struct, frozen=True, kw_only=True):
    set: str
    cause: Literal["major_win", "dispute", "irregularity"]
    round: int

class ReleaseSet(Struct, frozen=True, kw_only=True):
    set: str
    cause: Literal["major_win", "dispute", "irregularity"]
    round: int | None = ...
    reason: str

class DestroySet(Struct, frozen=True, kw_only=True):
    set: str

class LockAccount(Struct, frozen=True, kw_only=True): ...
class UnlockAccount(Struct, frozen=True, kw_only=True): ...
class DisableAccount(Struct, frozen=True, kw_only=True): ...

class RevokeRole(Struct, frozen=True, kw_only=True):
    role: Literal[
        "player",
        "dealer",
        "pit_supervisor",
        "pit_manager",
        "shift_manager",
        "accounting",
        "surveillance",
        "regulator",
        "administrator",
    ]

class RevokeToken(Struct, frozen=True, kw_only=True):
    token: str

class EnrolPlayer(Struct, frozen=True, kw_only=True): ...

class SetLimits(Struct, frozen=True, kw_only=True):
    table: str
    boxes: int | None = ...
    limits: dict[str, tuple[str, str]] = ...
    denominations: tuple[str, ...] | None = ...

class SetAmounts(Struct, frozen=True, kw_only=True):
    adjust: OwnAmounts = ...
    chips: OwnAmounts = ...
    slips: OwnAmounts = ...
    bets: OwnAmounts = ...
    voids: OwnAmounts = ...
    displays: DisplayAmounts = ...

class SetTable(Struct, frozen=True, kw_only=True):
    link: str | None = ...
    cards: Literal["shoe", "outside"] = ...
    denominations: tuple[str, ...]
    away_seconds: int = ...
    idle_rounds: int = ...
    card_sets: bool = ...
    counts_tray: bool = ...
    table: str
    sheet: str
    boxes: int = ...
    limits: dict[str, tuple[str, str]]
    dealer: Literal["automatic", "manual"] = ...
    device: Literal["shoe", "shuffler"] = ...

class TakeBackAward(Struct, frozen=True, kw_only=True):
    table: str

class OpenLink(Struct, frozen=True, kw_only=True):
    link: str
    members: dict[str, str]
    reset: str | None = ...
    contribution_rate: str | None = ...
    reserve_rate: str | None = ...
    cap: str | None = ...
    overflow_to: str | None = ...
    prescribed_bet: str | None = ...
    alarm_above: str | None = ...

class ChangeLink(Struct, frozen=True, kw_only=True):
    link: str
    reset: str | None = ...
    contribution_rate: str | None = ...
    reserve_rate: str | None = ...
    cap: str | None = ...
    overflow_to: str | None = ...
    prescribed_bet: str | None = ...
    alarm_above: str | None = ...

class CorrectDisplay(Struct, frozen=True, kw_only=True):
    link: str
    amount: str

class MoveMoney(Struct, frozen=True, kw_only=True):
    link: str
    part: Literal["display", "reserve", "overflow"]
    amount: str
    to: str

class RemoveTable(Struct, frozen=True, kw_only=True):
    link: str
    table: str

class CloseLink(Struct, frozen=True, kw_only=True):
    link: str
    to: str

class DenyClaim(Struct, frozen=True, kw_only=True):
    link: str
    claim: str

class TakeSheet(Struct, frozen=True, kw_only=True):
    sheet_toml: str
    clauses_toml: str

class SetBreak(Struct, frozen=True, kw_only=True):
    player: str
    days: int

class GrantRole(Struct, frozen=True, kw_only=True):
    name: str
    role: Literal[
        "player",
        "dealer",
        "pit_supervisor",
        "pit_manager",
        "shift_manager",
        "accounting",
        "surveillance",
        "regulator",
        "administrator",
    ]

class OpenEnrolment(Struct, frozen=True, kw_only=True):
    name: str

class IssueToken(Struct, frozen=True, kw_only=True):
    name: str
    token: str
    scopes: tuple[
        Literal[
            "watch_table",
            "play",
            "see_all_cards",
            "open_shoe",
            "run_table",
            "send_cards",
            "report",
            "supervise_table",
            "correct",
            "rule",
            "open_table",
            "keep_card_sets",
            "set_limits",
            "change_sheet",
            "verify_claim",
            "pay_claim",
            "deny_claim",
            "restore_jackpot",
            "change_link",
            "table_money",
            "bankroll",
            "sign_amount",
            "close_day",
            "sign_off_day",
            "read_reports",
            "read_audit",
            "read_people",
            "read_training",
            "manage_people",
            "set_break",
            "grant_role",
            "enrol",
            "issue_token",
            "read_metrics",
        ],
        ...,
    ]
    days: int
    table: str | None = ...

class DealNext(Struct, frozen=True, kw_only=True):
    round: int | None = ...
    id: str

class SitDown(Struct, frozen=True, kw_only=True):
    box: int
    id: str
    player: str | None = ...

class StandUp(Struct, frozen=True, kw_only=True):
    box: int
    id: str

class SignOn(Struct, frozen=True, kw_only=True):
    position: Literal["dealer", "pit_supervisor"]
    id: str

class SignOff(Struct, frozen=True, kw_only=True):
    name: str | None = ...
    id: str

class CloseTable(Struct, frozen=True, kw_only=True):
    after_round: bool = ...
    id: str

class PostNotice(Struct, frozen=True, kw_only=True):
    text: str
    id: str

class SetRealityCheck(Struct, frozen=True, kw_only=True):
    minutes: int
    id: str

class TakeBreak(Struct, frozen=True, kw_only=True):
    days: int
    id: str
    reason: str = ...

class SetPlayLimit(Struct, frozen=True, kw_only=True):
    limit: Literal["loss", "time", "bet", "buy_in"]
    id: str
    amount: str | None = ...
    minutes: int | None = ...
    reason: str = ...

class MakeAccount(Struct, frozen=True, kw_only=True):
    name: str
    kind: Literal["player", "staff", "machine"]
    id: str
    reason: str

class Approve(Struct, frozen=True, kw_only=True):
    id: str
    digest: str

class Propose(Struct, frozen=True, kw_only=True):
    act: AnyTwoPeopleAct
    reason: str
    id: str
    second: Signature | None = ...

class Pieces(Struct, frozen=True, kw_only=True):
    each: str
    number: int

class MakeSlip(Struct, frozen=True, kw_only=True):
    kind: Literal["opener", "fill", "credit", "drop", "closer"]
    count: tuple[Pieces, ...]
    replaces: int | None = ...
    id: str
    reason: str
    second: Signature

AnyAct = (
    AdjustSettlement
    | AnnounceNoHand
    | BurnCard
    | Check
    | Choose
    | CloseBets
    | CorrectBet
    | CorrectCard
    | DealCards
    | DeclineToShow
    | DiscardCard
    | ExamineHand
    | FoldHand
    | HandleHand
    | InterruptPlay
    | LeaveTable
    | LiftRestriction
    | NotifyJackpotHand
    | PlaceBet
    | Report
    | Reveal
    | SettleRound
    | ShowCards
    | ViewHand
    | WithdrawBet
)
AnyLinkAct = (
    CheckClaim | CloseClaim | FailSystem | PayClaim | ReleaseOverflow | RestoreSystem | RuleOrder | SignClaim
)
AnySetAct = CountSet | DestroySet | OpenSet | PutInUse | ReleaseSet | RetainSet | TakeOut
AnyAccountAct = DisableAccount | EnrolPlayer | LockAccount | RevokeRole | RevokeToken | UnlockAccount
AnyFloorProposal = (
    ChangeLink
    | CloseLink
    | CorrectDisplay
    | DenyClaim
    | MoveMoney
    | OpenLink
    | RemoveTable
    | SetAmounts
    | SetBreak
    | SetLimits
    | SetTable
    | TakeBackAward
    | TakeSheet
)
AnyPeopleProposal = GrantRole | IssueToken | OpenEnrolment
AnyTwoPeopleAct = (
    ChangeLink
    | CloseLink
    | CorrectDisplay
    | DenyClaim
    | GrantRole
    | IssueToken
    | MoveMoney
    | OpenEnrolment
    | OpenLink
    | RemoveTable
    | SetAmounts
    | SetBreak
    | SetLimits
    | SetTable
    | TakeBackAward
    | TakeSheet
)
