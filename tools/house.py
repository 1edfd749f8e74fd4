"""The house at a glance: each room with its modules, lines and largest module; ``python -m tools.house``."""

from collections import defaultdict
from pathlib import Path

import pitboss

ROOT = Path(pitboss.__file__).parent


def rooms() -> dict[str, list[tuple[int, str]]]:
    """The modules of each package, with their lines; those of the top stand under the empty name."""
    sizes: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for path in sorted(ROOT.rglob("*.py")):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        sizes[path.parent.relative_to(ROOT).as_posix().removeprefix(".")].append((lines, path.stem))
    return sizes


def main() -> None:
    """Print the rooms, and then the whole."""
    modules = [size for sizes in rooms().values() for size in sizes]
    for room, sizes in rooms().items():
        lines, (largest, name) = sum(size for size, _ in sizes), max(sizes)
        shown = "  " * room.count("/") + (room.rpartition("/")[2] or "(top)")
        print(f"{shown:<20}{len(sizes):>4} modules{lines:>8,} lines, most in {name} ({largest})")
    small = sum(size < 60 and name != "__init__" for size, name in modules)
    lines = sum(size for size, _ in modules)
    print(f"{len(modules)} modules, {lines:,} lines; {small} modules under 60 lines")


if __name__ == "__main__":
    main()
