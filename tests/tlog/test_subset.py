"""One proof for several leaves: it leads to the root of RFC 6962, with no hash more and none less."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.tlog.merkle import Tree, inclusion_proof, leaf_hash, root_by_subset, subset_proof


def tree_of(count: int) -> Tree:
    return Tree([leaf_hash(str(place).encode()) for place in range(count)])


def leaves_at(tree: Tree, *places: int) -> dict[int, bytes]:
    return {place: tree.node(0, place) for place in places}


@pytest.mark.parametrize("size", range(1, 10))
def test_every_subset_of_small_trees_leads_to_the_root(size: int) -> None:
    tree = tree_of(size)
    for count in range(1, size + 1):
        for places in combinations(range(size), count):
            proof = subset_proof(tree.node, places, size)
            assert root_by_subset(leaves_at(tree, *places), size, proof) == tree.root


@st.composite
def subsets(draw: st.DrawFn) -> tuple[int, set[int]]:
    size = draw(st.integers(1, 300))
    return size, draw(st.sets(st.integers(0, size - 1), min_size=1))


@given(subsets())
def test_any_subset_leads_to_the_root_and_needs_each_of_its_hashes(drawn: tuple[int, set[int]]) -> None:
    size, places = drawn
    tree = tree_of(size)
    leaves, proof = leaves_at(tree, *places), subset_proof(tree.node, places, size)
    assert root_by_subset(leaves, size, proof) == tree.root
    assert root_by_subset(leaves, size, (*proof, bytes(32))) is None, "a hash too many"
    if proof:
        assert root_by_subset(leaves, size, proof[:-1]) is None, "a hash too few"
        assert root_by_subset(leaves, size, (bytes(32), *proof[1:])) != tree.root
    assert root_by_subset({**leaves, min(places): bytes(32)}, size, proof) != tree.root


def test_a_subset_of_one_is_the_audit_path_in_another_order() -> None:
    tree = tree_of(1000)
    for place in (0, 1, 511, 512, 998, 999):
        proof = subset_proof(tree.node, [place], 1000)
        assert sorted(proof) == sorted(inclusion_proof(tree.node, place, 1000))


def test_neighbours_share_their_hashes() -> None:
    """Thirty leaves side by side need hardly more than one."""
    tree = tree_of(5000)
    one, thirty = (subset_proof(tree.node, range(2000, 2000 + count), 5000) for count in (1, 30))
    assert len(one) <= 13
    assert len(thirty) <= 16


def test_another_shape_or_place_does_not_lead_to_the_root() -> None:
    """Trees of 9 to 16 leaves are alike on the left: which one it is, the signed checkpoint says."""
    tree = tree_of(11)
    leaves, proof = leaves_at(tree, 3, 7), subset_proof(tree.node, [3, 7], 11)
    for size in (8, 17, 2**63 - 1):
        assert root_by_subset(leaves, size, proof) != tree.root
    moved = {4: leaves[3], 7: leaves[7]}
    assert root_by_subset(moved, 11, proof) != tree.root


@pytest.mark.parametrize("places", [[], [-1], [5], [0, 5]])
def test_places_that_the_tree_does_not_have(places: list[int]) -> None:
    tree = tree_of(5)
    with pytest.raises(IndexError):
        subset_proof(tree.node, places, 5)
    assert root_by_subset({place: bytes(32) for place in places}, 5, ()) is None
