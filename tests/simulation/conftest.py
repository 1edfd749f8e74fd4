"""Exact values are counted anew for every run of the tests, as in the tests of the mathematics."""

from tests.analysis.conftest import _own_store

__all__ = ["_own_store"]
