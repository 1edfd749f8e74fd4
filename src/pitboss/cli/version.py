"""``pitboss version``: which build this is, and whether its files are those that were built."""

from argparse import Namespace
from pathlib import Path

from pitboss import __version__
from pitboss.build import build_hash
from pitboss.cli.text import fail
from pitboss.installed import BadManifest, compare, manifest_of, own_manifest
from pitboss.reason import because


def run(options: Namespace) -> int:
    """Print the build; exit 1 if its files differ, 2 if there is nothing to compare with."""
    print(f"pitboss {__version__}, build {build_hash()}")
    if not options.verify and not options.against:
        return 0
    try:
        manifest = manifest_of(Path(options.against)) if options.against else own_manifest()
    except BadManifest as fault:
        return fail(fault.reason)
    if manifest is None:
        return fail(because("command.no_manifest"))
    found = compare(manifest)
    for sentence in found.sentences():
        print(sentence)
    if not found.same:
        print("The installed files are not those of the build.")
        return 1
    print(f"All {found.files} files are those of the build.")
    return 0
