"""Pages of the reference that are written from the code: ``python -m tests.documents`` writes them anew."""
