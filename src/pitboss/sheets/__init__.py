"""The rule sheets as data, their clause registers, and the loader that checks them."""

from pitboss.sheets.checks import SheetFault
from pitboss.sheets.game import Game
from pitboss.sheets.library import load, rounds_folder, sheet_ids
from pitboss.sheets.loader import read_folder

__all__ = ["Game", "SheetFault", "load", "read_folder", "rounds_folder", "sheet_ids"]
