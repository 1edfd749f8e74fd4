"""The routes of the API: one module per subject; each declares every answer it may give."""
