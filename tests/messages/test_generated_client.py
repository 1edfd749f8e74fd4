"""A client made by somebody else's generator from the schema: every operation, and no warning."""

import compileall
import json
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.api.app import routes
from tests.programs import ran


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    made = routes().openapi_schema.to_schema()
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(made))
    return read


def test_every_component_has_a_title_of_its_own(schema: dict[str, Any]) -> None:
    titles = [component["title"] for component in schema["components"]["schemas"].values()]
    assert sorted(titles) == sorted(schema["components"]["schemas"])


def test_a_generator_makes_a_client_of_every_operation(schema: dict[str, Any], tmp_path: Path) -> None:
    file, config, client = tmp_path / "schema.json", tmp_path / "config.json", tmp_path / "client"
    file.write_text(json.dumps(schema))
    config.write_text(json.dumps({"post_hooks": []}))
    generate = (
        sys.executable,
        "-m",
        "openapi_python_client",
        "generate",
        "--fail-on-warning",
        "--meta",
        "none",
    )
    places = ("--path", str(file), "--config", str(config), "--output-path", str(client))
    done = ran(*generate, *places, check=False)
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, ["Generating", str(client)], "")
    operations = [operation for path in schema["paths"].values() for operation in path.values()]
    made = [path for path in client.glob("api/*/*.py") if path.name != "__init__.py"]
    assert len(made) == len(operations) > 80
    assert compileall.compile_dir(client, quiet=1)
