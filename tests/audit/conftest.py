"""One evening per process, written once; tests that change it write it anew."""

from pathlib import Path

import pytest
from msgspec import Struct

from pitboss.store.checkpoint import Checkpoint
from pitboss.store.checkpoint_copies import add_to_file
from tests.audit.evening import evening
from tests.audit.tamper import Line, lines_of
from tests.store.quick import quick_journal


class Evening(Struct, frozen=True):
    """A healthy journal, what its witness keeps, and its events to be tampered with."""

    path: Path
    witness: Path
    checkpoints: tuple[Checkpoint, ...]
    lines: list[Line]

    def to_change(self) -> list[Line]:
        """The events for one who changes them."""
        return lines_of(str(self.path))


@pytest.fixture(scope="session")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    folder = tmp_path_factory.mktemp("evening")
    path, witness = folder / "journal.db", folder / "witness"
    with quick_journal(path) as journal:
        house, checkpoints = evening(journal)
        house.check("grand", "silver", "gold", "mega")
    for checkpoint in checkpoints:
        add_to_file(witness, checkpoint.note)
    return Evening(path, witness, checkpoints, lines_of(str(path)))
