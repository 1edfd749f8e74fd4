"""Whoever can write the database, compute all hashes and sign every checkpoint: the events tell."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit.audit import Audited, audit
from pitboss.store.checkpoint_copies import read_file
from pitboss.store.open import open_journal
from tests.audit.conftest import Evening
from tests.audit.tamper import BET, BOX, NET, PLAYER, Line, after, find, found, head_of, recounted, write_anew

Change = Callable[[list[Line]], int]
"""Changes lines and says where the audit must find it: an index, of the event at that position less one."""


def audited(lines: list[Line], path: Path, witness: Path | None = None) -> Audited:
    write_anew(lines, str(path))
    with open_journal(path, read_only=True) as journal:
        return audit(journal, witness=read_file(witness) if witness else ())


def put(lines: list[Line], place: int, value: Any, *path: str | int) -> int:
    *way, last = path
    data = lines[place].data
    for step in way:
        data = data[step]
    assert data[last] != value
    data[last] = value
    return place


def settled_by_royal(lines: list[Line]) -> int:
    """The settlement of a round in which the link has paid a slip."""
    return next(n for n in found(lines, "RoundSettled") if lines[n].data["linked"]["awards"])


def more(lines: list[Line], place: int, by: int, *path: str | int) -> int:
    data = lines[place].data
    for step in path[:-1]:
        data = data[step]
    value = data[path[-1]]
    if isinstance(value, str):
        amount, _, whole = value.partition("/")
        data[path[-1]] = f"{int(amount) + by * int(whole)}/{whole}"
    else:
        data[path[-1]] = value + by
    return place


def a_changed_card(lines: list[Line]) -> int:
    return put(lines, find(lines, "CardsDealt", to=1), "2c", "cards", 0)


def a_changed_card_in_the_command_too(lines: list[Line]) -> int:
    """The Dealer's hand of a round in which somebody stayed; it does not qualify any more."""
    dealer = found(lines, "CardsDealt", to="dealer", cards=["Kh", "8d", "5s"])
    dealt = next(n for n in dealer if lines[n].stream == "table/P1")
    for data in (lines[dealt - 1].data["command"]["act"], lines[dealt].data):
        data["cards"] = ["4h", "3d", "2c"]
    return after(lines, dealt, "RoundSettled")


def a_changed_payout(lines: list[Line]) -> int:
    return more(lines, find(lines, "RoundSettled"), 100, "settlement", "lines", 0, NET)


def a_changed_payout_that_is_posted(lines: list[Line]) -> int:
    settled = find(lines, "RoundSettled")
    line = lines[settled].data["settlement"]["lines"][0]
    line[NET] += 100 if line[NET] > 0 else -100
    more(lines, settled + 1, 100, "transfers", 0, "amount")
    return settled


def a_line_more(lines: list[Line]) -> int:
    settled = find(lines, "RoundSettled")
    told = lines[settled].data["settlement"]["lines"]
    told.append([*told[0][:PLAYER], "zed", *told[0][PLAYER + 1 :]])
    return settled


def a_dropped_transfer(lines: list[Line]) -> int:
    settled = find(lines, "RoundSettled")
    lines[settled + 1].data["transfers"].pop()
    return settled + 1


def all_transfers_dropped(lines: list[Line]) -> int:
    settled = find(lines, "RoundSettled")
    del lines[settled + 1]
    return settled


def transfers_posted_twice(lines: list[Line]) -> int:
    settled = find(lines, "RoundSettled")
    lines.insert(settled + 2, copy.deepcopy(lines[settled + 1]))
    return settled + 2


def a_transfer_to_somebody_else(lines: list[Line]) -> int:
    posted = after(lines, find(lines, "ClaimsPaid"), "TransfersPosted")
    transfers = lines[posted].data["transfers"]
    place = next(n for n, entry in enumerate(transfers) if entry["target"] == "player:ann")
    return put(lines, posted, "player:eve", "transfers", place, "target")


def a_transfer_of_another_day(lines: list[Line]) -> int:
    settled = find(lines, "RoundSettled")
    return put(lines, settled + 1, "2001-01-01", "transfers", 1, "day")


def transfers_in_a_stream_of_their_own(lines: list[Line]) -> int:
    return transfers_in(lines, "cage/eve")


def transfers_among_the_sheets(lines: list[Line]) -> int:
    return transfers_in(lines, "sheet/eve")


def transfers_among_the_checkpoints(lines: list[Line]) -> int:
    return transfers_in(lines, "checkpoint/eve")


def transfers_of_people(lines: list[Line]) -> int:
    return transfers_in(lines, "account/eve")


