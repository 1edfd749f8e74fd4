"""Random edits of sheets: values changed, entries taken out, steps swapped, bets put in, parts left out.

Everything is drawn from one seed, so a sheet can be made again from its number.
"""

import random
import tomllib
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, Final, get_args

from pitboss.hands.ranking import CATEGORIES
from pitboss.refusal_list import OF_SHEETS
from pitboss.sheets import sheet_ids
from pitboss.sheets.model import BetResult, Condition, Effect
from pitboss.sheets.policies import EFFECTS
from pitboss.sheets.readings import POINTS
from tests.sheets.edits import take_out_jackpot
from tests.sheets.shipped import source_of

Data = dict[str, Any]
Rng = random.Random
EXAMPLES: Final = Path(__file__).parents[1] / "examples" / "sheets"
RATES: Final = (
    "1 to 1",
    "2 to 1",
    "3 to 2",
    "40 to 1",
    "push",
    "0 to 1",
    "5 for 1",
    "$25",
    "10%",
    "1 to 0",
    "x",
)
NUMBERS: Final = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1, 52)
HANDS: Final = tuple(dict.fromkeys(hand for hands in CATEGORIES.values() for hand in hands))
STEPS: Final = (
    "burn",
    "discard",
    "deal 1 to boxes and dealer x 3",
    "deal 2 to boxes",
    "deal 1 to community",
    "deal 3 to dealer",
    "decide play or fold",
    "decide bet or check",
    "decide flop x 1, 2 or fold",
    "decide withdraw second or check",
    "reveal community 3",
    "reveal dealer",
    "reveal community 5 and dealer",
)


@cache
def bases() -> tuple[tuple[str, Data, Data], ...]:
    """Every shipped sheet and every example, with its register."""
    found = [(sheet, *source_of(sheet)) for sheet in sheet_ids()]
    for folder in sorted(EXAMPLES.glob("*/sheet.toml")):
        texts = (folder, folder.with_name("clauses.toml"))
        sheet, clauses = (tomllib.loads(path.read_text("utf-8")) for path in texts)
        found.append((folder.parent.name, sheet, clauses))
    return tuple(found)


def random_sheet(seed: str) -> tuple[Data, Data, list[str]]:
    """A sheet after one to five edits, its register, and what was done to it."""
    rng = Rng(seed)
    name, sheet, clauses = deepcopy(rng.choice(bases()))
    done = [name]
    for _ in range(rng.randint(1, 5)):
        edit = rng.choices([each for each, _ in _EDITS], [often for _, often in _EDITS])[0]
        try:
            done.append(f"{edit.__name__.strip('_')}: {edit(rng, sheet)}")
        except (LookupError, TypeError, AttributeError, ValueError):
            continue  # what it would edit is gone, or has another form by now
    return sheet, clauses, done


