"""The ``pitboss`` command."""

import sys


def main() -> int:
    """Run the command; nothing heavy is imported that it does not use."""
    _import_msgspec_lightly()
    from pitboss.cli.main import run

    return run(sys.argv[1:])


def _import_msgspec_lightly() -> None:
    """Import msgspec without the optional typing_extensions, which would double the start-up time.

    msgspec only takes it where the standard library lacks what it needs, and ours does not. Other
    packages find it as usual afterwards.
    """
    if "msgspec" in sys.modules or "typing_extensions" in sys.modules:
        return
    sys.modules["typing_extensions"] = None  # type: ignore[assignment]
    try:
        import msgspec  # noqa: F401
    finally:
        del sys.modules["typing_extensions"]


if __name__ == "__main__":
    sys.exit(main())
