"""Bundles: a page comes as one script, however many modules it is made of.

A browser learns of a module only from the one that imports it, and asks for each by itself; over a slow line
that is most of a first load. So the first module, and each that is imported while a page runs, is served with
all that it needs and that cannot be there yet. In a bundle every module but the first is a function that runs
once, whichever bundle brings it, and its exports are kept under its path. Its lines stay as they are written.
"""

import posixpath
import re
from collections.abc import Mapping
from functools import reduce
from typing import Final

_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";', re.M)
_LATER: Final = re.compile(r'\bimport\("(\.[^"]+\.js)"\)(?!\.[A-Z])')
"""An import while the page runs. Comments import types in the same way, whose names begin with a capital."""
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.M)
_KEPT: Final = "const modules_ = (globalThis.modules_ ??= {});\n"


class _Module:
    """A module: what must have run before it, what it may import while the page runs, what it exports."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.needs = [self._at(address) for _, address in _IMPORT.findall(text)]
        self.later = [self._at(address) for address in _LATER.findall(text)]
        self.exports = ", ".join(_EXPORT.findall(text))
        self._text = _IMPORT.sub(self._taken, text)
        self._inner = _EXPORT.sub("", self._text)

    def alone(self, bundle: str) -> str:
        """This module at the end of a bundle, after what it needs."""
        return self._asking(self._text, bundle)

    def once(self, bundle: str) -> str:
        """This module as a function of a bundle that runs once."""
        inner = self._asking(self._inner, bundle)
        return f'modules_["{self.path}"] ??= (() => {{\n{inner}return {{ {self.exports} }};\n}})();\n'

    def _at(self, address: str) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.path), address))

    def _taken(self, found: re.Match[str]) -> str:
        names = found[1].replace(" as ", ": ")
        return f'const {{{names}}} = modules_["{self._at(found[2])}"];'

    def _asking(self, text: str, bundle: str) -> str:
        if not self.later:
            return text
        folder = posixpath.dirname(bundle)
        return _LATER.sub(lambda one: f'import("./{posixpath.relpath(self._at(one[1]), folder)}")', text)


def bundles(first: str, sources: Mapping[str, str]) -> dict[str, str]:
    """What is served for the first module and for each that is imported while pages run, by path."""
    modules = {path: _Module(path, text) for path, text in sources.items()}
    later = {path for module in modules.values() for path in module.later}
    needed = {path: _in_order(path, modules) for path in {first, *later}}
    there = _there_before(first, needed, modules)
    made = {}
    for path in sorted(needed):
        before = there[path] | {first}
        parts = [modules[part].once(path) for part in needed[path] if part not in before]
        export = f'export const {{ {modules[path].exports} }} = modules_["{path}"];\n'
        made[path] = "".join((_KEPT, *parts, modules[path].alone(path) if path == first else export))
    return made


def _in_order(path: str, modules: Mapping[str, _Module]) -> list[str]:
    """A module after all that must have run before it."""
    order: dict[str, None] = {}

    def put(path: str) -> None:
        for needed in modules[path].needs:
            if needed not in order:
                put(needed)
        order[path] = None

    put(path)
    return list(order)


def _there_before(
    first: str, needed: Mapping[str, list[str]], modules: Mapping[str, _Module]
) -> dict[str, set[str]]:
    """What has run for certain before each bundle comes: what every bundle that asks for it has brought."""
    askers = {
        path: [by for by in needed if any(path in modules[part].later for part in needed[by])]
        for path in needed
    }
    there = {path: set(modules) for path in needed} | {first: set()}
    for _ in needed:
        for path in needed.keys() - {first}:
            there[path] = reduce(set.intersection, (there[by] | set(needed[by]) for by in askers[path]))
    return there
