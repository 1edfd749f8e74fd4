"""What writes the generated files, sets up programs for the tests, and measures or releases the whole."""
