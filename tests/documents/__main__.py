"""Writes every generated page of this package."""

from tests.documents import api, cli, configuration, messages, metrics, python

MODULES = (api, cli, configuration, messages, metrics, python)

if __name__ == "__main__":
    for module in MODULES:
        module.PAGE.write_text(module.written(), encoding="utf-8")
