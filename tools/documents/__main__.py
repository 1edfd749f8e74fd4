"""Writes every generated page of the reference but the matrix, which asks a running floor."""

from tools.documents import (
    api,
    cli,
    configuration,
    messages,
    metrics,
    permissions,
    python,
    readings,
    refusals,
    sheet_file,
)

MODULES = (api, cli, configuration, messages, metrics, permissions, python, readings, refusals, sheet_file)

if __name__ == "__main__":
    for module in MODULES:
        module.PAGE.write_text(module.written(), encoding="utf-8")
