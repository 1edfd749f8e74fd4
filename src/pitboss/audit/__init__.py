"""The audit: verifies the log's hashes and decides every recorded command again. Read-only."""
