"""Message authentication codes."""

import hmac


def mac(key: bytes, message: bytes) -> bytes:
    """The HMAC-SHA-256 of a message.

    ``hmac.digest`` gives the global interpreter lock away even for a few bytes, and beside a busy thread may
    take five milliseconds to get it back: a shuffle, which needs a code for each card, would wait 52 times.
    This keeps the lock for messages of less than two kilobytes.
    """
    return hmac.new(key, message, "sha256").digest()
