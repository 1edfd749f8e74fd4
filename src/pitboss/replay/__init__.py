"""Recorded rounds: replayed, searched, written as round files and signed pages, settled again."""
