"""Export of a journal for analysts: one file per table, described in docs/reference/export.md."""
