"""The plain C programs that are the peers of compiled Python."""

import shutil
import subprocess
from pathlib import Path

NO_COMPILER = "There is no C compiler here (gcc or cc): the plain C programs are left out."


def compiler() -> str | None:
    """The C compiler of this machine."""
    return shutil.which("gcc") or shutil.which("cc")


def compile_c(name: str, folder: str) -> str | None:
    """A program of this folder, compiled with full optimisation; None where there is no compiler."""
    found, program = compiler(), str(Path(folder) / name)
    if found:
        source = str(Path(__file__).with_name(f"{name}.c"))
        subprocess.run([found, "-O3", "-march=native", "-w", "-o", program, source], check=True)
    return found and program
