"""The way of a finished mail out, and what the servers on it answer."""

from judge.mail.outbound.refusals import Barred, Outcome, Rejected, Sent, TryAgain, is_of_one_mail
from judge.mail.outbound.relay import (
    GIVE_UP_AFTER,
    Relay,
    RelayConnection,
    probe_relay,
    retry_after,
)
from judge.mail.outbound.signing import Signer, probe_signer, read_signer
from judge.mail.outbound.threads import checked_id, thread_fields, thread_root
from judge.mail.outbound.verp import bounce_address, bounced_key

__all__ = [
    "GIVE_UP_AFTER",
    "Barred",
    "Outcome",
    "Rejected",
    "Relay",
    "RelayConnection",
    "Sent",
    "Signer",
    "TryAgain",
    "bounce_address",
    "bounced_key",
    "checked_id",
    "is_of_one_mail",
    "probe_relay",
    "probe_signer",
    "read_signer",
    "retry_after",
    "thread_fields",
    "thread_root",
]
