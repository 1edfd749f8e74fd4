"""The dispute page: one signed HTML file about one round, checkable without the journal."""
