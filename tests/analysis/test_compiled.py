"""Kernels are compiled anew when anything that they are made of has changed."""

import os
import shutil
from pathlib import Path

import pitboss
from tests.programs import python

INNER = "from pitboss.analysis.compiled import compiled\n\n@compiled\ndef inner() -> int:\n    return {}\n"
OUTER = """
from numba import config
from pitboss.analysis.compiled import compiled
from pitboss.analysis.inner_kernel import inner

@compiled
def outer() -> int:
    return inner()

print(outer(), sum(outer.stats.cache_hits.values()), repr(config.CACHE_DIR))
"""


def test_a_kernel_follows_a_function_of_another_file_that_it_calls(tmp_path: Path) -> None:
    package = tmp_path / "pitboss"
    shutil.copytree(
        Path(pitboss.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__", "web")
    )
    (package / "analysis" / "outer_kernel.py").write_text(OUTER)
    (package / "analysis" / "__pycache__").mkdir()

    def said(inner: int) -> list[str]:
        """What the outer kernel returns in a new process, and whether it came from the cache."""
        source = package / "analysis" / "inner_kernel.py"
        source.write_text(INNER.format(inner))
        # Python would take the bytecode of a source of the same size and the same second for this one's.
        os.utime(source, (inner, inner))
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": ""}
        return python("import pitboss.analysis.outer_kernel", env=environment).split()

    assert said(1) == ["1", "0", "''"]
    assert said(1) == ["1", "1", "''"]
    assert said(2) == ["2", "0", "''"]
