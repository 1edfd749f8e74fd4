"""Setting up a floor: its file, the first start, proposed changes of sheets and tables."""
