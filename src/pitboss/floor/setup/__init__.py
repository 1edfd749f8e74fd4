"""Setting up a floor: its configuration file, the first start, changes of sheets and tables by two people."""
