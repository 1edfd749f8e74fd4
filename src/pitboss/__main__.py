"""The ``pitboss`` command."""

import sys

from pitboss.import_without import without


def main() -> int:
    """Run the command; nothing heavy is imported that it does not use."""
    # msgspec takes typing_extensions only where the standard library lacks what it needs, and ours does not;
    # it would double the start-up time.
    with without("typing_extensions"):
        import msgspec  # noqa: F401
    from pitboss.cli.main import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
