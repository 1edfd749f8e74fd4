"""Run all benchmarks: ``make bench`` or ``python -m benchmarks [NAME …]``."""

import sys
from importlib import import_module

NAMES = ("cold_start", "engine", "store", "store_length")

if __name__ == "__main__":
    for name in sys.argv[1:] or NAMES:
        import_module(f"benchmarks.{name}").main()
