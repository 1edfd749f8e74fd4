"""Rounds of the record: replayed, searched, told as round files and signed pages, settled again."""
