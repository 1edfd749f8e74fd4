"""``[expect]``: the part of a round file that tests it. Unknown keys are refused, so no check is dead."""

from contextlib import suppress
from typing import Any, Final

from msgspec import Struct, ValidationError, convert

from pitboss.money import format_cents, parse_signed_cents
from pitboss.plural import counted
from pitboss.records.round_file import FileFault, parse_round_file, parse_toml, read_text
from pitboss.records.rounds_json import rounds_json
from pitboss.records.runner import FileFailed, play
from pitboss.sheets import Game, load, sheet_ids
from pitboss.sheets.library import LibraryFault
from pitboss.sheets.register import number_of


class ExpectedRound(Struct, frozen=True, kw_only=True):
    """What a file may expect of a round."""

    outcome: str = ""
    jackpot_after: str = ""
    payouts: list[tuple[int, str]] = []
    payout_order: list[int] = []
    refused: list[tuple[int, list[str]]] = []
    net: dict[str, str] = {}
    result: dict[str, str] = {}
    stake: dict[str, str] = {}
    players: dict[str, str] = {}
    clauses: dict[str, list[str]] = {}
    cites: dict[str, list[str]] = {}


class Expected(ExpectedRound, frozen=True, kw_only=True):
    """What a file may expect: of its one round, of each of several, or that it fails."""

    round: list[ExpectedRound] = []
    error_exit: int = 0
    error_step: int = 0
    error_clauses: list[str] = []


_ROUND_KEYS: Final = frozenset(ExpectedRound.__struct_fields__)
_KEYS: Final = frozenset(Expected.__struct_fields__)
UNCLAIMED: Final = "does not say in [proof] which clauses it proves"


def check_file(path: Any) -> list[str]:
    """Play a file; returns a sentence for everything that is not as expected."""
    try:
        data = parse_toml(read_text(path))
    except FileFault as fault:
        return [f"cannot be read: {fault.message}"]
    return check_data(data)


def check_data(data: dict[str, Any], game: Game | None = None) -> list[str]:
    """Play a file parsed as TOML; returns a sentence for everything that is not as expected.

    ``game`` is another text of the sheet to play by, instead of that of the library.
    """
    return [*_check_expect(data, game), *_check_proof(data, game)]


def claimed(data: dict[str, Any]) -> tuple[str, ...]:
    """The clauses that a file says in ``[proof]`` it proves; none where it does not name them as a list."""
    proof = data.get("proof")
    clauses = proof.get("clauses") if isinstance(proof, dict) else None
    told = isinstance(clauses, list) and all(isinstance(clause, str) for clause in clauses)
    return tuple(clauses) if clauses and told else ()


def _check_proof(data: dict[str, Any], game: Game | None) -> list[str]:
    """What is wrong with the clauses of ``[proof]``; a draft may still lack the clauses of its register."""
    if "proof" not in data:
        return []
    clauses = claimed(data)
    if not clauses:
        return [UNCLAIMED]
    sheet = data.get("sheet")
    if game is None and isinstance(sheet, str) and sheet in sheet_ids():
        with suppress(LibraryFault):
            game = load(sheet)
    if game is None or game.sheet.identity.draft:
        return []
    unknown = dict.fromkeys(clause for clause in clauses if number_of(clause) not in game.register)
    return [f"[proof] names {clause}, which is no clause of {game.sheet.id}" for clause in unknown]


def _check_expect(data: dict[str, Any], game: Game | None) -> list[str]:
    expect = data.get("expect")
    if not isinstance(expect, dict) or not _says_something(expect):
        return ["has no [expect]"]
    unknown = set(expect) - _KEYS
    if unknown:
        return [f"[expect] has unknown keys: {', '.join(sorted(unknown))}"]
    try:
        convert(expect, Expected)
    except ValidationError as fault:
        return [f"[expect] is not of its form: {fault}"]
    try:
        played = rounds_json(play(parse_round_file(data, game), game))["rounds"]
    except FileFault as fault:
        return _check_error(expect, 2, fault, _where(data, fault))
    except FileFailed as failed:
        return _check_error(expect, 1, failed, _where(data, failed))
    if "error_exit" in expect:
        return [f"must fail with exit {expect['error_exit']}, but it settles"]
    return _check_rounds(expect, played)


def _says_something(expect: dict[str, Any]) -> bool:
    """Whether an ``[expect]`` could be wrong: one that has nothing but empty entries of rounds could not."""
    rounds = expect.get("round")
    return bool(set(expect) - {"round"}) or not isinstance(rounds, list) or any(rounds)


def _where(data: dict[str, Any], fault: FileFault | FileFailed) -> str:
    """``step 7`` or, of several rounds, ``round 2, step 7``; empty for a fault of the whole file."""
    rounds = data.get("round")
    several = isinstance(rounds, list) and len(rounds) > 1
    step = "" if fault.step is None else f"step {fault.step}"
    number = f"round {fault.round}" if fault.round is not None and (several or not step) else ""
    return ", ".join(part for part in (number, step) if part)


def _check_error(expect: dict[str, Any], code: int, fault: FileFault | FileFailed, where: str) -> list[str]:
    clauses = fault.clauses if isinstance(fault, FileFailed) else ()
    message = f"{fault.message} ({', '.join(clauses)})" if clauses else fault.message
    if "error_exit" not in expect:
        return [f"fails at {where}: {message}" if where else f"cannot be read: {message}"]
    faults = []
    if expect["error_exit"] != code:
        faults.append(f"exit {code}, expected {expect['error_exit']}: {message}")
    if "error_step" in expect and expect["error_step"] != fault.step:
        at = where or "no step"
        faults.append(f"fails at {at}, expected step {expect['error_step']}: {message}")
    wanted = expect.get("error_clauses", [])
    if wanted and not cites(clauses, wanted):
        by = ", ".join(clauses) or "no clause"
        faults.append(f"fails by {by}, expected one of {', '.join(wanted)}: {fault.message}")
    return faults


