"""The counts that ship, for advice on hold'em without the mathematics: ``python -m tools.shipped_counts``
writes them anew."""

import os
import shutil
import tempfile
from pathlib import Path

from pitboss.analysis import count_cache
from pitboss.analysis.boards.course import holdem_course
from pitboss.analysis.boards.main_game import flops, main_game
from pitboss.analysis.families import family_of
from pitboss.analysis.odds import silent
from pitboss.sheets import load, sheet_ids


def count() -> None:
    """Count what ships, to the cache folder that is set."""
    for game in map(load, sheet_ids()):
        if family_of(game) == "holdem":
            main_game(holdem_course(game), silent)
            flops(game)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PITBOSS_CACHE"] = folder
        count()
        shutil.rmtree(count_cache.SHIPPED, ignore_errors=True)
        count_cache.SHIPPED.mkdir()
        for counted in (Path(folder) / "counts").iterdir():
            (count_cache.SHIPPED / counted.name).write_bytes(counted.read_bytes())
