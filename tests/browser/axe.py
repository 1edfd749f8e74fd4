"""axe-core on a page: what would keep somebody from using it."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = (Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
RUN = """async (rules) => {
  const options = rules.length ? { runOnly: { type: "rule", values: rules } } : {};
  options.rules = { "label-content-name-mismatch": { enabled: true }, "target-size": { enabled: true } };
  options.resultTypes = ["violations"];
  drawn(true);
  const { violations } = await axe.run(document, options);
  drawn(false);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any, all, none }) => {
      const [why] = [...any, ...all, ...none];
      return `${id}: ${html.slice(0, 160)} ${why?.message ?? ""}`;
    }),
  );
}"""
"""Every rule of axe's own choice, and two that it holds back; or only some."""


def violations(page: Page, *rules: str) -> list[Any]:
    """What axe finds on a page, a line for each element."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE)
    found: list[Any] = page.evaluate(RUN, list(rules))
    return found
