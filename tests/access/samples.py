"""One event of every kind that is recorded of people, for the golden files."""

from msgspec import Struct

from pitboss.access import events as ev
from pitboss.access.roles import Actor
from pitboss.access.warrant import Warrant

ADMIN, SHIFT = Actor("ada", "administrator"), Actor("shaw", "shift_manager")
BOTH = Warrant(ADMIN, "joins the pit", SHIFT)
ALONE = Warrant(ADMIN, "on leave")
AT = 1_741_579_200_000_000
DIGEST = "ab" * 32

SAMPLES: tuple[Struct, ...] = (
    ev.AccountMade("dan", "staff", ALONE),
    ev.RoleGranted("dealer", BOTH),
    ev.RoleRevoked("dealer", ALONE),
    ev.EnrolmentOpened((DIGEST, DIGEST[::-1]), AT, BOTH),
    ev.SecretSet("pin", DIGEST, "dan", "enrolled with codes"),
    ev.AccountLocked("attempts", ALONE),
    ev.AccountUnlocked(ALONE),
    ev.AccountDisabled(ALONE),
    ev.SessionOpened(session="s1", means="password", where="10.0.0.7", at=AT, device="d1", wrong=3),
    ev.SessionEnded("s1", AT),
    ev.IdentityShown(means="pin", where="console 3", at=AT),
    ev.SignInFailed("pin", "10.0.0.7", AT),
    ev.TokenIssued(
        token="shoe-3",
        digest=DIGEST,
        scopes=("send_cards", "watch_table"),
        expires=AT,
        warrant=BOTH,
        table="T1",
    ),
    ev.TokenUsedElsewhere("shoe-3", "T2", "10.0.0.7", AT),
    ev.IdentityShown(means="pin", where="console 3", at=AT, device="d1", wrong=3),
    ev.SignInFailed("pin", "10.0.0.7", AT, "d1"),
    ev.TokenIssued(
        token="shoe-3", digest=DIGEST, scopes=("send_cards", "watch_table"), expires=AT, warrant=BOTH
    ),
    ev.TokenRevoked("shoe-3", ALONE),
    ev.SignedOn("T1", "dan", "dealer", Actor("dan", "dealer")),
    ev.SignedOff("T1", "dan", SHIFT),
    ev.AttemptRefused("POST /api/tables/{table}/acts", "T1", '{"act":"fold","box":1}', "software_deals"),
    ev.ProposalMade(
        subject="link/grand",
        number=4,
        act="change_link",
        what='{"type":"CloseLink"}',
        digest=DIGEST,
        by=ADMIN,
        reason="sold",
        made=AT,
        expires=AT + 1,
    ),
    ev.ProposalSigned(4, ADMIN),
    ev.ProposalApproved(4, SHIFT),
    ev.ProposalRejected(4, SHIFT, "not now"),
    ev.ProposalWithdrawn(4, ADMIN, "a slip"),
    ev.ProposalLapsed(4),
)
