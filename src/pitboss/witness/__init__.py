"""Witnesses: servers elsewhere that cosign a log's checkpoints and never two histories of it."""
