"""Run the example notebook and write it with its outputs: ``python -m tools.notebook``."""

import json
from pathlib import Path
from typing import Any

from nbclient import NotebookClient
from nbformat import from_dict

NOTEBOOK = Path(__file__).parents[1] / "examples" / "first_strategy.ipynb"


def read() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(NOTEBOOK.read_text("utf-8"))
    return found


def executed() -> dict[str, Any]:
    """The notebook run anew, without what differs from run to run."""
    notebook = from_dict(read())
    client = NotebookClient(notebook, timeout=300, startup_timeout=300, record_timing=False)
    client.execute(cwd=str(NOTEBOOK.parent))
    found: dict[str, Any] = json.loads(json.dumps(notebook))
    found["metadata"].pop("language_info", None)
    return found


if __name__ == "__main__":
    NOTEBOOK.write_text(json.dumps(executed(), indent=1, ensure_ascii=False) + "\n", "utf-8")
