"""Notes and keys that others have published: of the specifications and of logs and witnesses in service."""

from msgspec import Struct


class Published(Struct, frozen=True):
    """A note, and the key of one who has signed it."""

    what: str
    key: str
    text: str
    signature: str

    @property
    def note(self) -> str:
        return f"{self.text}\n{self.signature}\n"


PLAIN = Published(
    "the specification of signed notes",
    "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    "This is an example message.\n",
    "— example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=",
)
NEUMANN = Published(
    "the Go reference",
    "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
    "— PeterNeumann "
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=",
)
_GO = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"
_REKOR = "log2025-1.rekor.sigstore.dev+cf119915+AbfK5adZJxsI323FwGD2AJJ9F4i89cfDuLdGJBIYntuO"
CHECKPOINTS = (
    Published(
        "the Go checksum database",
        _GO,
        "go.sum database tree\n31700353\nqINS1GRFhWHwdkUeqLEoP4yEMkTBBzxBkGwGQlVlVcs=\n",
        "— sum.golang.org "
        "Az3grnmrIUEDFqHzAElIQCPNoRFRAAdFo47fooyWKMHb89k11GJh5zHIfNCOBmwn/C3YI8oW9/C8DJ87F61QqspBYwM=",
    ),
    Published(
        "the Go checksum database, later",
        _GO,
        "go.sum database tree\n65209736\n5+uGFjx6xBZG8ip1+wi77v+grwbhhukIrxEUS8PXvRo=\n",
        "— sum.golang.org "
        "Az3grnbssgK7ubgFX36gVETtNv0U23qxyAhAMai2QUfeGa3nB/akvkMdlUErfcZz7l/R3cVtYspg3dxXABkGZZKdsQ8=",
    ),
    Published(
        "Sigstore's log Rekor",
        _REKOR,
        "log2025-1.rekor.sigstore.dev\n412115\n+8vUkEgBK/ansexBUomzocaWoPEmPIzxJC/y+xNMQN4=\n",
        "— log2025-1.rekor.sigstore.dev "
        "zxGZFahCZ/+MqTjH4rC5MWcdLDWbpetE5l30RZfQc4BQkRjWSoKipEUPjvHENeZDHIlAsuezJcLzUVvItpNjaSRoMAs=",
    ),
    Published(
        "Sigstore's log Rekor, later",
        _REKOR,
        "log2025-1.rekor.sigstore.dev\n34356369\ndA9mMr0smTXgo7nGsE01Zdc5KOOqTs2/zYfdSqxO+ks=\n",
        "— log2025-1.rekor.sigstore.dev "
        "zxGZFQZgTebN28s0D7vKP5gX8R+CsXCved700HCQAHgDHbdkaH3tfx7+DMPkccNhzsnSy7LijLzWMa+evZduylLs0wc=",
    ),
)
COSIGNED = Published(
    "a certificate log and its public witness",
    "witness.navigli.sunlight.geomys.org+a3e00fe2+BNy/co4C1Hn1p+INwJrfUlgz7W55dSZReusH/GhUhJ/G",
    "coachandhorses2026h1.staging.certificate.transparency.goog\n185550722\n"
    "YXAM0VmnrfvLaBCOOYSJhCaE5F10oGBOo+hkbDa1kng=\n",
    "— coachandhorses2026h1.staging.certificate.transparency.goog "
    "MpXgsHy8ZwxXnO+WjtVrPxAzL49Rs1gWTkNVNeEa//5peAzaocRCB3qt3EaibjzY5GILLtGgBP7dBhgcSHy+JQh0OAc=\n"
    "— witness.navigli.sunlight.geomys.org "
    "o+AP4gAAAABqb7DzNrGFRJnQ9vrJ8xpnwZytnr/ZYczDIsvwvouiSjwOjn7a72ccxBk+lKnZ7dKqkYKER1s/KxLTaVwQD7lJ"
    "ZTC/CQ==",
)
COSIGNED_AT = 1785704691
"""When the witness signed, in seconds since 1970."""
