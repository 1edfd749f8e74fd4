"""The journal, private records and live servers on SQLite: one file, one writer."""