def transfers_in(lines: list[Line], stream: str) -> int:
    posted = find(lines, "TransfersPosted")
    lines.insert(posted + 1, copy.deepcopy(lines[posted]))
    lines[posted + 1].stream = stream
    return posted + 1


def a_changed_display(lines: list[Line]) -> int:
    return more(lines, find(lines, "RoundOpened"), 1, "display", "value")


def a_display_of_an_hour_ago(lines: list[Line]) -> int:
    """A value that the link did show, but before the table's last event."""
    first, *_, last = (n for n in found(lines, "RoundOpened") if lines[n].stream == "table/T1")
    return put(lines, last, lines[first].data["display"], "display")


def a_slip_that_differs(lines: list[Line]) -> int:
    """A thousand dollars more, out of what the link keeps, and posted so."""
    paid = find(lines, "ClaimsPaid")
    more(lines, paid, 100_000, "slips", 0, "amount")
    more(lines, paid, 100_000, "seed", "house")
    for transfer in lines[paid + 1].data["transfers"]:
        if transfer["target"] == "player:ann" or transfer["source"].startswith("seed_funding"):
            amount, _ = transfer["amount"].split("/")
            transfer["amount"] = f"{int(amount) + 100_000}/1"
    return paid


def a_contribution_that_is_missing(lines: list[Line]) -> int:
    accepted = find(lines, "BetsAccepted", table="T1")
    del lines[accepted : accepted + 2]
    return accepted - 1


def a_contribution_that_is_smaller(lines: list[Line]) -> int:
    accepted = find(lines, "BetsAccepted", table="T1")
    assert lines[accepted + 1].kind == "TransfersPosted"
    more(lines, accepted + 1, -1, "transfers", 0, "amount")
    return more(lines, accepted, -1, "bets", 0, "display")


def a_contribution_of_no_round(lines: list[Line]) -> int:
    accepted = find(lines, "BetsAccepted", table="T1")
    place = next(n for n in range(accepted, len(lines)) if lines[n].kind == "SheetTaken")
    lines[place:place] = copy.deepcopy(lines[accepted : accepted + 2])
    return place


def an_award_that_does_not_match(lines: list[Line]) -> int:
    """The settlement pays more than the slip says, consistently in itself."""
    settled = settled_by_royal(lines)
    more(lines, settled, 100, "linked", "awards", 0, "amount")
    payouts = lines[settled].data["settlement"]["jackpot"]["payouts"]
    place = next(n for n, paid in enumerate(payouts) if paid["percent"])
    more(lines, settled, 100, "settlement", "jackpot", "payouts", place, "amount")
    won = payouts[place]
    told = lines[settled].data["settlement"]["lines"]
    line = next(n for n, row in enumerate(told) if (row[BOX], row[BET]) == (won["box"], "jackpot"))
    return more(lines, settled, 100, "settlement", "lines", line, NET)


def a_royal_that_is_settled_without_its_link(lines: list[Line]) -> int:
    settled = settled_by_royal(lines)
    put(lines, settled, None, "linked")
    return settled


def a_signature_that_is_missing(lines: list[Line]) -> int:
    """With the command that it followed from; somebody else has signed, and one is not enough."""
    signed = find(lines, "ClaimSigned")
    del lines[head_of(lines, signed) : signed + 1]
    return head_of(lines, after(lines, signed, "ClaimsPaid"))


def a_win_entered_by_nobody(lines: list[Line]) -> int:
    detected = find(lines, "WinDetected")
    del lines[detected - 2 : detected]
    return detected - 2


def hands_recorded_elsewhere(lines: list[Line]) -> int:
    return more(lines, find(lines, "HandsRecorded"), -1, "complete", 0, 1)


def a_command_of_somebody_who_may_not(lines: list[Line]) -> int:
    closed = find(lines, "BetsClosed")
    return put(lines, closed - 1, {"name": "eve", "role": "player"}, "by")


def a_decision_that_comes_too_early(lines: list[Line]) -> int:
    """Two commands of one table change places."""
    revealed = find(lines, "Revealed")
    folded, shown = lines[revealed - 3 : revealed - 1], lines[revealed - 1 : revealed + 1]
    lines[revealed - 3 : revealed + 1] = [*shown, *folded]
    return revealed - 3


def a_round_number_left_out(lines: list[Line]) -> int:
    return more(lines, find(lines, "RoundBegan"), 1, "number")


def a_memory_that_is_forgotten(lines: list[Line]) -> int:
    """Who was once settled under the minimum at the stud table (MBS 5.13)."""
    opened = next(n for n in found(lines, "RoundOpened") if lines[n].data["memory"]["under_minimum"])
    return put(lines, opened, [], "memory", "under_minimum")


