"""The rule sheets as data, their clause registers, and the loader that checks them."""

from pitboss.sheets.checks import SheetFault
from pitboss.sheets.game import Game
from pitboss.sheets.loader import load, read_folder, rounds_folder, sheet_ids

__all__ = ["Game", "SheetFault", "load", "read_folder", "rounds_folder", "sheet_ids"]
