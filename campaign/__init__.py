"""The campaign against the floor: everything that may be done to it, tried, judged and told in one table."""
