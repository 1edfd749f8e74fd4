"""The generator and the dealing once more, in plain integers, as their authors describe them."""

from collections.abc import Iterator

LOW = 0xFFFFFFFF


def philox(counter: tuple[int, ...], key: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Ten rounds of Philox4x32."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(10):
        p0, p1 = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (p1 >> 32) ^ c1 ^ k0, p1 & LOW, (p0 >> 32) ^ c3 ^ k1, p0 & LOW
        k0, k1 = (k0 + 0x9E3779B9) & LOW, (k1 + 0xBB67AE85) & LOW
    return c0, c1, c2, c3


def word(seed: int, number: int, attempt: int) -> int:
    """A word of 64 bits by its number."""
    group, place = divmod(number, 256)
    block = group * 128 + place % 128
    a, b, c, d = philox((block & LOW, block >> 32, 0, attempt), (seed & LOW, seed >> 32))
    return b << 32 | a if place < 128 else d << 32 | c


def dealt(seed: int, number: int, ends: list[int]) -> list[int]:
    """The cards of a round, from words that deal up to so many cards each."""
    places = list[int]()
    for part, end in enumerate(ends):
        places += _places(seed, number * len(ends) + part, len(places), end)
    deck = list(range(52))
    for place, other in enumerate(places):
        deck[place], deck[other] = deck[other], deck[place]
    return deck[: ends[-1]]


def _places(seed: int, number: int, start: int, end: int) -> list[int]:
    product = 1
    for place in range(start, end):
        product *= 52 - place
    for fraction in _fractions(seed, number):
        # The whole part of fraction x product, in the mixed radix of the bounds.
        whole, left = divmod(fraction * product, 1 << 58)
        if left >= (1 << 58) % product:
            break
    found = list[int]()
    for place in range(end - 1, start - 1, -1):
        whole, digit = divmod(whole, 52 - place)
        found.append(place + digit)
    return found[::-1]


def _fractions(seed: int, number: int) -> Iterator[int]:
    attempt = 0
    while True:
        yield word(seed, number, attempt) >> 6
        attempt += 1
