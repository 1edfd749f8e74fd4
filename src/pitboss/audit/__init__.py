"""Reading the record: verify, replay, reconcile, export, settle again. Nothing here writes to it."""
