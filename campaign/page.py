"""The table of a run: as text, and as the generated part of ``docs/explanation/reliability.md``."""

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from campaign.result import SEEN, AttackResult
from pitboss.build import build_hash

PAGE: Final = Path(__file__).parents[1] / "docs" / "explanation" / "reliability.md"
BEGIN: Final = "<!-- Written by python -m campaign; what stands from here to the end mark is not edited. -->"
END: Final = "<!-- The end of what python -m campaign writes. -->"
_WORDS: Final = {
    "database": "the database",
    "content": "the audit by content",
    "key": "the audit by key",
    "witness": "the witness only",
    "start": "the start only",
    "use": "whoever uses it",
    "nobody": "nobody",
}


def written(results: Sequence[AttackResult], seconds: float, quick: bool = False) -> str:
    """All tables of a run, with its date and build."""
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    form = "Short form, run" if quick else "Run"
    tried, failed = sum(result.tried for result in results), sum(not result.held for result in results)
    head = (
        f"{form} of {when}, build `{build_hash()[:16]}`, {seconds / 60:.0f} minutes on {os.cpu_count()} "
        f"cores: {tried:,} attacks, {failed} results in which something did not hold."
    )
    parts = (_summary, _by_forger, _while_a_witness_lives, _unnoticed, _failures)
    tables = (part(results) for part in parts)
    return "\n\n".join([head, *("\n".join(rows) for rows in map(list, tables) if rows)])


def put_into_page(text: str, page: Path = PAGE) -> None:
    """Replace the generated part of a page, or make a page of it alone."""
    old = page.read_text(encoding="utf-8") if page.exists() else f"{BEGIN}\n{END}\n"
    before, _, rest = old.partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


def _summary(results: Iterable[AttackResult]) -> Iterator[str]:
    """One line for each attack on each database and what must hold."""
    yield "| attack | database | tried | must hold | held | noticed by |"
    yield "| --- | --- | --- | --- | --- | --- |"
    groups: dict[tuple[str, str, str], list[AttackResult]] = {}
    for result in results:
        name = result.attack if result.noticed else result.name
        groups.setdefault((name, result.database, result.must), []).append(result)
    for (name, database, must), found in groups.items():
        tried = sum(result.tried for result in found)
        failed = sum(not result.held for result in found)
        held = "yes" if not failed else f"no: {failed} of {len(found)}"
        noted = "; ".join(dict.fromkeys(r.note for r in found if r.note)) if not found[0].noticed else ""
        yield f"| {name} | {database} | {tried:,} | {must} | {held} | {_noticed(found) or noted} |"


def _noticed(results: Iterable[AttackResult]) -> str:
    counts = Counter(result.noticed for result in results if result.noticed)
    return ", ".join(f"{_WORDS[seen]} {counts[seen]}" for seen in SEEN if counts[seen])


def _by_forger(results: Iterable[AttackResult]) -> Iterator[str]:
    """What each forger can do, by who sees it."""
    forged = [result for result in results if result.attack == "forgeries"]
    if not forged:
        return
    yield "| a forger | tried | by content | by key | by witness only | not at all |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for forger in dict.fromkeys(result.name.partition(":")[0] for result in forged):
        seen = Counter(result.noticed for result in forged if result.name.partition(":")[0] == forger)
        columns = (seen["content"], seen["key"], seen["witness"], seen["nobody"])
        yield f"| {forger} | {seen.total()} | {' | '.join(map(str, columns))} |"


def _while_a_witness_lives(results: Iterable[AttackResult]) -> Iterator[str]:
    """What comes of it where somebody has the disk and every key, and not the witness."""
    found = [result for result in results if result.attack == "rollbacks" and result.noticed]
    if not found:
        return
    yield "| with the disk and every key, while a witness lives | database | noticed | what is said |"
    yield "| --- | --- | --- | --- |"
    for result in found:
        noticed = "no" if result.noticed == "nobody" else "yes"
        yield f"| {result.name} | {result.database} | {noticed} | {_cell(result.note)} |"


def _unnoticed(results: Iterable[AttackResult]) -> Iterator[str]:
    """Every change that nobody notices, or that only the start does."""
    found: dict[tuple[str, str], list[AttackResult]] = {}
    for result in results:
        if result.noticed in ("nobody", "start") and result.attack != "rollbacks":
            found.setdefault((result.name, str(result.noticed)), []).append(result)
    if not found:
        return
    yield "| change that the audit with key and witness does not see | database | seen by | believed | why |"
    yield "| --- | --- | --- | --- | --- |"
    for (name, seen), same in found.items():
        databases = ", ".join(dict.fromkeys(result.database for result in same))
        believed = "yes" if any(result.believed for result in same) else ""
        why = "; ".join(dict.fromkeys(_why(result) for result in same))
        yield f"| {name} | {databases} | {_WORDS[seen]} | {believed} | {why} |"


def _why(result: AttackResult) -> str:
    if result.noticed == "start" or not result.failures:
        return _cell(result.note)
    return _cell(result.failures[0].removeprefix("nobody notices, and "))


def _failures(results: Iterable[AttackResult]) -> Iterator[str]:
    """What did not hold besides changes that nobody notices."""
    found = [(result, text) for result in results for text in result.failures if "nobody notices" not in text]
    if not found:
        return
    yield "| what did not hold | database | in |"
    yield "| --- | --- | --- |"
    for result, text in found:
        yield f"| {_cell(text)} | {result.database} | {result.attack}: {result.name} |"


def _cell(text: str) -> str:
    """A text as a cell of a table; where the databases of the campaign lay says nothing to anybody."""
    placed = re.sub(r"(postgresql|sqlite):/{2,}\S+", "the database", text)
    return re.sub(r"/\S+/", "", placed).replace("|", "/").replace("\n", " ")[:220]
