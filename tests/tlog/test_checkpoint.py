"""Checkpoints: the text of a tree head, and everything that only looks like one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.tlog.checkpoint import TreeHead, parse_size, read_tree_head
from pitboss.tlog.note import BadNote, Note, parse_note
from tests.tlog.published import CHECKPOINTS, COSIGNED, Published

ROOT = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I="


@pytest.mark.parametrize("published", [*CHECKPOINTS, COSIGNED], ids=lambda found: found.what)
def test_published_checkpoints_are_read_and_written(published: Published) -> None:
    note = parse_note(published.note)
    head = read_tree_head(note)
    assert head.text() == published.text
    assert head.extensions == ()


def test_the_example_of_the_specification() -> None:
    head = read_tree_head(Note(f"example.com/behind-the-sofa\n20852163\n{ROOT}\n"))
    assert (head.origin, head.size) == ("example.com/behind-the-sofa", 20852163)
    assert head.root.hex()[:16] == "0ac5186a91863e8e"


def test_extensions_and_an_origin_with_spaces_are_kept() -> None:
    text = f"rekor.sigstore.dev - 26057\n5\n{ROOT}\nTimestamp: 1689177396617352539\nmore\n"
    head = read_tree_head(Note(text))
    assert head.origin == "rekor.sigstore.dev - 26057"
    assert head.extensions == ("Timestamp: 1689177396617352539", "more")
    assert head.text() == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("\n", "fewer than three"),
        ("a\n5\n", "fewer than three"),
        (f"\n5\n{ROOT}\n", "none is empty"),
        (f"a\n5\n{ROOT}\n\n", "none is empty"),
        (f"a\n5\n{ROOT}\n\nx\n", "none is empty"),
        (f"a\n05\n{ROOT}\n", "not the size"),
        (f"a\n-5\n{ROOT}\n", "not the size"),
        (f"a\n+5\n{ROOT}\n", "not the size"),
        (f"a\n5 \n{ROOT}\n", "not the size"),
        (f"a\n0x5\n{ROOT}\n", "not the size"),
        (f"a\n٥\n{ROOT}\n", "not the size"),
        (f"a\n5_0\n{ROOT}\n", "not the size"),
        (f"a\n\n{ROOT}\n", "not the size"),
        (f"a\n9223372036854775808\n{ROOT}\n", "not the size"),
        (f"a\n{'9' * 5000}\n{ROOT}\n", "not the size"),
        (f"a\n5\n{ROOT[:-1]}\n", "Base 64"),
        (f"a\n5\n{ROOT} \n", "Base 64"),
        ("a\n5\nAAAA\n", "32 bytes, not 3"),
        (f"a\n5\n{ROOT[:-2]}J=\n", "Base 64"),
    ],
)
def test_a_bad_checkpoint_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(BadNote) as caught:
        read_tree_head(Note(text))
    assert says in str(caught.value)


@given(st.integers(0, (1 << 63) - 1), st.binary(min_size=32, max_size=32))
def test_a_checkpoint_is_read_as_it_was_written(size: int, root: bytes) -> None:
    head = TreeHead("pitboss/0123456789abcdef", size, root)
    assert read_tree_head(Note(head.text())) == head
    assert parse_size(str(size)) == size


@pytest.mark.parametrize(
    ("origin", "size", "root", "extensions"),
    [
        ("", 1, bytes(32), ()),
        ("a\nb", 1, bytes(32), ()),
        ("a", -1, bytes(32), ()),
        ("a", 1 << 63, bytes(32), ()),
        ("a", 1, bytes(31), ()),
        ("a", 1, bytes(32), ("",)),
        ("a", 1, bytes(32), ("b\nc",)),
    ],
)
def test_a_head_that_has_no_text_is_never_made(
    origin: str, size: int, root: bytes, extensions: tuple[str, ...]
) -> None:
    with pytest.raises(BadNote):
        TreeHead(origin, size, root, extensions)
