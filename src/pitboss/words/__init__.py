"""Words for people: one catalogue per language, one entry per code, read by Python and by the pages."""

from pitboss.words.catalogue import Catalogue, Language, catalogue, kinds_of, languages, say, sentence

__all__ = ["Catalogue", "Language", "catalogue", "kinds_of", "languages", "say", "sentence"]
