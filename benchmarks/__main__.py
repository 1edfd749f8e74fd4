"""Run all benchmarks: ``make bench`` or ``python -m benchmarks [NAME …]``."""

import sys
from importlib import import_module
from pathlib import Path

NAMES = sorted(
    path.stem
    for path in Path(__file__).parent.glob("[a-z]*.py")
    if "\ndef main() -> None:" in path.read_text()
)
"""The others are parts of these."""

if __name__ == "__main__":
    for name in sys.argv[1:] or NAMES:
        import_module(f"benchmarks.{name}").main()
