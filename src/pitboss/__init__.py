"""Pitboss runs house-banked poker tables by their approved rule sheets."""

__version__ = "0.1.0"
