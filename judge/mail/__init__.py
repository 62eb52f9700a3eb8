"""Mail in and out: bytes to Letter, Notice to bytes, and the doors to mail servers.

It knows nothing of games, of the store or of the clock.
"""

from judge.mail.identity import reply_address, reply_token, token_digest
from judge.mail.intake import Door, Keep, Listener, Protocol
from judge.mail.mailbox import (
    Mailbox,
    collect,
    collect_now,
    connected,
    probe_mailbox,
    watch,
)
from judge.mail.message import (
    address_token,
    bare_address,
    copy_of,
    delivered_to,
    head_without_keys,
    read_letter,
    return_path,
)
from judge.mail.notice import Postmark, thread_root, write_notice
from judge.mail.relay import (
    GIVE_UP_AFTER,
    Rejected,
    Relay,
    RelayConnection,
    Sent,
    TryAgain,
    probe_relay,
    retry_after,
)
from judge.mail.tls import Tls

__all__ = [
    "GIVE_UP_AFTER",
    "Door",
    "Keep",
    "Listener",
    "Mailbox",
    "Postmark",
    "Protocol",
    "Rejected",
    "Relay",
    "RelayConnection",
    "Sent",
    "Tls",
    "TryAgain",
    "address_token",
    "bare_address",
    "collect",
    "collect_now",
    "connected",
    "copy_of",
    "delivered_to",
    "head_without_keys",
    "probe_mailbox",
    "probe_relay",
    "read_letter",
    "reply_address",
    "reply_token",
    "retry_after",
    "return_path",
    "thread_root",
    "token_digest",
    "watch",
    "write_notice",
]
