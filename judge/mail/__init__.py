"""Mail in and out: bytes to Letter, Notice to bytes, and the doors to mail servers.

It knows nothing of games, of the store or of the clock.
"""

from judge.mail.authentic import Unshown, signed_words
from judge.mail.identity import (
    SHORTEST_KEY,
    is_postmaster,
    question_token,
    reply_address,
    reply_token,
    token_digest,
)
from judge.mail.intake import IDENT, Door, Keep, Listener, Protocol
from judge.mail.mailbox import Mailbox, collect, connected, folder_of, probe_mailbox, watch
from judge.mail.message import (
    address_token,
    bare_address,
    copy_of,
    delivered_to,
    head_of,
    head_without_keys,
    is_signed,
    read_letter,
    return_path,
)
from judge.mail.notice import Postmark, write_notice
from judge.mail.outbound import (
    GIVE_UP_AFTER,
    Barred,
    Outcome,
    Rejected,
    Relay,
    RelayConnection,
    Sent,
    Signer,
    TryAgain,
    bounce_address,
    is_of_one_mail,
    probe_relay,
    probe_signer,
    read_signer,
    retry_after,
    thread_root,
)
from judge.mail.probe import Probe, is_probe, probe_mail
from judge.mail.syntax import is_address, is_host, own_address
from judge.mail.tls import Tls

__all__ = [
    "GIVE_UP_AFTER",
    "IDENT",
    "SHORTEST_KEY",
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
    "Tls",
    "TryAgain",
    "Unshown",
    "address_token",
    "bare_address",
    "bounce_address",
    "collect",
    "connected",
    "copy_of",
    "delivered_to",
    "folder_of",
    "head_of",
    "head_without_keys",
    "is_address",
    "is_host",
    "is_of_one_mail",
    "is_postmaster",
    "is_probe",
    "is_signed",
    "own_address",
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
