"""Run benchmarks: ``make bench`` or ``python -m benchmarks [NAME …] [OPTIONS]``."""

import sys

from benchmarks.command import command

if __name__ == "__main__":
    command(sys.argv[1:])