def _any_place(rng: Rng, value: Any, path: str = "") -> tuple[Any, Any, str]:
    """A random entry of the data: its holder, its key and its path."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if path == "":
            keys = [key for key in keys if key not in ("id", "identity")]
        key = rng.choice(keys)
        inner, path = value[key], f"{path}.{key}".lstrip(".")
        if not isinstance(inner, dict | list) or not inner or rng.random() < 0.15:
            return value, key, path
        value = inner


def _change(rng: Rng, sheet: Data) -> str:
    """Change any value to another of its kind."""
    holder, key, path = _any_place(rng, sheet)
    holder[key] = new = _other(rng, sheet, path, holder[key])
    return f"{path} = {new!r}"


def _other(rng: Rng, sheet: Data, path: str, old: Any) -> Any:
    last = path.rpartition(".")[2]
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return rng.choice(NUMBERS)
    if isinstance(old, list):
        return rng.choice((sorted(old, key=str, reverse=True), old[:1], old[1:], old + old[:1], []))
    if isinstance(old, dict):
        return {}
    known: dict[str, tuple[Any, ...]] = {
        "result": get_args(BetResult),
        "effect": get_args(Effect),
        "when": get_args(Condition),
        "pays": RATES,
        "hand": HANDS,
        "shows_down": ("own", "own_and_community"),
        "placed": ("before_deal", "decision"),
        "players_on_a_box": ("one", "several"),
        "taken_as": ("folded", "lower"),
        "means": ("fold", "hand_invalid"),
        "unestablished": ("void", "options"),
        "same_table": ("in_turn", "divided"),
        "across_tables": ("by_time_dealt", "by_entry"),
        "about": ("round", "box", "dealer", "community"),
        "options": ("none", "affected", "all", "others", "affected_and_others"),
        "by": ("dealer", "pit_supervisor", "shift_manager"),
        "device": ("shoe", "shuffler"),
    }
    if path.startswith("pays.") and ".hands." in path:
        return rng.choice(RATES)
    if path.startswith("dealing.") and ".steps." in path and " " in old:
        return rng.choice(STEPS)
    if last in known:
        return rng.choice(known[last])
    return rng.choice(("", "x", old + "x", "ante", "1.1", "99.9", *HANDS))


def _delete(rng: Rng, sheet: Data) -> str:
    holder, key, path = _any_place(rng, sheet)
    del holder[key]
    return path


def _hand_sizes(rng: Rng, sheet: Data) -> str:
    """Change the size of a hand, and the first step that deals it."""
    place, key = rng.choice((("boxes", "box"), ("dealer", "dealer"), ("community", "community")))
    size = rng.randint(0, 6)
    old = sheet["hands"].get(key, 0)
    sheet["hands"][key] = size
    for dealing in sheet["dealing"]:
        dealing["steps"] = [
            [text, clause]
            for text, clause in dealing["steps"]
            if not text.startswith("deal") or place not in text
        ]
        if size:
            dealing["steps"].insert(0, [f"deal {size} to {place}", dealing["steps"][0][1]])
    return f"{key} {old} to {size}"


def _ranking(rng: Rng, sheet: Data) -> str:
    """Another ranking list, or another order of this one."""
    ranking = rng.choice([sheet["ranking"], sheet.get("jackpot_ranking") or sheet["ranking"]])
    if rng.random() < 0.5:
        rng.shuffle(ranking["order"])
        return "another order"
    ranking["size"] = rng.choice((3, 4, 5))
    ranking["order"] = list(CATEGORIES[ranking["size"]])
    return f"hands of {ranking['size']}"


def _swap_steps(rng: Rng, sheet: Data) -> str:
    """Swap two steps, in one procedure or in all."""
    some = sheet["dealing"] if rng.random() < 0.6 else [rng.choice(sheet["dealing"])]
    one, other = rng.randrange(6), rng.randrange(6)
    for dealing in some:
        steps = dealing["steps"]
        a, b = one % len(steps), other % len(steps)
        steps[a], steps[b] = steps[b], steps[a]
    return f"{one} and {other}"


def _decisions(rng: Rng, sheet: Data) -> str:
    """Decide otherwise, in all procedures: fold or check, or by sizes."""
    bet = rng.choice([name for name, rule in sheet["bets"].items() if rule["placed"] == "decision"])
    sizes = sorted(rng.sample((1, 2, 3, 4), rng.randint(1, 3)))
    otherwise = rng.choice(("fold", "check"))
    text = f"decide {bet} x {', '.join(map(str, sizes))} or {otherwise}"
    if rng.random() < 0.5:
        text = f"decide {bet} or {otherwise}"
    sheet["bets"][bet]["times_ante"] = sizes if len(sizes) > 1 else sizes[0]
    again = rng.random() < 0.3
    for dealing in sheet["dealing"]:
        steps = []
        for step in dealing["steps"]:
            steps += [[text, step[1]]] if step[0].startswith(f"decide {bet}") else [step]
        if again:
            steps.insert(-1, [text, steps[-1][1]])
        dealing["steps"] = steps
    return text


def _one_device(rng: Rng, sheet: Data) -> str:
    device = rng.choice(("shoe", "shuffler"))
    sheet["dealing"] = [dealing for dealing in sheet["dealing"] if dealing["device"] == device]
    return device


def _no_jackpot(rng: Rng, sheet: Data) -> str:
    take_out_jackpot(sheet)
    return "taken out"


def _other_jackpot(rng: Rng, sheet: Data) -> str:
    """Another hand, other units or fewer lines."""
    jackpot = sheet["jackpot"]
    jackpot["hand"] = rng.choice(("own", "own_and_dealer", "own_and_community", "own_and_flop"))
    jackpot["most_units"] = rng.choice((1, 2, 10))
    jackpot["lines"] = jackpot["lines"][: rng.randint(0, len(jackpot["lines"]))]
    return str(jackpot["hand"])


def _add_bet(rng: Rng, sheet: Data) -> str:
    """A further bet, by hand, by hole cards, on the Dealer's hand or as high as the Ante."""
    clauses = sheet["bets"]["ante"]["clauses"]
    name = rng.choice(("bonus", "blind", "second", "six_card"))
    rule: Data = {"title": name.title(), "placed": "before_deal", "clauses": clauses}
    rule["needs_ante"] = rng.random() < 0.6
    if rng.random() < 0.3:
        rule["equals"] = "ante"
    sheet["bets"][name] = rule
    order = sheet["ranking"]["order"]
    paid = order[: rng.randint(1, len(order))]
    table: Data = {"clauses": clauses, "hands": {hand: rng.choice(RATES[:5]) for hand in paid}}
    if rng.random() < 0.3:
        table = {"clauses": clauses, "pays": rng.choice(RATES[:4])}
    if rng.random() < 0.4:
        for outcome in sheet["showdown"].values():
            outcome[name] = {"result": rng.choice(get_args(BetResult)), "clauses": clauses}
        if "hands" in table and len(paid) < len(order):
            table["pays_from"] = paid[-1]
    sheet["pays"][name] = table
    sheet["amounts"].setdefault("orphan_bonus", clauses)
    if rng.random() < 0.5:
        sheet["fold"]["loses"].append(name)
    if rng.random() < 0.3:
        sheet["decline"]["loses"].append(name)
    sheet["refusals"].setdefault("other", clauses)
    return name


