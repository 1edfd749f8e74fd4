"""Attacks on the floor, kept as tests: what is not broken stays so.

Each file begins with who attacks, what they hold and try, and what must come of it. The attacks use only
what such a person has: a connection to the database, an account, a file that they hand in, a clock that
they set.
"""
