"""Exact mathematics from the same sheets that run the tables: odds, optimal play, advice, reports."""