def _take_out_bet(rng: Rng, sheet: Data) -> str:
    """Take a bet out, with all that speaks of it, or most of it."""
    name = rng.choice([bet for bet in sheet["bets"] if bet != "ante"])
    del sheet["bets"][name]
    sheet["pays"].pop(name, None)
    for outcome in sheet.get("showdown", {}).values():
        outcome.pop(name, None)
    for part in ("fold", "decline"):
        sheet[part]["loses"] = [bet for bet in sheet[part]["loses"] if bet != name]
    for dealing in sheet["dealing"]:
        dealing["steps"] = [step for step in dealing["steps"] if f" {name}" not in step[0]]
    return str(name)


def _rename_bet(rng: Rng, sheet: Data) -> str:
    old = rng.choice([bet for bet in sheet["bets"] if bet not in ("ante", "jackpot")])
    new = rng.choice(("raise", "third_street", "x2", "fold"))
    for table in (sheet["bets"], sheet["pays"], *sheet.get("showdown", {}).values()):
        entries = [(new if key == old else key, entry) for key, entry in table.items()]
        table.clear()
        table.update(entries)
    for part in ("fold", "decline"):
        sheet[part]["loses"] = [new if bet == old else bet for bet in sheet[part]["loses"]]
    for dealing in sheet["dealing"]:
        for step in dealing["steps"]:
            step[0] = step[0].replace(f" {old} ", f" {new} ")
    return f"{old} to {new}"


def _showdown(rng: Rng, sheet: Data) -> str:
    outcome = rng.choice(list(sheet["showdown"]))
    bet = rng.choice(list(sheet["showdown"][outcome]))
    if outcome == "no_qualifying_hand" and rng.random() < 0.4:
        del sheet["showdown"][outcome][bet]
        return f"nothing for {bet}"
    sheet["showdown"][outcome][bet]["result"] = result = rng.choice(get_args(BetResult))
    return f"{outcome} {bet} {result}"


def _qualifier(rng: Rng, sheet: Data) -> str:
    """No qualifier, another one, or one by hand."""
    clauses = sheet["bets"]["ante"]["clauses"]
    way = rng.choice(("none", "high", "hand"))
    if way == "none":
        sheet.pop("qualifier", None)
        sheet["showdown"].pop("no_qualifying_hand", None)
        return way
    asked = rng.choice(("K", "AK", "J", "2", "AKQJT", "QK"))
    hand = rng.choice(("one_pair:4", "one_pair", "two_pairs:A", "straight", "one_pair:2"))
    sheet["qualifier"] = {"clauses": clauses} | ({"high_cards": asked} if way == "high" else {"hand": hand})
    sheet["showdown"].setdefault("no_qualifying_hand", deepcopy(sheet["showdown"]["higher"]))
    return asked if way == "high" else hand


def _pay_by_hand(rng: Rng, sheet: Data) -> str:
    """A bet is paid by hand, from some hand, or with thresholds."""
    bet = rng.choice(list(sheet["pays"]))
    order = sheet["ranking"]["order"]
    paid = order[: rng.randint(1, len(order))]
    table: Data = {"clauses": sheet["pays"][bet]["clauses"]}
    table["hands"] = {hand: rng.choice(RATES[:5]) for hand in paid}
    if paid[-1] == "one_pair" and rng.random() < 0.6:
        del table["hands"]["one_pair"]
        table["hands"]["one_pair:J"] = "1 to 1"
        if rng.random() < 0.5:
            table["hands"]["one_pair:6"] = "push"
    if rng.random() < 0.5:
        table["pays_from"] = list(table["hands"])[-1]
    sheet["pays"][bet] = table
    return f"{bet} from {paid[-1]}"


