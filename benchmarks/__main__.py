"""Run all benchmarks: ``make bench`` or ``python -m benchmarks [NAME …] [OPTIONS]``."""

import sys
from importlib import import_module
from itertools import takewhile
from pathlib import Path

NAMES = sorted(
    path.stem
    for path in Path(__file__).parent.glob("[a-z]*.py")
    if "\ndef main() -> None:" in path.read_text()
)
"""The others are parts of these."""

if __name__ == "__main__":
    named = list(takewhile(lambda word: not word.startswith("-"), sys.argv[1:]))
    for name in named or NAMES:
        import_module(f"benchmarks.{name}").main()