def _check_rounds(expect: dict[str, Any], played: list[dict[str, Any]]) -> list[str]:
    rounds = expect.get("round")
    if rounds is None:
        if len(played) != 1:
            return [f"has {len(played)} rounds, so it needs [[expect.round]]"]
        rounds = [expect]
    if len(rounds) != len(played):
        return [f"expects {counted(len(rounds), 'round')}, but has {len(played)}"]
    faults = []
    for number, (wanted, got) in enumerate(zip(rounds, played, strict=True), 1):
        unknown = set(wanted) - _ROUND_KEYS
        if unknown:
            faults.append(f"round {number}: unknown keys {', '.join(sorted(unknown))}")
        prefix = f"round {number}: " if len(played) > 1 else ""
        faults += [prefix + fault for fault in _check_round(wanted, got)]
    return faults


def _check_round(wanted: dict[str, Any], got: dict[str, Any]) -> list[str]:
    faults = []
    if "outcome" in wanted and wanted["outcome"] != got["outcome"]:
        faults.append(f"outcome {got['outcome']}, expected {wanted['outcome']}")
    if "players" in wanted:
        faults += _compare_amounts("players", wanted["players"], _in_cents(got["players"]))
    faults += _check_lines(wanted, got["lines"])
    faults += _check_jackpot(wanted, got["jackpot"])
    if "refused" in wanted:
        faults += _check_refused(wanted["refused"], got["refused"])
    return faults


def _check_lines(wanted: dict[str, Any], lines: list[dict[str, Any]]) -> list[str]:
    merged: dict[str, dict[str, Any]] = {}
    for line in lines:
        key = f"{line['box']} {line['bet']}"
        one = merged.setdefault(key, {"net": 0, "stake": 0, "result": line["result"], "clauses": []})
        one["net"] += parse_signed_cents(line["net"])
        one["stake"] += parse_signed_cents(line["stake"])
        one["clauses"] += line["clauses"]
    faults = []
    for part in ("net", "stake"):
        if part in wanted:
            got = {key: one[part] for key, one in merged.items()}
            if part == "stake":
                got = {key: value for key, value in got.items() if key in wanted[part]}
            faults += _compare_amounts(part, wanted[part], got)
    if "result" in wanted:
        got_results = {key: one["result"] for key, one in merged.items() if key in wanted["result"]}
        faults += _compare("result", wanted["result"], got_results)
    for key, clauses in wanted.get("clauses", {}).items():
        cited = merged.get(key, {"clauses": ["no line"]})["clauses"]
        if not cites(cited, clauses):
            faults.append(f"{key} cites {cited}, expected one of {clauses}")
    for key, clauses in wanted.get("cites", {}).items():
        cited = merged.get(key, {"clauses": ["no line"]})["clauses"]
        missing = [clause for clause in clauses if not cites(cited, [clause])]
        if missing:
            faults.append(f"{key} cites {cited}, expected {missing} too")
    return faults


def _check_jackpot(wanted: dict[str, Any], jackpot: dict[str, Any] | None) -> list[str]:
    faults = []
    after = jackpot["after"] if jackpot else None
    if "jackpot_after" in wanted and _number(wanted["jackpot_after"]) != _number(after):
        faults.append(f"jackpot after {after}, expected {wanted['jackpot_after']}")
    if "payouts" in wanted:
        got = sorted([p["box"], p["amount"]] for p in (jackpot or {"payouts": []})["payouts"])
        if got != sorted(wanted["payouts"]):
            faults.append(f"payouts {got}, expected {wanted['payouts']}")
    if "payout_order" in wanted:
        boxes = [payout["box"] for payout in (jackpot or {"payouts": []})["payouts"]]
        if boxes != wanted["payout_order"]:
            faults.append(f"paid in the order of boxes {boxes}, expected {wanted['payout_order']}")
    return faults


def _check_refused(wanted: list[Any], refused: list[dict[str, Any]]) -> list[str]:
    faults = []
    got = {one["step"]: one["clauses"] for one in refused}
    for step, clauses in wanted:
        if step not in got:
            faults.append(f"step {step} is not refused")
        elif clauses and not cites(got[step], clauses):
            faults.append(f"step {step} refused by {got[step]}, expected one of {clauses}")
    return faults


def cites(cited: Any, wanted: Any) -> bool:
    """Whether one of the wanted clauses is cited; a lettered point of it counts."""
    return any(want in (clause, number_of(clause)) for clause in cited for want in wanted)


def _compare(part: str, wanted: dict[str, Any], got: dict[str, Any]) -> list[str]:
    return [
        f"{part} of {key} is {got.get(key, 'missing')}, expected {wanted.get(key, 'nothing')}"
        for key in {**wanted, **got}
        if wanted.get(key) != got.get(key)
    ]


def _compare_amounts(part: str, wanted: dict[str, str], got: dict[str, int]) -> list[str]:
    """Compare amounts by value and tell them as decimals: ``100`` is ``100.00``."""
    try:
        want = _in_cents(wanted)
    except ValueError as fault:
        return [f"[expect] {part}: {fault}"]
    return _compare(part, _in_decimals(want), _in_decimals(got))


def _in_cents(amounts: dict[str, str]) -> dict[str, int]:
    return {key: parse_signed_cents(value) for key, value in amounts.items()}


def _in_decimals(amounts: dict[str, int]) -> dict[str, str]:
    return {key: format_cents(value) for key, value in amounts.items()}


def _number(text: str | None) -> str | None:
    return text.rstrip("0").rstrip(".") if text and "." in text else text
