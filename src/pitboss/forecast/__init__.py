"""The life of a link forecast: simulated years of its display, payments and reserve."""
