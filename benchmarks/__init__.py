"""Every speed claim, measured side by side in one run: ``python -m benchmarks``."""
