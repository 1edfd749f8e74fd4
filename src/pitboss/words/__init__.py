"""Words for people: one catalogue per language, one entry per code, read by Python and by the pages."""

from pitboss.words.catalogue import Catalogue, catalogue, say, sentence

__all__ = ["Catalogue", "catalogue", "say", "sentence"]
