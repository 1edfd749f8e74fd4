"""The audit: hashes of the log verified, and every recorded command decided again. Reads only."""
