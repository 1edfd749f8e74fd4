"""A journal as tables for analysts: one file per table, rows as they are in docs/export.md."""
