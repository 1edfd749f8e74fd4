"""Processes that fork never share a shuffle or a secret, whatever their parent had drawn before."""

from tests.programs import python

CHILDREN, EACH = 8, 25
SCRIPT = f"""
import os, sys, random
from pitboss.shoe import fresh_shoe
from pitboss.shuffle import shuffled

GENERATOR = random.Random(1)
SOURCES = {{
    "shuffled": lambda: " ".join(shuffled()),
    "fresh_shoe": lambda: fresh_shoe("T").secret.hex(),
    "random": lambda: str(GENERATOR.random()),
}}
draw = SOURCES[sys.argv[1]]
draw()
for child in range({CHILDREN}):
    if os.fork() == 0:
        print(*(draw() for _ in range({EACH})), sep="\\n", flush=True)
        os._exit(0)
    os.wait()
print(*(draw() for _ in range({EACH})), sep="\\n")
"""


def drawn_by_all(source: str) -> list[str]:
    return python(SCRIPT, source).splitlines()


def test_forked_children_never_share_a_shuffle() -> None:
    lines = drawn_by_all("shuffled")
    assert len(lines) == len(set(lines)) == (CHILDREN + 1) * EACH


def test_forked_children_never_share_a_secret() -> None:
    lines = drawn_by_all("fresh_shoe")
    assert len(lines) == len(set(lines)) == (CHILDREN + 1) * EACH


def test_a_generator_with_a_state_of_its_own_would_be_caught() -> None:
    lines = drawn_by_all("random")
    assert len(lines) == (CHILDREN + 1) * EACH
    assert len(set(lines)) == EACH
