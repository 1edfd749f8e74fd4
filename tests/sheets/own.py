"""Sheets outside the package, for tests: a shipped one under another name, with what was changed in it."""

from collections.abc import Mapping
from pathlib import Path

from tests.sheets.shipped import shipped_folder, shipped_texts

SHIPPED = "rws-three-card-v3"
OWN = "acme-three-card-v1"
ROUNDS = ("4.7_*", "5.8.2_*")


def own_sheet(
    into: Path,
    sheet_id: str = OWN,
    short: str = "ACME",
    *,
    rounds: bool = False,
    changes: Mapping[str, str] | None = None,
) -> Path:
    """Write a sheet of one's own below a folder; ``changes`` are other values of keys, as written."""
    folder = into / sheet_id
    folder.mkdir(parents=True)
    sheet, clauses = shipped_texts(SHIPPED)
    sheet = sheet.replace(f'id = "{SHIPPED}"', f'id = "{sheet_id}"').replace(
        'short = "3CP"', f'short = "{short}"'
    )
    for key, value in (changes or {}).items():
        lines = [f"{key} = {value}" if line.startswith(f"{key} = ") else line for line in sheet.splitlines()]
        assert lines != sheet.splitlines(), f"{key} is in the sheet, with another value"
        sheet = "\n".join(lines) + "\n"
    (folder / "sheet.toml").write_text(sheet)
    (folder / "clauses.toml").write_text(clauses)
    if rounds:
        (folder / "rounds").mkdir()
        for pattern in ROUNDS:
            for path in (shipped_folder(SHIPPED) / "rounds").glob(f"{pattern}.toml"):
                (folder / "rounds" / path.name).write_text(path.read_text().replace(SHIPPED, sheet_id))
    return folder