def _refusals(rng: Rng, sheet: Data) -> str:
    way = rng.choice(("other", "fewer", "swap"))
    if way == "other":
        sheet["refusals"] = {"other": rng.choice(list(sheet["refusals"].values()))}
    elif way == "fewer":
        del sheet["refusals"][rng.choice(list(sheet["refusals"]))]
    else:
        sheet["refusals"][rng.choice(sorted(OF_SHEETS))] = rng.choice(list(sheet["refusals"].values()))
    return way


def _irregularity(rng: Rng, sheet: Data) -> str:
    """Give a clause another effect with what that effect reads, or take the clause out."""
    clause = rng.choice(list(sheet["irregularities"]))
    if rng.random() < 0.2:
        del sheet["irregularities"][clause]
        return f"{clause} taken out"
    effect: Effect = rng.choice(get_args(Effect))
    rule = EFFECTS[effect]
    policy: Data = {"effect": effect, "gist": "Something else", "needs": sorted(rule.needs)}
    when = [rule.when] if rule.when else []
    policy["about"] = about = rng.choice(rule.about)
    if about != "round":
        when.append("wrong_count")
    if rng.random() < 0.5:
        when.append("bets_closed")
    if rng.random() < 0.3:
        when.append(rng.choice(("seen", "unseen", "unhandled")))
        policy["instead"] = [clause]
    policy["when"] = when
    policy["takes"] = sorted({"box", "count", "player", "permit"} - rule.needs)
    cited = [clause]
    if rule.options:
        policy["options"] = rng.choice(("affected", "all", "others", "affected_and_others"))
        policy |= {"continue_clauses": cited, "withdraw_clauses": cited}
    if effect == "wagered_in_error":
        policy |= {"viewed_clauses": cited, "unviewed_clauses": cited}
    if effect == "restrict_table":
        ways = ("close", "block", "no_jackpot") if "jackpot" in sheet else ("close", "block")
        policy["action_clauses"] = dict.fromkeys(ways, cited)
    policy["after_settlement"] = rng.random() < 0.4
    sheet["irregularities"][clause] = policy
    sheet["refusals"].setdefault("other", cited)
    return f"{clause} {effect}"


def _reading(rng: Rng, sheet: Data) -> str:
    name = rng.choice(list(POINTS))
    choice = rng.choice(list(POINTS[name].options))
    clauses = sheet["bets"]["ante"]["clauses"]
    sheet["readings"][name] = {"choice": choice, "gist": "Read so", "clauses": clauses}
    return f"{name} {choice}"


def _seats(rng: Rng, sheet: Data) -> str:
    sheet["seats"]["players_on_a_box"] = who = rng.choice(("one", "several"))
    sheet["seats"]["hands_examined"] = rng.randint(1, 3)
    sheet["refusals"].setdefault("other", sheet["seats"]["clauses"])
    sheet["leaving"]["means"] = rng.choice(("fold", "hand_invalid"))
    sheet["decline"]["taken_as"] = rng.choice(("folded", "lower"))
    broken = sheet["interruption"]
    broken["unestablished"] = rng.choice(("void", "options"))
    broken.setdefault("void_clauses", broken["clauses"])
    broken.setdefault("withdraw_clauses", broken["clauses"])
    return who


def _layout(rng: Rng, sheet: Data) -> str:
    few, many = sorted((rng.randint(1, 8), rng.randint(1, 8)))
    sheet["layout"] |= {"fewest_boxes": few, "most_boxes": many}
    return f"{few} to {many}"


_EDITS: Final[tuple[tuple[Callable[[Rng, Data], str], int], ...]] = (
    (_change, 6),
    (_delete, 2),
    (_hand_sizes, 2),
    (_ranking, 1),
    (_swap_steps, 2),
    (_decisions, 4),
    (_one_device, 2),
    (_no_jackpot, 4),
    (_other_jackpot, 2),
    (_add_bet, 5),
    (_take_out_bet, 2),
    (_rename_bet, 2),
    (_showdown, 4),
    (_qualifier, 4),
    (_pay_by_hand, 4),
    (_refusals, 2),
    (_irregularity, 6),
    (_reading, 5),
    (_seats, 4),
    (_layout, 1),
)
"""The edits, each with how often it is made."""

OF_MONEY: Final = (
    _hand_sizes,
    _ranking,
    _swap_steps,
    _decisions,
    _other_jackpot,
    _add_bet,
    _showdown,
    _qualifier,
    _pay_by_hand,
    _reading,
    _no_jackpot,
    _one_device,
)
"""The edits that touch what is won."""
