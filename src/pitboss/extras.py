"""The extras of the package: which modules each installs, and one sentence where one is missing."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from msgspec import Struct

from pitboss.reason import Fault, because


class Extra(Struct, frozen=True):
    """An optional part of the installation."""

    modules: tuple[str, ...]
    """The top-level modules that it installs beside those of the extras that it includes."""
    includes: tuple[str, ...] = ()


EXTRAS: Final = {
    "math": Extra(("matplotlib", "mpmath", "numba", "numpy")),
    "floor": Extra(
        ("argon2", "cryptography", "httptools", "httpx", "litestar", "segno", "uvicorn", "uvloop"),
        ("math",),
    ),
    "postgres": Extra(("psycopg",), ("floor",)),
    "export": Extra(("pyarrow",), ("floor",)),
    "cluster": Extra(("cryptography", "distributed"), ("math",)),
}
"""Every extra that installs something of its own; ``all`` is all of them."""
_EXTRA_OF: Final = {module: name for name, extra in reversed(EXTRAS.items()) for module in extra.modules}
"""By module, the first extra that installs it."""


class MissingExtra(ModuleNotFoundError):
    """Something needs an extra that is not installed; the text is a sentence that names it."""

    def __init__(self, who: str, module: str, others: Iterable[str] = ()) -> None:
        missing = _EXTRA_OF[module]
        extra = ",".join(dict.fromkeys([*others, *(() if _included(missing, others) else (missing,))]))
        self.reason = because("extra.missing", who=who, needed=missing, module=module, extra=extra)
        super().__init__(str(Fault(self.reason)), name=module)
        self.extra: str = extra
        """The extra, or extras with commas, that installs what is missing."""


@contextmanager
def needed_by(who: str, others: Iterable[str] = ()) -> Iterator[None]:
    """Raise :class:`MissingExtra` where an import fails in the block, or in the function it decorates.

    Of several around each other, the outermost is named. ``others`` are extras that it needs besides.
    """
    try:
        yield
    except ModuleNotFoundError as fault:
        if (missing := missing_module(fault)) is None:
            raise
        raise MissingExtra(who, missing, others) from None


def _included(extra: str, others: Iterable[str]) -> bool:
    """Whether some other extras install an extra as well."""
    return any(extra == other or _included(extra, EXTRAS[other].includes) for other in others)


def missing_module(fault: ModuleNotFoundError) -> str | None:
    """The top-level module of an extra that an import did not find; None for any other module."""
    module = (fault.name or "").partition(".")[0]
    return module if module in _EXTRA_OF else None
