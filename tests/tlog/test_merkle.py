"""The Merkle tree against the published figures of RFC 6962, and every way in which a path can be wrong."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.tlog.merkle import (
    EMPTY_ROOT,
    Frontier,
    Tree,
    consistency_proof,
    is_consistent,
    leaf_hash,
    root_at,
    root_by_path,
)

ENTRIES = [
    bytes.fromhex(text) for text in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657")
] + [bytes(range(0x60, 0x70))]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
"""Of the first 0, 1, 2, … entries, as the reference of RFC 6962 computes them."""


@pytest.mark.parametrize("count", range(9))
def test_the_roots_are_those_of_rfc_6962(count: int) -> None:
    assert Tree([leaf_hash(entry) for entry in ENTRIES[:count]]).root.hex() == ROOTS[count]


@given(st.integers(1, 60), st.data())
def test_a_path_proves_its_own_place_and_no_other(count: int, data: st.DataObject) -> None:
    leaves = [leaf_hash(bytes([number])) for number in range(count)]
    tree = Tree(leaves)
    index = data.draw(st.integers(0, count - 1))
    path = tree.path(index)
    assert root_by_path(leaves[index], index, count, path) == tree.root
    for other in range(count):
        if other != index:
            assert root_by_path(leaves[index], other, count, path) != tree.root
            assert root_by_path(leaves[other], index, count, path) != tree.root
    assert root_by_path(leaves[index], index, count, (*path, leaves[0])) is None
    if path:
        assert root_by_path(leaves[index], index, count, path[1:]) is None
        changed = data.draw(st.integers(0, len(path) - 1))
        wrong = [*path]
        wrong[changed] = sha256(path[changed]).digest()
        assert root_by_path(leaves[index], index, count, wrong) != tree.root


@pytest.mark.parametrize("index", [-1, 3])
def test_there_is_no_path_outside_the_list(index: int) -> None:
    tree = Tree([leaf_hash(entry) for entry in ENTRIES[:3]])
    with pytest.raises(IndexError):
        tree.path(index)
    assert root_by_path(leaf_hash(b""), index, 3, tree.path(0)) is None


def test_a_node_cannot_pass_for_a_leaf() -> None:
    """What a node hashes, given as an entry, is hashed as a leaf and so to something else."""
    leaves = [leaf_hash(entry) for entry in ENTRIES[:2]]
    assert leaf_hash(leaves[0] + leaves[1]) != Tree(leaves).root


PATHS = {
    (0, 1): [],
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 3): ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
    (1, 5): [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
"""Published inclusion proofs of the first entries, by index and size."""
CONSISTENCY = {
    (1, 1): [],
    (1, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
"""Published consistency proofs, by the two sizes."""


@pytest.mark.parametrize(("index", "size"), PATHS)
def test_the_inclusion_proofs_are_the_published_ones(index: int, size: int) -> None:
    leaves = [leaf_hash(entry) for entry in ENTRIES[:size]]
    assert [value.hex() for value in Tree(leaves).path(index)] == PATHS[index, size]


@pytest.mark.parametrize(("old", "size"), CONSISTENCY)
def test_the_consistency_proofs_are_the_published_ones(old: int, size: int) -> None:
    tree = Tree([leaf_hash(entry) for entry in ENTRIES[:size]])
    proof = consistency_proof(tree.node, old, size)
    assert [value.hex() for value in proof] == CONSISTENCY[old, size]
    assert is_consistent(old, bytes.fromhex(ROOTS[old]), size, bytes.fromhex(ROOTS[size]), proof)


@given(st.integers(0, 70), st.integers(0, 70), st.data())
def test_a_consistency_proof_holds_for_its_own_two_trees_only(
    one: int, two: int, data: st.DataObject
) -> None:
    old, size = sorted((one, two))
    tree = Tree([leaf_hash(bytes([number])) for number in range(size)])
    old_root, root = root_at(tree.node, old), tree.root
    proof = consistency_proof(tree.node, old, size)
    assert is_consistent(old, old_root, size, root, proof)
    assert not is_consistent(old, old_root, size, root, (*proof, root))
    if old != size:
        assert old == 0 or not is_consistent(old, sha256(old_root).digest(), size, root, proof)
        assert old == 0 or not is_consistent(old, old_root, size, sha256(root).digest(), proof)
        assert old == 0 or not is_consistent(old - 1, old_root, size, root, proof)
    if proof:
        assert not is_consistent(old, old_root, size, root, proof[1:])
        wrong = [*proof]
        place = data.draw(st.integers(0, len(proof) - 1))
        wrong[place] = sha256(wrong[place]).digest()
        assert not is_consistent(old, old_root, size, root, wrong)


@given(st.integers(0, 70), st.integers(0, 70))
def test_a_frontier_goes_on_from_any_size_to_the_same_root(one: int, two: int) -> None:
    old, size = sorted((one, two))
    leaves = [leaf_hash(bytes([number])) for number in range(size)]
    tree = Tree(leaves)
    frontier = Frontier(old, tree.node)
    for leaf in leaves[old:]:
        frontier.add(leaf)
    assert (frontier.size, frontier.root()) == (size, tree.root)


def test_no_tree_has_a_part_that_is_longer_than_itself() -> None:
    tree = Tree([leaf_hash(entry) for entry in ENTRIES[:3]])
    with pytest.raises(IndexError):
        consistency_proof(tree.node, 4, 3)
    assert not is_consistent(4, tree.root, 3, tree.root, ())
    assert Frontier().root() == EMPTY_ROOT == Tree([]).root
