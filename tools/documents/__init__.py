"""Pages of the reference that are written from the code: ``python -m tools.documents`` writes them anew."""
