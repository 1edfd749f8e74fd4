"""Bundles: each module is there before what needs it, runs once, and says the same as by itself."""

import re

import pytest

from pitboss.web import ENTRY, ROOT, load_web
from pitboss.web.bundles import bundles

MODULES = {path.relative_to(ROOT.parent).as_posix(): path.read_text("utf-8") for path in ROOT.rglob("*.js")}
_TAKEN = re.compile(r'= modules_\["([^"]+)"\];')
_MADE = re.compile(r'^modules_\["([^"]+)"\] \?\?=', re.M)


def test_a_module_is_written_so_that_it_can_be_bundled() -> None:
    for path, text in MODULES.items():
        assert not re.search(r"^(import (?!\{)|export (?!(async )?(function|class|const) \w))", text, re.M), (
            path
        )
        at_once = re.search(r"^(await\b|(const|let) .*= await\b)", text, re.M)
        assert not at_once or path == ENTRY, f"{path} cannot wait before it has run"
        if "import.meta" in text or "import(`" in text:
            assert path.rpartition("/")[0] == ENTRY.rpartition("/")[0], (
                f"{path}: an address goes by its folder"
            )


def test_no_two_modules_need_each_other() -> None:
    for place, text in bundles(ENTRY, MODULES).items():
        made: set[str] = set()
        for line in text.splitlines():
            made |= set(_MADE.findall(line))
            if place == ENTRY:
                assert set(_TAKEN.findall(line)) <= made, f"{place}: {line}"


def test_imports_of_a_bundle_are_in_it_or_came_before() -> None:
    made = bundles(ENTRY, MODULES)
    first = set(_MADE.findall(made[ENTRY]))
    for place, text in made.items():
        came = first | set(
            _MADE.findall(made["web/js/pages/console-table.js"] if "/console/" in place else "")
        )
        assert set(_TAKEN.findall(text)) <= came | set(_MADE.findall(text)), place
    assert set(MODULES) == {ENTRY}.union(*(_MADE.findall(text) for text in made.values())), (
        "nothing is left out"
    )


def test_a_bundle_exports_what_its_module_does_and_brings_nothing_again() -> None:
    made = bundles(
        "a/first.js",
        {
            "a/first.js": 'import { two } from "./two.js";\nexport const go = () => import("./b/page.js");\n',
            "a/two.js": "export const two = 2;\nexport async function wait() {}\n",
            "a/b/page.js": 'import { two as deux } from "../two.js";\n'
            'import {\n  three,\n} from "./three.js";\n'
            'export function open() {\n  return [deux, three, () => import("../later.js")];\n}\n',
            "a/b/three.js": "export class three {}\n",
            "a/later.js": 'import { two } from "./two.js";\nimport { three } from "./b/three.js";\n',
        },
    )
    assert list(made) == ["a/b/page.js", "a/first.js", "a/later.js"]
    assert made["a/b/page.js"] == (
        "const modules_ = (globalThis.modules_ ??= {});\n"
        'modules_["a/b/three.js"] ??= (() => {\nclass three {}\nreturn { three };\n})();\n'
        'modules_["a/b/page.js"] ??= (() => {\nconst { two: deux } = modules_["a/two.js"];\n'
        'const {\n  three,\n} = modules_["a/b/three.js"];\nfunction open() {\n'
        '  return [deux, three, () => import("./../later.js")];\n}\nreturn { open };\n})();\n'
        'export const { open } = modules_["a/b/page.js"];\n'
    )
    assert 'import("./b/page.js")' in made["a/first.js"]
    assert made["a/first.js"].endswith('export const go = () => import("./b/page.js");\n')
    assert _MADE.findall(made["a/later.js"]) == ["a/later.js"], "whoever asks for it has brought the others"


@pytest.mark.parametrize("path", ["web/js/dom.js", "web/js/router.js"])
def test_only_bundles_are_served(path: str) -> None:
    assert path in MODULES
    assert path not in load_web().files
