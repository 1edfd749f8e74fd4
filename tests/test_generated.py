"""The generated pages of the reference are what the code says now."""

import re
from pathlib import Path
from types import ModuleType

import pytest

import pitboss
from pitboss.server.metrics import METRICS
from tools.documents import cli, configuration
from tools.documents.__main__ import MODULES
from tools.documents.docstrings import as_markdown
from tools.documents.site import moved

SOURCE = Path(pitboss.__file__).parent


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.PAGE.name)
def test_the_page_is_what_the_code_says(module: ModuleType) -> None:
    assert module.written() == module.PAGE.read_text("utf-8"), "python -m tools.documents writes it anew"


def test_the_groups_name_commands_once() -> None:
    named = [name for group in cli.GROUPS.values() for name in group]
    assert len(named) == len(set(named))
    assert set(named) <= set(cli.commands()), "a command that no group names is under More"


def test_the_list_of_metrics_is_what_a_server_has() -> None:
    used: set[str] = set()
    for path in (SOURCE / "server" / "metrics.py", SOURCE / "api" / "routes" / "ops.py"):
        calls = re.findall(r"(?:one|family|Counter|Histogram)\(\"(\w+)\"", path.read_text("utf-8"))
        used.update(calls)
    assert used == set(METRICS)


def test_every_variable_of_the_environment_is_documented() -> None:
    texts = (path.read_text("utf-8") for path in SOURCE.rglob("*.py"))
    read = {name for text in texts for name in re.findall(r"PITBOSS_[A-Z_]+", text)}
    assert read == set(configuration.ENVIRONMENT)


@pytest.mark.parametrize(
    ("source", "link", "leads_to"),
    [
        ("README.md", "../ARCHITECTURE.md#links", "ARCHITECTURE.md#links"),
        ("how-to/dealer/table.md", "../../../CHANGELOG.md", "../../CHANGELOG.md"),
        ("how-to/dealer/table.md", "../../reference/cli.md", "../../reference/cli.md"),
        ("ARCHITECTURE.md", "docs/explanation/links.md", "explanation/links.md"),
        ("ARCHITECTURE.md", "#links", "#links"),
        ("ARCHITECTURE.md", "examples/README.md", None),
        ("how-to/mathematician/forecast.md", "../../../examples/links/diamond.toml", None),
    ],
)
def test_links_between_the_folders_lead_to_pages(source: str, link: str, leads_to: str | None) -> None:
    assert moved(source, link) == leads_to


def test_docstrings_become_markdown() -> None:
    told = "Play.\n\n>>> play()\n[(1, 2)]\n\nRaises :class:`~pitboss.Refused`."
    assert as_markdown(told) == "Play.\n\n```pycon\n>>> play()\n[(1, 2)]\n```\n\nRaises `Refused`."
