"""Mail in and out: bytes -> Letter, Notice -> bytes, and the connections to mail servers.

This room knows nothing of games, the store or the clock.
"""

from judge.mail.identity import (
    Probe,
    bounce_address,
    is_postmaster,
    is_probe,
    probe_mail,
    question_token,
    reply_address,
    reply_token,
    token_digest,
)
from judge.mail.intake import IDENT, Door, Keep, Listener, Protocol
from judge.mail.mailbox import Mailbox, collect, connected, folder_of, probe_mailbox, watch
from judge.mail.message import (
    address_token,
    copy_of,
    delivered_to,
    head_of,
    head_without_keys,
    is_signed,
    read_letter,
    return_path,
)
from judge.mail.notice import Postmark, thread_root, write_notice
from judge.mail.relay import (
    GIVE_UP_AFTER,
    Barred,
    Outcome,
    Rejected,
    Relay,
    RelayConnection,
    Sent,
    TryAgain,
    is_of_one_mail,
    probe_relay,
    retry_after,
)
from judge.mail.signature import Signer, Unshown, probe_signer, read_signer, signed_words

__all__ = [
    "GIVE_UP_AFTER",
    "IDENT",
    "Barred",
    "Door",
    "Keep",
    "Listener",
    "Mailbox",
    "Outcome",
    "Postmark",
    "Probe",
    "Protocol",
    "Rejected",
    "Relay",
    "RelayConnection",
    "Sent",
    "Signer",
    "TryAgain",
    "Unshown",
    "address_token",
    "bounce_address",
    "collect",
    "connected",
    "copy_of",
    "delivered_to",
    "folder_of",
    "head_of",
    "head_without_keys",
    "is_of_one_mail",
    "is_postmaster",
    "is_probe",
    "is_signed",
    "probe_mail",
    "probe_mailbox",
    "probe_relay",
    "probe_signer",
    "question_token",
    "read_letter",
    "read_signer",
    "reply_address",
    "reply_token",
    "retry_after",
    "return_path",
    "signed_words",
    "thread_root",
    "token_digest",
    "watch",
    "write_notice",
]