def a_ruling_for_more_than_was_posted(lines: list[Line]) -> int:
    ruled = find(lines, "PastRoundAdjusted")
    return more(lines, ruled, 100, "adjusted", "amount")


def a_ruling_on_a_round_that_never_was(lines: list[Line]) -> int:
    return put(lines, find(lines, "PastRoundAdjusted"), 99, "number")


def money_that_arrives_smaller(lines: list[Line]) -> int:
    return put(lines, find(lines, "MoneyReceived"), "1/1", "amount")


def a_correction_that_nobody_posted(lines: list[Line]) -> int:
    corrected = find(lines, "DisplayCorrected")
    del lines[corrected + 1]
    return corrected


def a_display_corrected_below_zero(lines: list[Line]) -> int:
    return put(lines, find(lines, "DisplayCorrected"), "-99999999999/1", "amount")


def a_text_of_the_sheet_that_pays_more(lines: list[Line]) -> int:
    taken = find(lines, "SheetTaken", sheet="rws-three-card-v3")
    text = lines[taken].data["sheet_toml"]
    return put(
        lines, taken, text.replace('straight_flush = "40 to 1"', 'straight_flush = "400 to 1"'), "sheet_toml"
    )


def a_text_that_is_no_sheet(lines: list[Line]) -> int:
    return put(lines, find(lines, "SheetTaken"), "nonsense", "sheet_toml") - 1


def a_sheet_that_was_never_taken(lines: list[Line]) -> int:
    return put(lines, find(lines, "RoundOpened"), "0" * 64, "hashes", "sheet")


def a_sheet_that_was_replaced(lines: list[Line]) -> int:
    first, *_, last = (n for n in found(lines, "RoundOpened") if lines[n].stream == "table/T2")
    return put(lines, last, lines[first].data["hashes"], "hashes")


def an_event_of_an_unknown_kind(lines: list[Line]) -> int:
    place = find(lines, "HandFolded")
    lines[place].kind = "HandKept"
    return place


def an_event_without_a_field(lines: list[Line]) -> int:
    place = find(lines, "CardsDealt")
    del lines[place].data["cards"]
    return place


def an_event_without_its_command(lines: list[Line]) -> int:
    place = find(lines, "HandFolded")
    del lines[place - 1]
    return place - 1


def a_command_without_its_event(lines: list[Line]) -> int:
    place = find(lines, "HandFolded")
    del lines[place]
    return place - 1


CHANGES = [
    a_changed_card,
    a_changed_card_in_the_command_too,
    a_changed_payout,
    a_changed_payout_that_is_posted,
    a_line_more,
    a_dropped_transfer,
    all_transfers_dropped,
    transfers_posted_twice,
    a_transfer_to_somebody_else,
    a_transfer_of_another_day,
    transfers_in_a_stream_of_their_own,
    transfers_among_the_sheets,
    transfers_among_the_checkpoints,
    transfers_of_people,
    a_changed_display,
    a_display_of_an_hour_ago,
    a_slip_that_differs,
    a_contribution_that_is_missing,
    a_contribution_that_is_smaller,
    a_contribution_of_no_round,
    an_award_that_does_not_match,
    a_royal_that_is_settled_without_its_link,
    a_signature_that_is_missing,
    a_win_entered_by_nobody,
    hands_recorded_elsewhere,
    a_command_of_somebody_who_may_not,
    a_decision_that_comes_too_early,
    a_round_number_left_out,
    a_memory_that_is_forgotten,
    a_ruling_for_more_than_was_posted,
    a_ruling_on_a_round_that_never_was,
    money_that_arrives_smaller,
    a_correction_that_nobody_posted,
    a_display_corrected_below_zero,
    a_text_of_the_sheet_that_pays_more,
    a_text_that_is_no_sheet,
    a_sheet_that_was_never_taken,
    a_sheet_that_was_replaced,
    an_event_of_an_unknown_kind,
    an_event_without_a_field,
    an_event_without_its_command,
    a_command_without_its_event,
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_the_audit_finds_the_change_in_a_rewritten_record(
    change: Change, healthy: Evening, tmp_path: Path
) -> None:
    lines = healthy.to_change()
    place = change(lines)
    found = audited(recounted(lines), tmp_path / "anew.db").fault
    assert found is not None
    assert (found.position, found.kind, found.stream) == (place + 1, lines[place].kind, lines[place].stream)
    assert found.recorded == lines[place].recorded
    assert f"at position {place + 1}" in found.message
    assert found.message.endswith(".")
