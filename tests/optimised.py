"""``python -O -m tests.optimised``: with assertions switched off everything comes out as it does with them.

Every shipped round file is played, an evening on a floor with links and jackpots is played and audited, and
invariants are broken on purpose. All of it is done twice, here and by a Python with its assertions, and the
figures are compared. Nothing here is checked by an ``assert``, which would not be there.
"""

import os
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import msgspec

from pitboss.audit.audit import audit
from pitboss.invariant import InvariantBroken
from pitboss.jackpots import Link
from pitboss.jackpots.evolve_money import metered
from pitboss.records.proof import proof_files
from pitboss.sheets import sheet_ids
from pitboss.store import Journal
from tests.audit.evening import evening
from tests.broken import CASES, broken
from tests.floor.house import House
from tests.floor.scripts import BETS
from tests.jackpots.floor import THREE_CARD
from tests.ledger.whole import ledger_of
from tests.programs import LONGEST, running
from tests.store.quick import quick_journal

FIGURES: Final = "figures"
SHORT: Final = Fraction(1, 30)

Figures = dict[str, str]


def figures() -> Figures:
    """Everything that must come out alike, and what is wrong in itself."""
    found = {f"round files of {sheet}": _round_files(sheet) for sheet in sheet_ids()}
    with tempfile.TemporaryDirectory() as folder:
        with quick_journal(Path(folder) / "evening.db") as journal:
            found |= _evening(journal)
        with quick_journal(Path(folder) / "broken.db") as journal:
            found["a link that loses a part of a cent"] = _broken_floor(journal)
    return found | {case: broken(case) for case in CASES}


def faults(found: Figures) -> list[str]:
    """What is wrong, whatever the other Python says."""
    wrong = [f"{case}: {found[case]}" for case, (error, _) in CASES.items() if not _is(error, found[case])]
    wrong += [f"{name}: {said}" for name, said in found.items() if said.startswith("FAILED")]
    return wrong


def _is(error: type[InvariantBroken], said: str) -> bool:
    return said.startswith(f"{error.__name__}: ")


def _round_files(sheet: str) -> str:
    files = proof_files(sheet)
    wrong = [f"{file.name}: {'; '.join(found)}" for file in files if (found := file.faults())]
    return f"FAILED {'; '.join(wrong)}" if wrong else f"{len(files)} as expected"


def _evening(journal: Journal) -> Figures:
    house, _ = evening(journal)
    report = audit(journal)
    if report.fault:
        return {"the evening": f"FAILED the audit: {report.fault.message}"}
    ledger = ledger_of(journal)
    found: dict[str, Any] = {
        "the evening": (report.rounds, report.settlements, report.transfers),
        "its events": sorted(Counter(event.kind for event in journal.read_all(0, 10**6)).items()),
        "its ledger": {name: str(cents) for name, cents in ledger.balances.items()},
        "the sum of its ledger": str(sum(ledger.balances.values())),
    }
    for name, link in report.links.items():
        state = house.state_of(name)
        found[f"link {name}"] = (*map(str, msgspec.structs.astuple(link)), _plain(state.meters))
    for name in house.floor.table_names():
        table = house.floor.table(name)
        found[f"table {name}"] = (
            (table.number, table.money.chips, _plain(table.money.session)) if table else ""
        )
    return {name: _plain(figure) for name, figure in found.items()}


def _broken_floor(journal: Journal) -> str:
    """Close the bets of a round while a link loses a part of a cent; nothing may be recorded of it."""
    house = House(journal).open({"T1": THREE_CARD})
    house.begin("T1", *BETS)
    before = journal.last_position()
    said = "FAILED it was taken"
    with patch("pitboss.jackpots.evolve_money.metered", _losing):
        try:
            house.step("T1", "close")
        except InvariantBroken as found:
            said = f"{type(found).__name__}: {found}"
    if (more := journal.last_position() - before) or house.round("T1").closed:
        return f"FAILED {more} events were recorded"
    house.play("T1", "close")
    if not house.round("T1").closed:
        return "FAILED the table does not go on"
    return said


def _losing(link: Link, **added: Any) -> Link:
    if added.get("contributions"):
        added["contributions"] -= SHORT
    return metered(link, **added)


def _plain(figure: Any) -> str:
    return figure if isinstance(figure, str) else msgspec.json.encode(figure, enc_hook=str).decode()


def main(arguments: list[str]) -> int:
    """Print the figures of this Python, or compare them with those of one with assertions."""
    if arguments == [FIGURES]:
        print(msgspec.json.encode(figures()).decode())
        return 0
    if not sys.flags.optimize:
        print("This compares two Pythons: python -O -m tests.optimised", file=sys.stderr)
        return 2
    checked = {name: value for name, value in os.environ.items() if name != "PYTHONOPTIMIZE"}
    command = [sys.executable, "-m", "tests.optimised", FIGURES]
    with running(command, env=checked, stdout=subprocess.PIPE) as other:
        mine = figures()
        said, _ = other.communicate(timeout=LONGEST)
    if other.returncode:
        print("The figures with assertions could not be made.", file=sys.stderr)
        return 1
    theirs = msgspec.json.decode(said, type=Figures)
    wrong = faults(mine)
    for name in sorted(mine.keys() | theirs.keys()):
        if mine.get(name) != theirs.get(name):
            wrong.append(f"{name}: with -O {mine.get(name)}, without {theirs.get(name)}")
    for line in wrong:
        print(line, file=sys.stderr)
    if not wrong:
        print(f"{len(mine)} figures are the same under python -O, {len(CASES)} broken invariants among them.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
