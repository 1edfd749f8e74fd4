"""Players of the software: they fill tables through the public API and play as the mathematics says."""
