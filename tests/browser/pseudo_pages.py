"""What a page shows somebody who reads the pseudo-language: English that is left, and texts without room."""

import re
from typing import Final

from playwright.sync_api import Page

from tests.browser.visitor import DESK, PHONE, Visitor

_NAMES: Final = re.compile(
    r"\b(?:3CP-1|ML3-1|MLTH-1|MSS-1|P3CP-1|mega|spade|nothing|5\.10_[a-z-]+|(?:rws|mbs)-[a-z0-9-]+"
    r"|ann|ben|bob|cat|cora|dan|eve|dealer|player[12]?|regulator|test(?:-ann)?)(?![\w-])"
)
"""Tables, links, people and files of a test's floor, and what is not there."""
_NOTATION: Final = re.compile(r"S\$[\d,.]+|(?:[2-9TJQKA]|10)(?:-(?:[2-9TJQKA]|10))+|[\da-f]{8,}…?")
"""Amounts, cards and hashes."""
_TEXTS: Final = """() => {
  const found = new Set([document.title]);
  const unsaid = "[translate=no], [lang=en], noscript";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); )
    if (!node.parentElement.closest(unsaid)) found.add(node.textContent);
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const element of document.querySelectorAll(`[${name}]`))
      if (!element.closest("[translate=no]")) found.add(element.getAttribute(name));
  return [...found];
}"""
"""Texts that are neither names nor marked as English."""
_OF_SERVER: Final = """() => {
  // A language is called what it calls itself.
  const found = [...document.querySelectorAll("[lang=en]:not(html)")].map((element) => element.textContent);
  return [...new Set(found)].filter((text) => /[a-z]/i.test(text) && text !== "English");
}"""

_CUT: Final = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  const room = (field) => {
    const style = getComputedStyle(field);
    return field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  };
  const wide = (field) => {
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(field, "::placeholder");
    pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    return pen.measureText(field.placeholder).width;
  };
  const fields = [...document.querySelectorAll("input[placeholder]")].filter((one) => one.checkVisibility());
  const places = [...document.querySelectorAll(".rail nav")];
  return [
    ...fields.filter((field) => wide(field) > room(field)).map((field) => field.placeholder),
    ...places.filter((nav) => nav.scrollWidth > nav.clientWidth).map((nav) => nav.textContent),
  ];
}"""
"""Hints that their field has no room for, and the places of the rail where they go on beyond its end."""

_WITHOUT_ROOM: Final = """() => {
  const MORE = 1.5;
  const found = [];
  const texts = [];
  const ranges = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  for (let node; (node = walker.nextNode()); ) {
    const element = node.parentElement;
    if (!node.textContent.trim() || !seen(element) || element.closest("noscript, option, svg svg")) continue;
    ranges.set(element, [...(ranges.get(element) ?? []), node]);
  }
  const way = (element) => {
    const steps = [];
    for (let at = element; at && at.id !== "page" && at !== document.body; at = at.parentElement) {
      const alike = [...(at.parentElement?.children ?? [])].filter((other) => other.tagName === at.tagName);
      const kind = (at.getAttribute("class") ?? "").split(" ")[0];
      steps.unshift(`${at.tagName.toLowerCase()}${kind && "."}${kind}:${alike.indexOf(at)}`);
    }
    return steps.join(" ");
  };
  const layer = (element) => {
    for (let at = element; at; at = at.parentElement)
      if (at.matches("dialog, [popover]") || /fixed|sticky/.test(getComputedStyle(at).position)) return at;
    return null;
  };
  for (const [element, nodes] of ranges) {
    const boxes = nodes.flatMap((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
    });
    // What is there for screen readers only has a box of one pixel.
    const hidden = (at) => at.clientWidth === 1 || at.clientHeight === 1;
    let holder = element;
    let unseen = false;
    for (let at = element; at && at !== document.body; at = at.parentElement) unseen ||= hidden(at);
    if (unseen || !boxes.length) continue;
    const drawing = element.closest("svg");
    while (getComputedStyle(holder).display === "inline" && !drawing) holder = holder.parentElement;
    if (drawing) {
      const frame = drawing.getBoundingClientRect();
      if (boxes.some((box) => box.left < frame.left - MORE || box.right > frame.right + MORE))
        found.push(["cut", way(element), element.textContent]);
    } else {
      for (let at = holder; at && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at);
        const clips = (axis) => /hidden|clip/.test(style[`overflow${axis}`]);
        const frame = at.getBoundingClientRect();
        const over = boxes.some((box) => box.left < frame.left - MORE || box.right > frame.right + MORE);
        const under = boxes.some((box) => box.top < frame.top - MORE || box.bottom > frame.bottom + MORE);
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
        if ((at === holder && over) || (clips("X") && over) || (clips("Y") && under)) {
          found.push(["cut", way(element), element.textContent]);
          break;
        }
      }
    }
    const above = layer(element);
    const frames = [];
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
      if (!/visible/.test(getComputedStyle(at).overflowX)) frames.push(at.getBoundingClientRect());
    for (const { left, right, top, bottom } of boxes) {
      const box = {
        left: Math.max(left, ...frames.map((frame) => frame.left)),
        right: Math.min(right, ...frames.map((frame) => frame.right)),
        top: Math.max(top, ...frames.map((frame) => frame.top)),
        bottom: Math.min(bottom, ...frames.map((frame) => frame.bottom)),
      };
      if (box.right - box.left > 1 && box.bottom - box.top > 1) texts.push({ element, box, above });
    }
  }
  texts.sort((one, other) => one.box.top - other.box.top);
  texts.forEach(({ element, box, above }, place) => {
    for (let next = place + 1; next < texts.length && texts[next].box.top < box.bottom - 3; next += 1) {
      const { element: other, box: its, above: over } = texts[next];
      if (other === element || above !== over || element.contains(other) || other.contains(element)) continue;
      const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      const least = Math.min(box.bottom - box.top, its.bottom - its.top);
      // Lines of text have room above and below their letters.
      if (wide > 2 && high > 0.35 * least)
        {
        const both = [way(element), way(other)].sort().join(" / ");
        found.push(["overlap", both, `${element.textContent} / ${other.textContent}`]);
      }
    }
  });
  return found;
}"""
"""Texts that are cut off or stick out of what holds them, and texts that lie on each other.

Cards and chips lie on the words of the felt as they do on a table."""


def without_accents(page: Page) -> list[str]:
    """Texts with a word that carries no accents and is no name."""
    texts = page.evaluate(_TEXTS)
    return [text for text in texts if re.search(r"[A-Za-z]{2,}", _NAMES.sub("", _NOTATION.sub("", text)))]


def of_server(page: Page) -> list[str]:
    """What came from the server in English."""
    found: list[str] = page.evaluate(_OF_SERVER)
    return found


def without_room(visitor: Visitor) -> dict[tuple[int, str, str], str]:
    """What is cut off and what overlaps on a desk and on a phone, by where it is, with the texts."""
    found: dict[tuple[int, str, str], str] = {}
    page = visitor.page
    for size in (PHONE, DESK):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        visitor.settle()
        page.evaluate("drawn(true)")
        for fault, way, text in page.evaluate(_WITHOUT_ROOM):
            found[size["width"], fault, way] = text
        page.evaluate("drawn(false)")
        if wider := page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)"):
            found[size["width"], "wide", ""] = f"{wider} pixels more than the screen has"
    return found


def cut(page: Page) -> list[str]:
    """Hints of fields, and the places of the rail, that are not shown to their end."""
    found: list[str] = page.evaluate(_CUT)
    return found
