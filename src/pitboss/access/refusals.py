"""``refuse`` for modules that still import it from here; see :mod:`pitboss.refusal`."""

from pitboss.refusal import refuse

__all__ = ["refuse"]
