"""``pitboss init``: write the file of a floor, with comments, to be changed."""

from argparse import Namespace
from pathlib import Path

from pitboss.cli.text import fail
from pitboss.floor.setup.config import DEFAULT_FILE
from pitboss.reason import because


def run(options: Namespace) -> int:
    """Write the file; an existing file is left alone."""
    path = Path(options.file)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(DEFAULT_FILE.read_text(encoding="utf-8"))
    except FileExistsError:
        return fail(because("command.is_there", file=str(path)))
    except OSError as fault:
        return fail(because("command.unwritten", file=str(path), given=fault.strerror))
    print(f"{path} describes a floor of six tables. Change it, then: pitboss serve --config {path}")
    return 0
