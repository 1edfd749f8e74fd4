"""The evening that the tests of the audit play once, for those of the export too."""

from tests.audit.conftest import healthy

__all__ = ["healthy"]
