"""Known troubles with servers: the words by which each is recognized, its meaning, its remedy.

`judge check`, `judge status`, the alarms and the log take their explanations from here.
"""

import re
from dataclasses import dataclass

from judge.messages import Message, Text, message


@dataclass(frozen=True, slots=True)
class Trouble:
    """A known trouble: its name, its meaning, and the remedy (`mend`), each for a person."""

    name: str
    meaning: Message
    mend: Message


# Patterns of the answers of mail servers (IMAP, SMTP, SASL) and of our own errors about them. The
# first pattern that matches counts, so the words of a reason come before a code that says less.
_OF_SERVERS: tuple[tuple[str, Trouble], ...] = (
    (
        r"^SignInError the server takes no access tokens",
        Trouble(
            "no-tokens",
            message("this server takes no sign-in by OAuth 2"),
            message("Leave out the setting oauth, and set a password."),
        ),
    ),
    (
        r"^SignInError",
        Trouble(
            "sign-in",
            message("the provider gives the judge no access any more"),
            message('Sign in again: "judge setup mailbox". Mail waits meanwhile.'),
        ),
    ),
    (
        r"SmtpClientAuthentication is disabled",
        Trouble(
            "smtp-switched-off",
            message("the provider has switched off sending by programs, the login is not wrong"),
            message(
                "The administrator of Microsoft 365 allows it: Active users, Mail, Manage email "
                "apps, Authenticated SMTP. It takes up to an hour."
            ),
        ),
    ),
    (
        r"basic ?auth\w* is (?:disabled|blocked)|BasicAuthBlocked|5\.7\.139",
        Trouble(
            "password-switched-off",
            message("the provider takes no passwords of programs any more"),
            message('Sign in by OAuth 2: "judge setup mailbox" with the address.'),
        ),
    ),
    (
        r"app(?:lication)?[- ](?:specific )?password|535.5\.7\.9\b",
        Trouble(
            "app-password",
            message("the provider wants a password that is made for one program"),
            message(
                "Make an app password in the web pages of the account, and give it to "
                '"judge setup mailbox".'
            ),
        ),
    ),
    (
        r"web ?login required|WEBALERT|log in via your web browser|5\.7\.14\b|SignInWithBrowser",
        Trouble(
            "web-login",
            message("the provider wants to see a person first"),
            message(
                "Log in to the mailbox with a browser, confirm that the login of the judge was "
                "yours, and wait a few minutes."
            ),
        ),
    ),
    (
        r"IMAP\S* (?:access |use )?(?:is |has been )?"
        r"(?:not enabled|disabled|deactivated|not allowed)"
        r"|not (?:enabled|allowed|permitted) for IMAP|enable IMAP|IMAP/POP|POP3/IMAP"
        r"|IMAP.{0,20}(?:freigeschaltet|aktivier)",
        Trouble(
            "imap-switched-off",
            message("IMAP is switched off for this mailbox"),
            message(
                "Switch it on in the web pages of the account; deploy/MAILBOXES.md says where."
            ),
        ),
    ),
    (
        r"insufficient_?scope|invalid_scope|\"status\": ?\"?(?:400|403)|OAUTH.?scope",
        Trouble(
            "wrong-scope",
            message("the access token does not cover this server"),
            message(
                'Sign in again with "judge setup mailbox", and grant both IMAP and sending. The '
                "client must be registered with both rights."
            ),
        ),
    ),
    (
        r"LOGINDISABLED|PRIVACYREQUIRED|cleartext|plaintext auth\w* (?:not allowed|disallowed)"
        r"|STARTTLS first|must issue a STARTTLS|encryption required",
        Trouble(
            "login-disabled",
            message("the server takes no password on this connection"),
            message(
                'Use TLS: imap_tls or relay_tls "implicit" or "starttls". If it is on, the server '
                'wants OAuth 2: "judge setup mailbox" with the address.'
            ),
        ),
    ),
    (
        r"\"status\": ?\"?401|invalid_token|token (?:is |has )?(?:expired|revoked)"
        r"|OAUTHBEARER|XOAUTH2",
        Trouble(
            "token-refused",
            message("the server refuses the access token"),
            message(
                'Sign in again: "judge setup mailbox", with the account that owns the mailbox, and '
                "grant both IMAP and sending. Is imap_user or relay_user the whole address?"
            ),
        ),
    ),
    (
        r"SMTP AUTH extension not supported|No suitable authentication method|504 5\.7\.4"
        r"|CANNOT.*mechanism|unsupported (?:SASL )?(?:authentication )?mechanism",
        Trouble(
            "login-not-offered",
            message("the server offers no login that the judge can do"),
            message(
                "Use the port for programs, 465 or 587, with TLS; a server that wants no login "
                "needs no relay_user."
            ),
        ),
    ),
    (
        r"account (?:is |has been )?(?:temporarily )?(?:locked|blocked|suspended|disabled|hacked)"
        r"|5\.1\.8\b.*block|CONTACTADMIN|EXPIRED\]|account.{0,12}gesperrt",
        Trouble(
            "account-locked",
            message("the provider has locked the account"),
            message("Log in with a browser: the provider says there how it is unlocked."),
        ),
    ),
    (
        r"too many (?:simultaneous |concurrent )?connections|maximum number of connections"
        r"|4\.3\.2 Concurrent|concurrent connection|not connected\b|UserConcurrent",
        Trouble(
            "too-many-connections",
            message("the provider allows no more connections to this account"),
            message("End other programs that use it; the judge tries again by itself."),
        ),
    ),
    (
        r"bandwidth limit|\[LIMIT\]|\[THROTTLED\]|command or bandwidth|rate limit|too many requests"
        r"|throttl",
        Trouble(
            "throttled",
            message("the provider slows this account down"),
            message("It passes within a day. Other programs on the account use up the same share."),
        ),
    ),
    (
        r"too many (?:bad |failed |invalid )?(?:auth|login|password)|AUTH005|AUTH012|MBR1212"
        r"|AuthRate|4\.7\.0 (?:too many|temporary).*(?:login|auth)|tries exceeded",
        Trouble(
            "too-many-logins",
            message("the provider refuses logins for a time, after too many wrong ones"),
            message(
                "Set the password right, stop the judge for an hour, and start it again; each "
                "try makes the time longer."
            ),
        ),
    ),
    (
        r"relay(?:ing)? (?:access )?(?:is )?(?:denied|not permitted|not allowed|prohibited)"
        r"|unable to relay|we do not relay|authentication (?:is )?required|5\.7\.0 Must|530\b",
        Trouble(
            "relay-denied",
            message("the server sends no mail of the judge on, since it does not know it"),
            message(
                "Set relay_user and relay_password, or let the server trust this machine "
                "(mynetworks of a Postfix)."
            ),
        ),
    ),
    (
        r"SendAsDenied|5\.2\.252|5\.7\.60\b|sender address|not owned by user|5\.1\.[78]\b"
        r"|from address is not one of|not authori[sz]ed to send|55[13].5\.7\.1\b"
        r"|permissions? to send as",
        Trouble(
            "sender-refused",
            message("the server does not let this account write as the judge's address"),
            message(
                "Set address to the account's own address and return_paths to false, or add the "
                "address as a sender in the account."
            ),
        ),
    ),
    (
        r"OVERQUOTA|mailbox (?:is )?full|over ?quota|quota exceeded|5\.2\.2\b|storage",
        Trouble(
            "mailbox-full",
            message("the mailbox is full"),
            message("Delete old mail in it: the folder of imap_done holds all that was read."),
        ),
    ),
    (
        r"NONEXISTENT|mailbox (?:doesn't|does not) exist|unknown mailbox|no such mailbox"
        r"|unknown folder|TRYCREATE|folder not found",
        Trouble(
            "folder-missing",
            message("there is no such folder in the mailbox"),
            message("Set imap_folder to the name of one; names are case-sensitive."),
        ),
    ),
    (
        r"NOPERM|permission denied|\bACL\b|CANNOT\]|too many mailboxes|mailbox limit",
        Trouble(
            "folder-refused",
            message("the server lets the judge make no folder"),
            message("Make the folder of imap_done by hand, in the mailbox."),
        ),
    ),
    (
        r"SSLCertVerification|CERTIFICATE_VERIFY|certificate verify failed|self.signed"
        r"|hostname mismatch",
        Trouble(
            "certificate",
            message("the certificate of the server cannot be trusted"),
            message(
                "Set the host to the name that the certificate has, and bring the package "
                "ca-certificates up to date. Is the clock right?"
            ),
        ),
    ),
    (
        r"SSL|TLS|WRONG_VERSION|STARTTLS|UNEXPECTED_EOF",
        Trouble(
            "tls",
            message("no protected connection can be made with the server"),
            message(
                'Ports 465 and 993 need "implicit", ports 587 and 143 "starttls": set imap_tls or '
                "relay_tls so."
            ),
        ),
    ),
    (
        r"ConnectionRefused|Connection refused|\[?Errno 111",
        Trouble(
            "nothing-answers",
            message("nothing answers at this host and port"),
            message("Start the mail server, or set host and port to one that runs."),
        ),
    ),
    (
        r"gaierror|Name or service not known|No address associated|Temporary failure in name",
        Trouble(
            "no-such-host",
            message("the name of the server is not found"),
            message("Look at the spelling of the host, and whether this machine can ask the DNS."),
        ),
    ),
    (
        r"timed? ?out|TimeoutError|unreachable|No route to host|Errno 11[03]",
        Trouble(
            "unreachable",
            message("the server does not answer"),
            message(
                "Is this machine connected, and does its firewall or hoster let this port out? "
                "Many block port 25."
            ),
        ),
    ),
    (
        r"UNAVAILABLE|SERVERBUG|\bBYE\b|^4\d\d\b|INUSE|CORRUPTION|BrokenPipe|abort|EOF"
        r"|connection (?:reset|aborted|closed)|ConnectionReset|unexpectedly closed|Disconnected",
        Trouble(
            "interrupted",
            message("the server broke off, or is not ready"),
            message("The judge tries again by itself. If it stays so, ask the provider."),
        ),
    ),
    (
        r"\b535\b|AUTHENTICATIONFAILED|AUTHORIZATIONFAILED|LoginError"
        r"|authentication (?:failed|unsuccessful)|login (?:failed|incorrect|failure)"
        r"|invalid (?:login|credentials|user|password)"
        r"|SMTPAuthenticationError|username and password not accepted|wrong password|bad username",
        Trouble(
            "login-refused",
            message("the user or the password is wrong"),
            message(
                'Give the right ones to "judge setup mailbox", or set those that begin with imap_ '
                "or relay_. With two-factor authentication it must be an app password."
            ),
        ),
    ),
)
_PATTERNS = tuple((re.compile(words, re.IGNORECASE), trouble) for words, trouble in _OF_SERVERS)


def server_trouble(reason: str) -> Trouble | None:
    """Return the trouble behind a mail server's answer or our error about it, None if unknown."""
    return next((trouble for pattern, trouble in _PATTERNS if pattern.search(reason)), None)


def mend_of(reason: str) -> Text:
    """Return the meaning of a mail server's answer and the remedy, or "" if it is not known."""
    trouble = server_trouble(reason)
    if trouble is None:
        return ""
    return message("That is: {meaning}. {mend}", meaning=trouble.meaning, mend=trouble.mend)
