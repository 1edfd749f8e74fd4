"""A transparency log in the public formats: the tree of RFC 6962, signed notes, checkpoints, cosignatures."""
