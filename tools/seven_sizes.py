"""Every page at seven sizes, from a small phone to a wall, and a contact sheet of them all.

``python -m tools.seven_sizes FOLDER [--language zh] [NAME ...]`` writes a picture of each page and
size, says which pages are wider than their screen, and draws all of them small on ``contact-sheet-en.webp``.
"""

import argparse
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, sync_playwright

from tests.api.served import Served
from tests.browser.visitor import Visitor, Visitors
from tests.browser.windows import Windows
from tools.chromium import MISSING, flags, set_up_chromium
from tools.screenshots import SHOTS, Shot, floor

SIZES = (
    (320, 640),
    (390, 844),
    (720, 1024),
    (1024, 768),
    (1440, 900),
    (1920, 1080),
    (3840, 2160),
)
"""Width and height in pixels: two phones, two tablets, two desks, a wall."""
CELL = (300, 220)
TITLE = 16


def main(*arguments: str) -> int:
    """Take the pictures of these names, or all."""
    parser = argparse.ArgumentParser(prog="python -m tools.seven_sizes", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help="of a page, as docs/screenshots has it")
    parser.add_argument("--language", choices=("en", "zh"), default="en")
    asked = parser.parse_intermixed_args(arguments)
    place = set_up_chromium()
    if place is None:
        print(MISSING)
        return 1
    asked.folder.mkdir(parents=True, exist_ok=True)
    wanted = [shot for shot in SHOTS if not asked.names or shot.name in asked.names]
    rows = []
    with floor() as served, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=place, args=flags())
        tokens = _tokens(served, wanted)
        for shot in wanted:
            pictures = []
            for (wide, _), picture, over in _taken(browser, served, shot, tokens, asked.language):
                (asked.folder / f"{shot.name}-{asked.language}-{wide}.png").write_bytes(picture)
                pictures.append(picture)
                print(f"{shot.name} {wide}: {f'{over} px too wide' if over > 0 else 'fits'}")
            rows.append((shot.name, pictures))
        browser.close()
    contact_sheet(rows).save(asked.folder / f"contact-sheet-{asked.language}.webp", quality=80)
    return 0


def _tokens(served: Served, shots: list[Shot]) -> dict[str, str]:
    """A session for each person who looks: signing in is rationed."""
    players = {shot.player: served.sign_in(shot.player) for shot in shots if shot.player}
    return players | {role: served.token(role) for role in {shot.role for shot in shots if shot.role}}


def _taken(
    browser: Browser, served: Served, shot: Shot, tokens: dict[str, str], language: str
) -> Iterator[tuple[tuple[int, int], bytes, int]]:
    """The pictures of one page, each with its size and by how much the page is too wide for it."""
    visitors = Visitors(Windows(browser), served)
    visitor: Visitor = visitors.new(device_scale_factor=1)
    if who := shot.player or shot.role:
        visitor.sign_in(tokens[who])
    page = visitor.choose(**shot.options, language=language).open(shot.path)
    visitor.settle()
    for selector in shot.press:
        page.locator(selector).click()
        visitor.settle()
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        visitor.settle()
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        page.evaluate("drawn(true)")
        yield (wide, high), page.screenshot(type="png"), over
    visitors.leave()


def contact_sheet(rows: list[tuple[str, list[bytes]]]) -> Image.Image:
    """All pictures small: a row for each page, a column for each size."""
    wide, high = CELL[0], CELL[1] + TITLE
    sheet = Image.new("RGB", (wide * len(SIZES), high * len(rows)), "#22272b")
    pen = ImageDraw.Draw(sheet)
    for row, (name, pictures) in enumerate(rows):
        for column, picture in enumerate(pictures):
            small = Image.open(BytesIO(picture)).convert("RGB")
            small.thumbnail((CELL[0] - 8, CELL[1] - 4))
            sheet.paste(small, (column * wide + 4, row * high + TITLE))
            pen.text((column * wide + 4, row * high + 2), f"{name} {SIZES[column][0]}", fill="#e9ecee")
    return sheet


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
