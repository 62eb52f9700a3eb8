"""The list of known troubles: the meaning of each, the remedy, and what happens to mail meanwhile.

`judge check`, `judge status`, the alarms, the log and the work port take their explanations from
this list, and `judge man` prints it.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal

from judge.messages import Message, Text, Value, counted, message

_WAITS_OUTSIDE = message(
    "No mail is lost: it waits at its senders or in the mailbox, for some days."
)
_WAITS_BOTH_WAYS = message(
    "No mail is lost: letters stay where they are, and the judge's own mail is tried again for "
    "five days."
)
_UNANSWERED = message("No mail is lost: letters are kept, and answered later.")
_TRIED_AGAIN = message("No mail is lost: the judge tries again, for five days.")
_NOT_HINDERED = message("Mail comes in and goes out meanwhile.")


@dataclass(frozen=True, slots=True)
class Trouble:
    """A trouble: its meaning (`what`), the remedy (`mend`), and what happens to `mail` meanwhile.

    It is recognized by the words of a server (the pattern `said`), or by an error code of the
    store: the name of a SQLite result code, an SQLSTATE of PostgreSQL, or a class of either. Other
    troubles are looked up by their name.
    """

    name: str
    #: Without a full stop.
    what: Message
    mend: Message
    mail: Message = _WAITS_BOTH_WAYS
    said: str = ""
    codes: tuple[str, ...] = ()
    #: It lasts until a person mends it: to try again does not help.
    lasts: bool = False

    def __str__(self) -> str:
        """Return its meaning, remedy and effect on mail as English sentences."""
        return f"{self.sentence} {self.mend} {self.mail}".rstrip()

    @property
    def sentence(self) -> str:
        """What it is, in English, as a sentence."""
        what = str(self.what)
        # A value, such as the name of a file, keeps its first letter.
        first = what[:1] if self.what.words.startswith("{") else what[:1].upper()
        return f"{first}{what[1:]}."

    @property
    def advice(self) -> Message:
        """The remedy, and what happens to mail meanwhile."""
        return message("{mend} {mail}", mend=self.mend, mail=self.mail)


def trouble(name: str, count: int = 1, /, **values: Value) -> Trouble:
    """Return the trouble of this name, with these values in the gaps of its texts."""
    return _filled(_BY_NAME[name], count, values)


def trouble_with_code(
    code: str, words: str, kind: Literal["SQLite", "PostgreSQL"], **values: Value
) -> Trouble | None:
    """Return the trouble of a store of this kind with the code, or one by its words; or None."""
    # SQLITE_IOERR_READ is a kind of SQLITE_IOERR, and 57P03 is in the class 57.
    family = "_".join(code.split("_")[:2]) if code.startswith("SQLITE") else code[:2]
    ours: tuple[Trouble, ...] = STORE
    if kind == "SQLite":
        ours = tuple(one for one in STORE if not one.name.startswith("postgresql"))
    known = _BY_CODE.get(code) or _BY_CODE.get(family) or _saying(words, ours)
    return _filled(known, 1, values) if known else None


def server_trouble(reason: str) -> Trouble | None:
    """Return the trouble behind a mail server's answer or our error about it, None if unknown."""
    return _saying(reason, SERVERS)


def fields_of(reason: str) -> dict[str, str]:
    """Return the fields for the log about a mail server's answer, none if it is not known."""
    known = server_trouble(reason)
    if known is None:
        return {}
    return {"trouble": known.name, "cause": str(known.what), "mend": str(known.mend)}


def mend_of(reason: str) -> Text:
    """Return the meaning of a mail server's answer and the remedy, or "" if it is not known."""
    known = server_trouble(reason)
    if known is None:
        return ""
    return message("That is: {meaning}. {mend}", meaning=known.what, mend=known.mend)


def _filled(known: Trouble, count: int, values: dict[str, Value]) -> Trouble:
    given = (("count", count), *values.items())
    what, mend, mail = (
        replace(text, values=given, count=count if text.many else 1)
        for text in (known.what, known.mend, known.mail)
    )
    return replace(known, what=what, mend=mend, mail=mail)


def _saying(words: str, among: tuple[Trouble, ...]) -> Trouble | None:
    # The first pattern that matches counts, so a reason's words come before a code that says less.
    return next((one for one in among if one.said and _PATTERNS[one.said].search(words)), None)


_RESTORE = message(
    "Stop the judge, keep the file and those beside it, and take the newest backup "
    '("judge restore").'
)
_MAY_BE_LOST = message(
    "No mail is taken until then. What came after the newest backup may be lost; people are told "
    "when they write again."
)
_WRITABLE = message(
    "Nothing is damaged. The file (mode 600) and its folder (mode 700) must belong to the user "
    'that the judge runs as ("judge setup" sees to that), and the disk must not be mounted '
    "read-only."
)

STORE = (
    Trouble(
        "store-locked",
        message("the database {file} is locked by another program, which writes or copies it"),
        message(
            "Nothing is damaged. Wait until that program is done, or end it if it hangs (a "
            'backup, an open "sqlite3"), and try again.'
        ),
        _WAITS_OUTSIDE,
        codes=("SQLITE_BUSY",),
    ),
    Trouble(
        "store-locked-within",
        message("the database {file} is locked by another part of this program"),
        message("Nothing is damaged. Try again; if it stays so, start the judge anew."),
        _WAITS_OUTSIDE,
        codes=("SQLITE_LOCKED",),
    ),
    Trouble(
        "store-busy",
        message("the database is busy for too long"),
        message(
            "Nothing is damaged. A slow disk or a program that holds it delays the judge; if it "
            "stays so, start the judge anew."
        ),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "store-overtaken",
        message("another program was faster"),
        message("Nothing is to be done."),
        _NOT_HINDERED,
    ),
    Trouble(
        "store-full",
        message("there is no room left for the database {file}"),
        message(
            "Nothing is damaged. Make room on its disk, or raise the quota of the user that the "
            "judge runs as."
        ),
        _WAITS_OUTSIDE,
        # SQLite cannot enlarge the file beside the database that its programs share.
        codes=("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"),
    ),
    Trouble(
        "store-read-only",
        message("the database {file} cannot be written by this user"),
        _WRITABLE,
        _WAITS_OUTSIDE,
        codes=("SQLITE_READONLY", "SQLITE_PERM"),
    ),
    Trouble(
        "store-disk-read-only",
        message("the disk of the database {file} is mounted read-only"),
        message(
            'If the system did that by itself, the disk is failing ("dmesg"); else mount it anew '
            "for writing."
        ),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "store-moved",
        message("the database {file} was moved or deleted while it was in use"),
        message(
            "Stop the judge, put the file back with those beside it, and start the judge again."
        ),
        _WAITS_OUTSIDE,
        codes=("SQLITE_READONLY_DBMOVED",),
    ),
    Trouble(
        "store-not-opened",
        message("the database {file} cannot be opened, or a file beside it"),
        _WRITABLE,
        _WAITS_OUTSIDE,
        codes=("SQLITE_CANTOPEN",),
    ),
    Trouble(
        "store-disk-failed",
        message("the disk failed while the database {file} was read or written"),
        message(
            'The log of the system says more ("dmesg"): a disk that fails, or a network drive, on '
            "which SQLite cannot work. Copy what can be copied before anything else. If the disk "
            "is well, a limit for files may be reached (LimitFSIZE of the unit, a quota)."
        ),
        _WAITS_OUTSIDE,
        codes=("SQLITE_IOERR",),
    ),
    Trouble(
        "store-damaged",
        message("the database {file} is damaged"),
        _RESTORE,
        _MAY_BE_LOST,
        codes=("SQLITE_CORRUPT",),
    ),
    Trouble(
        "store-no-database",
        message("{file} is no database of SQLite"),
        message(
            "If the setting data names the right folder, something else was written over the "
            "file. Stop the judge, keep the file and those beside it, and take the newest backup "
            '("judge restore").'
        ),
        _MAY_BE_LOST,
        codes=("SQLITE_NOTADB",),
    ),
    Trouble(
        "store-no-memory",
        message("there is not enough memory to work with the database {file}"),
        message("Nothing is damaged. End what else takes the memory of this machine."),
        _WAITS_OUTSIDE,
        codes=("SQLITE_NOMEM",),
    ),
    Trouble(
        "store-unknown",
        message("SQLite cannot work with the database {file}: {reason}"),
        message("That need not be damage: look into the judge's log before you restore a backup."),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "store-is-a-folder",
        message("{file} is a folder, and the database must be a file"),
        message("Move it away, or set database to another file."),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "store-open-to-others",
        message(
            "{file} holds everybody's press and orders, and can be read by other users of this "
            "machine"
        ),
        message('Say "chmod 600 {file}".'),
        _NOT_HINDERED,
    ),
    Trouble(
        "store-newer",
        message("a newer version of the judge has changed the tables of the database"),
        message(
            "This version cannot work with them. Install the newer version again, or restore the "
            "backup from before the upgrade."
        ),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "store-unreleased",
        message("the database is from before the first release, and no release reads its tables"),
        message('Set data to another folder; "judge serve" begins a new judge there.'),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "store-foreign",
        message("the database holds tables of another program"),
        message("Give the judge a database of its own with the setting database."),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "store-address",
        message("the setting database is no address of a database that the judge can use"),
        message(
            "Leave it out for SQLite in the data folder, or write "
            "postgresql+psycopg://USER:PASSWORD@HOST/NAME. In a password write @ as %40, : as "
            "%3A and / as %2F."
        ),
        _WAITS_OUTSIDE,
        said=r"invalid (?:port|integer|connection option|percent-encoded)",
    ),
    Trouble(
        "store-in-memory",
        message("the setting database names no file, so all games end with the program"),
        message("Leave it out: then the database is a file in the data folder."),
        message("All that was kept is lost at each stop."),
    ),
    Trouble(
        "store-gone",
        message("{file} is missing or empty, and {trace} says that there was a database"),
        message(
            'Put the file back, or take the newest backup ("judge restore"). For a new judge '
            "give the setting data a folder of its own. The judge does not start so."
        ),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "store-no-folder",
        message("the database cannot be made in {folder}"),
        message("Make this folder, and let it belong to the user that the judge runs as."),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "store-library",
        message("the library {library}, which the database needs, is missing"),
        message("Install the judge again, as deploy/README.md says."),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "store-silent",
        message("the database does not answer within a second"),
        message(
            "A backup, a slow disk or a program that holds it delays the judge. If it stays so, "
            '"judge check" says more.'
        ),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "store-unusable",
        message("the database cannot be used ({error})"),
        message(
            "Is the setting database right, does the server run, and may this user log in? The "
            "log of the server may say more."
        ),
        _WAITS_OUTSIDE,
    ),
    # A refused login has no SQLSTATE in the client, only the words of the server, which may be in
    # its language. https://www.postgresql.org/docs/current/errcodes-appendix.html has the codes.
    Trouble(
        "postgresql-login",
        message("PostgreSQL does not let this user in"),
        message(
            "Set the user and the password in the setting database right, or let pg_hba.conf of "
            "the server allow this user from this machine."
        ),
        _WAITS_OUTSIDE,
        said=r"password authentication failed|no password supplied|pg_hba\.conf"
        r"|role .* does not exist",
        codes=("28",),
    ),
    Trouble(
        "postgresql-no-database",
        message("PostgreSQL has no database of this name"),
        message(
            'Make it ("createdb -O judge judge"), or set its name in the setting database right.'
        ),
        _WAITS_OUTSIDE,
        said=r"database .* does not exist",
        codes=("3D000",),
    ),
    Trouble(
        "postgresql-rights",
        message("this user may not work with the tables of the database"),
        message(
            "Let the database belong to the user in the setting database: "
            '"ALTER DATABASE judge OWNER TO judge".'
        ),
        _WAITS_OUTSIDE,
        codes=("42501",),
    ),
    Trouble(
        "postgresql-full",
        message("the disk of the PostgreSQL server is full"),
        message("Nothing is damaged. Make room on the server."),
        _WAITS_OUTSIDE,
        codes=("53100",),
    ),
    Trouble(
        "postgresql-no-memory",
        message("the PostgreSQL server has not enough memory"),
        message("Nothing is damaged. End what else takes the memory of that machine."),
        _WAITS_OUTSIDE,
        codes=("53200",),
    ),
    Trouble(
        "postgresql-connections",
        message("PostgreSQL has too many connections"),
        message("Nothing is damaged. End other programs that use it, or raise max_connections."),
        _WAITS_OUTSIDE,
        said=r"too many (?:clients|connections)|remaining connection slots",
        codes=("53300",),
    ),
    Trouble(
        "postgresql-read-only",
        message("this PostgreSQL takes no changes"),
        message(
            "It is a standby, or set to read-only: name the primary server in the setting database."
        ),
        _WAITS_OUTSIDE,
        codes=("25006",),
    ),
    Trouble(
        "postgresql-locked",
        message("another program has locked a table for long"),
        message("Nothing is damaged. End the program that holds it (see pg_stat_activity)."),
        _WAITS_OUTSIDE,
        codes=("55P03",),
    ),
    Trouble(
        "postgresql-slow",
        message("PostgreSQL took too long"),
        message("Nothing is damaged. The log of the server says why: a slow disk, or a lock."),
        _WAITS_OUTSIDE,
        codes=("57014",),
    ),
    Trouble(
        "postgresql-starting",
        message("PostgreSQL is starting or stopping"),
        message("Wait until it runs; the judge goes on by itself."),
        _WAITS_OUTSIDE,
        said=r"starting up|shutting down|in recovery",
        codes=("57",),
    ),
    Trouble(
        "postgresql-disk-failed",
        message("the disk of the PostgreSQL server failed"),
        message(
            "Look into the log of the server, and copy what can be copied before anything else."
        ),
        _WAITS_OUTSIDE,
        codes=("58",),
    ),
    Trouble(
        "postgresql-damaged",
        message("the data of PostgreSQL is damaged"),
        message(
            "Stop the judge, keep the data of the server, and take the newest backup "
            '("judge restore").'
        ),
        _MAY_BE_LOST,
        codes=("XX001", "XX002"),
    ),
    Trouble(
        "store-no-tables",
        message("the tables of the judge, or some of them, are not in this database"),
        message(
            'Is the setting database right? "judge serve" makes them in an empty one when it '
            "starts. If only some are missing, stop the judge and take the newest backup "
            '("judge restore").'
        ),
        _WAITS_OUTSIDE,
        said=r"no such table",
        codes=("42P01",),
    ),
    Trouble(
        "postgresql-other-server",
        message("another program than PostgreSQL answers at that host and port"),
        message("Set host and port in the setting database right; PostgreSQL has port 5432."),
        _WAITS_OUTSIDE,
        said=r"invalid response to SSL negotiation|protocol synch|unexpected message",
    ),
    Trouble(
        "postgresql-away",
        message("PostgreSQL cannot be reached"),
        message(
            "Is the host in the setting database right, does the server run, and does a firewall "
            "let this machine in? A password has @ as %40, : as %3A and / as %2F."
        ),
        _WAITS_OUTSIDE,
        said=r"refused|could not translate|not known|resolve|time(?:d )?out|unreachable|closed",
        codes=("08",),
    ),
)

# Known by answers of mail servers (IMAP, SMTP, SASL) and by our own errors about them.
SERVERS = (
    Trouble(
        "no-tokens",
        message("this server takes no sign-in by OAuth 2"),
        message("Leave out the setting oauth, and set a password."),
        said=r"^SignInError the server takes no access tokens",
        lasts=True,
    ),
    Trouble(
        "sign-in-server",
        message("the sign-in server of the mail provider does not answer as it should"),
        message(
            "The judge tries again by itself. If it stays so: is this machine connected, and is "
            "the setting oauth_server right?"
        ),
        said=r"^SignInServerError",
    ),
    Trouble(
        "token-file",
        message("the judge cannot use the file with its access token"),
        message(
            "The file, of mode 600, and its folder must belong to the user that the judge runs "
            'as: "chown" them.'
        ),
        said=r"^TokenFileError",
        lasts=True,
    ),
    Trouble(
        "client-refused",
        message("the provider does not know the program that signs in"),
        message(
            "Set oauth_client, and oauth_secret if there is one, to what the provider "
            "shows for the registration; deploy/MAILBOXES.md says where."
        ),
        said=r"^SignInError (?:invalid_client|unauthorized_client)",
        lasts=True,
    ),
    Trouble(
        "wrong-scope",
        message("the access token does not cover this server"),
        message(
            'Sign in again with "judge setup mailbox", and grant both IMAP and sending. The '
            "client must be registered with both rights."
        ),
        said=r"insufficient_?scope|invalid_scope|consent_required|\"status\": ?\"?(?:400|403)"
        r"|OAUTH.?scope",
        lasts=True,
    ),
    Trouble(
        "signed-out",
        message("the provider gives the judge no access any more"),
        message('Sign in again: "judge setup mailbox".'),
        said=r"^SignInError",
        lasts=True,
    ),
    Trouble(
        "smtp-switched-off",
        message("the provider has switched off sending by programs, the login is not wrong"),
        message(
            "The administrator of Microsoft 365 allows it: Active users, Mail, Manage email "
            "apps, Authenticated SMTP. It takes up to an hour."
        ),
        said=r"SmtpClientAuthentication is disabled",
        lasts=True,
    ),
    Trouble(
        "password-switched-off",
        message("the provider takes no passwords of programs any more"),
        message('Sign in by OAuth 2: "judge setup mailbox" with the address.'),
        said=r"basic ?auth\w* is (?:disabled|blocked)|BasicAuthBlocked"
        r"|5\.7\.139(?!.*credentials were incorrect)",
        lasts=True,
    ),
    Trouble(
        "app-password",
        message("the provider wants a password that is made for one program"),
        message(
            "Make an app password in the web pages of the account, and give it to "
            '"judge setup mailbox".'
        ),
        said=r"app(?:lication)?[- ](?:specific )?password|535.5\.7\.9\b",
        lasts=True,
    ),
    Trouble(
        "web-login",
        message("the provider wants to see a person first"),
        message(
            "Log in to the mailbox with a browser, confirm that the login of the judge was "
            "yours, and wait a few minutes."
        ),
        said=r"web ?login required|WEBALERT|log in via your web browser|5\.7\.14\b"
        r"|SignInWithBrowser|terms of (?:service|use)|accept the (?:terms|conditions)|unsafe login",
        lasts=True,
    ),
    Trouble(
        "imap-switched-off",
        message("IMAP is switched off for this mailbox"),
        message("Switch it on in the web pages of the account; deploy/MAILBOXES.md says where."),
        said=(
            r"IMAP\S* (?:access |use )?(?:is |has been )?"
            r"(?:not enabled|disabled|deactivated|not allowed)"
            r"|not (?:enabled|allowed|permitted) (?:for|to use) IMAP|enable IMAP|IMAP/POP|POP3/IMAP"
            r"|IMAP.{0,20}(?:freigeschaltet|aktivier)"
        ),
        lasts=True,
    ),
    Trouble(
        "login-disabled",
        message("the server takes no password on this connection"),
        message(
            'Use TLS: imap_tls or relay_tls "implicit" or "starttls". If it is on, the server '
            'wants OAuth 2: "judge setup mailbox" with the address.'
        ),
        said=(
            r"LOGINDISABLED|PRIVACYREQUIRED|cleartext|plaintext auth\w* (?:not allowed|disallowed)"
            r"|STARTTLS first|must issue a STARTTLS|encryption (?:required|needed)"
        ),
        lasts=True,
    ),
    Trouble(
        "token-refused",
        message("the server refuses the access token"),
        message(
            'Sign in again: "judge setup mailbox", with the account that owns the mailbox, and '
            "grant both IMAP and sending. Is imap_user or relay_user the whole address?"
        ),
        said=(
            r"\"status\": ?\"?401|invalid_token|token (?:is |has )?(?:expired|revoked)"
            r"|OAUTHBEARER|XOAUTH2"
        ),
        lasts=True,
    ),
    Trouble(
        "login-not-offered",
        message("the server offers no login that the judge can do"),
        message(
            "Use the port for programs, 465 or 587, with TLS; a server that wants no login "
            "needs no relay_user."
        ),
        said=(
            r"SMTP AUTH extension not supported|No suitable authentication method|504 5\.7\.4"
            r"|CANNOT.*mechanism|unsupported (?:SASL )?(?:authentication )?mechanism"
        ),
        lasts=True,
    ),
    Trouble(
        "password-expired",
        message("the password has expired"),
        message(
            'Set a new one in the web pages of the account, and give it to "judge setup mailbox".'
        ),
        said=r"EXPIRED\]|password (?:has |is )?expired|4\.7\.12\b",
        lasts=True,
    ),
    Trouble(
        "account-locked",
        message("the provider has locked the account"),
        message("Log in with a browser: the provider says there how it is unlocked."),
        said=(
            r"account (?:is |has been )?(?:temporarily )?"
            r"(?:locked|blocked|suspended|disabled|hacked)"
            r"|user (?:is |has been )?disabled|5\.1\.8\b.*block|bad outbound sender"
            r"|CONTACTADMIN|account.{0,12}gesperrt"
        ),
        lasts=True,
    ),
    Trouble(
        "too-many-connections",
        message("the provider allows no more connections to this account"),
        message("End other programs that use it; the judge tries again by itself."),
        said=(
            r"too many (?:simultaneous |concurrent )?connections|maximum number of connections"
            r"|4\.3\.2 Concurrent|concurrent (?:\w+ )?connection|not connected\b|UserConcurrent"
        ),
    ),
    Trouble(
        "throttled",
        message("the provider slows this account down"),
        message("It passes within a day. Other programs on the account use up the same share."),
        said=(
            r"bandwidth limit|\[LIMIT\]|\[THROTTLED\]|command or bandwidth|rate limit"
            r"|too many requests|throttl"
        ),
    ),
    Trouble(
        "too-many-logins",
        message("the provider refuses logins for a time, after too many wrong ones"),
        message(
            "Set the password right, stop the judge for an hour, and start it again; each "
            "try makes the time longer."
        ),
        said=(
            r"too many (?:bad |failed |invalid )?(?:auth|login|password)|AUTH005|AUTH012|MBR1212"
            r"|AuthRate|4\.7\.0 too many.*(?:login|auth)|tries exceeded"
        ),
    ),
    Trouble(
        "sending-limit",
        message("the account has sent as much mail as its provider allows"),
        message(
            "The judge tries again each hour. Set mails_per_day to what the provider allows, so "
            "that answers go first."
        ),
        said=r"550.5\.4\.[56]\b|454.4\.7\.0\b(?!.*(?:TLS|auth))|SubmissionQuota"
        r"|(?:sending|send|mail) (?:limit|quota)"
        r"|(?:daily|hourly) (?:\S+ )?(?:limit|quota)|unusual (?:sending|rate)",
    ),
    Trouble(
        "relay-denied",
        message("the server sends no mail of the judge on, since it does not know it"),
        message(
            "Set relay_user and relay_password, or let the server trust this machine "
            "(mynetworks of a Postfix)."
        ),
        said=(
            r"relay(?:ing)? (?:access )?(?:is )?(?:denied|not permitted|not allowed|prohibited)"
            r"|unable to relay|allowed rcpthosts"
            r"|we do not relay|authentication (?:is )?required|5\.7\.0 Must|530\b"
        ),
        lasts=True,
    ),
    Trouble(
        "listed",
        message("this machine's address stands on a list of senders of spam"),
        message(
            "The answer names the list, which says how an address is taken off. Or send through "
            'a provider ("judge setup", how mail goes out).'
        ),
        said=r"blocked using|spamhaus|spamcop|barracuda|\b(?:rbl|dnsbl|block ?list|black ?list)",
        lasts=True,
    ),
    Trouble(
        "no-reverse-name",
        message("the address of this machine has no name of its own in the DNS"),
        message(
            "Who rents you the address sets its name (PTR). Addresses of homes are refused "
            'everywhere: send through a provider then ("judge setup", how mail goes out).'
        ),
        said=r"5\.7\.25\b|\bPTR\b|reverse (?:DNS|name|lookup|host)|send email directly",
    ),
    Trouble(
        "records-missing",
        message("the records of the judge's domain do not let this server send its mail"),
        message(
            'Publish SPF, DKIM and DMARC: "judge check" says which are wrong, and "judge setup '
            '--dry-run" prints them.'
        ),
        said=r"DMARC|\bSPF\b|Sender Policy|5\.7\.2[3-79]\b|unauthenticated",
    ),
    Trouble(
        "sender-domain",
        message("the domain of the judge's address is not found"),
        message("It must be in the DNS, with an MX or A record. Is the setting address right?"),
        said=r"domain not found|valid sender domain|domain (?:of sender|does) (?:\w+ )?not "
        r"(?:exist|resolve)",
        lasts=True,
    ),
    Trouble(
        "helo-refused",
        message("the server refuses the name with which the judge greets"),
        message(
            "The judge greets with the domain of its address, which must be in the DNS; or let "
            "the server trust this machine (mynetworks of a Postfix), or log in there."
        ),
        said=r"\b(?:helo|ehlo)\b.*(?:reject|denied|invalid|refused)|invalid (?:helo|ehlo)",
        lasts=True,
    ),
    Trouble(
        "taken-for-spam",
        message("the server takes the judge's mail for spam"),
        message(
            'Look whether SPF, DKIM and DMARC are right ("judge check"), and let players put the '
            "judge's address into their address books."
        ),
        said=r"\bspam\b|unsolicited|571 Message Refused",
    ),
    Trouble(
        "sender-refused",
        message("the server does not let this account write as the judge's address"),
        message(
            "Set address to the account's own address and return_paths to false, or add the "
            "address as a sender in the account."
        ),
        said=(
            r"SendAsDenied|5\.2\.252|5\.7\.60\b|sender address|not owned by user|5\.1\.[78]\b"
            r"|from address is not one of|not authori[sz]ed to send|55[13].5\.7\.1\b"
            r"|permissions? to send as"
        ),
        lasts=True,
    ),
    Trouble(
        "mailbox-full",
        message("the mailbox is full"),
        message("Delete old mail in it: the folder of imap_done holds all that was read."),
        said=r"OVERQUOTA|mailbox (?:is )?full|over ?quota|quota exceeded|5\.2\.2\b"
        r"|exceeded storage",
    ),
    Trouble(
        "server-full",
        message("the mail server has no room left"),
        message("Make room on its disk, if it is yours."),
        said=r"insufficient system storage",
    ),
    Trouble(
        "folder-prefix",
        message("folders of this mailbox have a word in front of their names"),
        message('Write imap_done so, for example "INBOX.Processed".'),
        said=r"prefixed with|must have \S* ?prefix|nonexistent namespace",
        lasts=True,
    ),
    Trouble(
        "folder-missing",
        message("there is no such folder in the mailbox"),
        message("Set imap_folder to the name of one; names are case-sensitive."),
        said=(
            r"NONEXISTENT|mailbox (?:doesn't|does not) exist|unknown mailbox|no such mailbox"
            r"|unknown folder|TRYCREATE|folder not found"
        ),
        lasts=True,
    ),
    Trouble(
        "folder-refused",
        message("the server lets the judge make no folder"),
        message("Make the folder of imap_done by hand, in the mailbox."),
        said=r"NOPERM|(?<!13\] )permission denied|\bACL\b|CANNOT\]"
        r"|too many mailboxes|mailbox limit",
        lasts=True,
    ),
    Trouble(
        "certificate",
        message("the certificate of the server cannot be trusted"),
        message(
            "Set the host to the name that the certificate has, and bring the package "
            "ca-certificates up to date. Is the clock right? If the server is yours and made its "
            "certificate itself, copy that to /usr/local/share/ca-certificates/mail.crt, and say "
            '"update-ca-certificates".'
        ),
        said=(
            r"SSLCertVerification|CERTIFICATE_VERIFY|certificate verify failed|self.signed"
            r"|hostname mismatch"
        ),
        lasts=True,
    ),
    Trouble(
        "wrong-server",
        message("a server of another kind answers at this host and port"),
        message(
            "Mail is read by IMAP (ports 993 and 143) and sent by SMTP (ports 465, 587 and 25): "
            "set host and port so."
        ),
        said=r"unexpected response: b.(?:220|HTTP|\+OK)|SMTPConnectError.*(?:IMAP|POP3|1\.[01] \d)"
        r"|^error None$",
        lasts=True,
    ),
    Trouble(
        "tls-not-ready",
        message("the server cannot protect the connection at this time"),
        message("Its operator must look at its certificate and key; the judge tries again."),
        said=r"TLS (?:is )?(?:currently |temporarily )?(?:not available|unavailable)",
    ),
    Trouble(
        "tls",
        message("no protected connection can be made with the server"),
        message(
            'Ports 465 and 993 need "implicit", ports 587 and 143 "starttls": set imap_tls or '
            "relay_tls so."
        ),
        said=r"SSL|TLS|WRONG_VERSION|STARTTLS|UNEXPECTED_EOF",
    ),
    Trouble(
        "nothing-answers",
        message("nothing answers at this host and port"),
        message("Start the mail server, or set host and port to one that runs."),
        said=r"ConnectionRefused|Connection refused|\[?Errno 111",
    ),
    Trouble(
        "no-such-host",
        message("the name of the server is not found"),
        message("Look at the spelling of the host, and whether this machine can ask the DNS."),
        said=r"gaierror|Name or service not known|No address associated|Temporary failure in name",
    ),
    Trouble(
        "unreachable",
        message("the server does not answer"),
        message(
            "Is this machine connected, and does its firewall or hoster let this port out? "
            "Many block port 25. A port that begins with TLS keeps silent, too, if imap_tls or "
            'relay_tls is not "implicit".'
        ),
        said=r"^(?!4\d\d).*(?:timed? ?out|TimeoutError|unreachable|No route to host|Errno 11[03]"
        r"|PermissionError)",
    ),
    Trouble(
        "greylisted",
        message("the server wants mail of unknown senders to be tried again"),
        message("Nothing is to be done: the judge tries again in a minute."),
        said=r"gr[ea]y.?list|450.4\.7\.1\b|451.4\.7\.1\b",
    ),
    Trouble(
        "interrupted",
        message("the server broke off, or is not ready"),
        message("The judge tries again by itself. If it stays so, ask the provider."),
        said=(
            r"\[UNAVAILABLE\]|service (?:\w+ )?unavailable|temporary auth\w* fail"
            r"|SERVERBUG|\bBYE\b|^4\d\d\b|INUSE|CORRUPTION|BrokenPipe|^abort|IMAP4\.abort|EOF"
            r"|connection (?:reset|aborted|closed)|ConnectionReset|unexpectedly closed|Disconnected"
        ),
    ),
    Trouble(
        "login-refused",
        message("the user or the password is wrong"),
        message(
            'Give the right ones to "judge setup mailbox", or set those that begin with imap_ '
            "or relay_. With two-factor authentication it must be an app password."
        ),
        said=(
            r"\b535\b|AUTHENTICATIONFAILED|AUTHORIZATIONFAILED"
            r"|authenticat(?:ion|e) (?:failed|unsuccessful)|login (?:failed|incorrect|failure)"
            r"|invalid (?:login|credentials|user|password)|credentials invalid"
            r"|username and password not accepted|wrong password"
            r"|bad username"
        ),
        lasts=True,
    ),
    Trouble(
        "login-not-taken",
        message("the server refuses the login, for a reason that only its answer tells"),
        message(
            "Log in with a browser, and look whether the provider asks for something there. Else "
            "look at user and password."
        ),
        said=r"LoginError|SMTPAuthenticationError",
        lasts=True,
    ),
    Trouble(
        "too-large",
        message("the mail is larger than the server takes"),
        message("Nothing is to be done: the person is told. Pictures can be left out by SET MY."),
        message("This mail was not delivered."),
        said=r"5\.3\.4\b|message (?:size|too large|length)",
    ),
    Trouble(
        "recipient-unknown",
        message("there is no such recipient, or their mailbox takes no mail"),
        message(
            "Nothing is to be done: after three days their mail is paused, and others are told."
        ),
        message("This mail was not delivered."),
        said=r"5\.1\.[1236]\b|5\.1\.10\b|5\.2\.1\b|user unknown|no such user"
        r"|recipient.*rejected|^5\d\d\b.*mailbox (?:is )?(?:unavailable|not available|not found)",
    ),
    Trouble(
        "refused",
        message("the server refuses, for a reason that only its answer tells"),
        message("The log of that server, or its operator, says more."),
        said=r"^(?:SMTP\w+ )?5\d\d\b|^SMTP(?:Helo|Connect|Response|SenderRefused)\w*",
    ),
)

# Troubles that the running judge watches for: it mails them to the keeper, and metrics count them.
ALARMS = (
    Trouble(
        "asleep",
        message("the judge runs, but gives no sign of life"),
        message(
            'The log and "judge check" say why: a store that does not answer, a clock that is '
            "wrong, or a start that takes long. Start the judge anew if it stays so."
        ),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "queue",
        counted(
            "{count} letter waits to be answered for long",
            "{count} letters wait to be answered, some for long",
            1,
        ),
        message(
            "The log says why they are not answered; where it says nothing, start the judge anew."
        ),
        _UNANSWERED,
    ),
    Trouble(
        "relay",
        counted(
            "no mail goes out; {count} mail was refused",
            "no mail goes out; {count} mails were refused",
            1,
        ),
        message(
            "The mail server (setting relay_host) said last: {answer}. {cause} "
            '"judge notices" lists what waits, "judge notices retry" sends it at once, and '
            '"judge check" says whether that server lets the judge in.'
        ),
        message("Nothing is lost: all is tried again for five days."),
    ),
    Trouble(
        "mailbox",
        message("the mailbox cannot be read"),
        message("It said last: {answer}. {cause}"),
        message(
            "No mail is lost: letters wait in it, and phases that are due wait for them, for a "
            "day at most."
        ),
    ),
    Trouble(
        "quota",
        message("the provider lets the judge send no more mail for now"),
        message(
            "It said: {answer}. The judge tries again each hour, answers first. If it happens "
            "often, set mails_per_day to what your provider allows, or take another one."
        ),
        message("No mail is lost: it waits for up to five days."),
    ),
    Trouble(
        "sign-in",
        message("the mail provider lets the judge in no more: {answer}"),
        message('Sign in again: "judge setup mailbox".'),
        message(
            "Nothing is lost: mail waits in the mailbox, and the judge's own mail waits here, for "
            "five days."
        ),
    ),
    Trouble(
        "disk",
        message("the disk is nearly full: {free} MB are free"),
        message("Make room on the disk of the data folder."),
        message("When it is full no mail is taken, and mail servers bring it again."),
    ),
    Trouble(
        "disk-full",
        message("the disk of the data folder is full"),
        message("Make room there."),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "clocks",
        message("two programs serve this judge, and their clocks differ"),
        message(
            "Nobody can tell which is right, so no phase is processed until they agree. Set the "
            'clock of both machines by time servers ("timedatectl" says how that is), or stop the '
            "one whose clock is wrong."
        ),
        message("Letters are kept and answered meanwhile."),
    ),
    Trouble(
        "two-judges",
        message("another judge, {address}, works on this database, too"),
        message(
            "Stop one of the two, and give it a database or a data folder (setting data) of its "
            "own. After a change of the setting address this passes within a minute."
        ),
        message("Until then each answers mail of the other."),
    ),
    Trouble(
        "clock",
        message("the clock says {moment} UTC, which cannot be right"),
        message(
            'Nothing is done by it: the judge was last awake at {last} UTC. Set it ("timedatectl '
            'set-ntp true"), or say "judge clock right".'
        ),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "clock-went-back",
        message("the clock went back from {before} to {after} UTC"),
        message("Deadlines go by it, so let NTP set it. What waited goes on by the new time."),
        _NOT_HINDERED,
    ),
    Trouble(
        "clock-not-set",
        message("the clock says {moment} UTC, and nothing sets it, so deadlines will be wrong"),
        message('Say "timedatectl set-ntp true".'),
        _NOT_HINDERED,
    ),
    Trouble(
        "no-time-zones",
        message("there are no time zones"),
        message("Install the package tzdata."),
        message("Mail to people with a time zone cannot be written until then."),
    ),
    Trouble(
        "backup",
        message("the newest backup is of {day}"),
        message(
            'Let cron run "judge backup FILE" each night, and carry the file to another machine. '
            "Who makes backups otherwise sets backup_days = 0."
        ),
        _NOT_HINDERED,
    ),
    Trouble(
        "no-backup",
        message("no backup was ever made"),
        message(
            'Let cron run "judge backup FILE" each night, and carry the file to another machine. '
            "Who makes backups otherwise sets backup_days = 0."
        ),
        _NOT_HINDERED,
    ),
)
# Troubles that commands and chores find.
FOUND = (
    Trouble(
        "runs-already",
        message("this judge runs already: a process holds {folder}"),
        message('End it first ("systemctl stop judge"), or look at it with "judge status".'),
        _NOT_HINDERED,
    ),
    Trouble(
        "starting",
        message("the judge is starting"),
        message("Nothing is to be done; it takes a few seconds."),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "stopped",
        message("the judge does not run"),
        message(
            'Start it: "systemctl start judge". If it does not start, "judge check" and '
            '"journalctl -u judge" say why.'
        ),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "no-smtputf8",
        message("no mail can be sent to {address}, which is not in ASCII"),
        message(
            "The mail server (setting relay_host) does not offer SMTPUTF8. Postfix does by "
            '"smtputf8_enable = yes"; not every provider does. The writer needs another address.'
        ),
        message("This mail was not sent."),
    ),
    Trouble(
        "port-taken",
        message("port {port} on {host} cannot be opened: {program} answers there"),
        message(
            '"ss -ltnp" names the program that uses it. End that, or set {setting} to another '
            "port, which the programs in front of the judge must know."
        ),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "port-forbidden",
        message("port {port} cannot be opened by the judge's user"),
        message("Ports below 1024 are for root. Set {setting} to a greater one."),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "host-not-here",
        message("{host} is no address of this machine"),
        message('Set {setting} to one that "ip address" shows, usually to 127.0.0.1.'),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "templates-gone",
        message("there is no folder {folder}"),
        message("Set templates to one, or leave it out to use those that came with the judge."),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "templates-lacking",
        message("{folder} lacks {files}"),
        message("The judge does not start so. Copy what is missing from {shipped}."),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "template-broken",
        message("{file}"),
        message(
            "The mails that need it cannot be written, so the judge does not start. Mend it, or "
            "copy the file from {shipped}."
        ),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "dkim-key-unreadable",
        message("the DKIM key {file} cannot be used: {reason}"),
        message(
            "Put the right file there. Or move a wrong one away: where there is none, "
            '"judge setup" makes a new key, and prints the record to publish. Leave dkim_key out '
            "if your mail server signs. The judge does not start so."
        ),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "dkim-key-short",
        message(
            "the key in {file} has {bits} bits, and no server accepts a signature (DKIM) with "
            "fewer than {least}"
        ),
        message(
            'Move the file away: "judge setup" makes a new one, and prints the record to publish.'
        ),
        message("Mail goes out, and others may take it for spam."),
    ),
    Trouble(
        "dkim-record",
        message("others cannot verify the judge's mail (DKIM): {reason}"),
        message('"judge setup --dry-run" prints the record to publish.'),
        message("Mail goes out, and others may take it for spam."),
    ),
    Trouble(
        "key-missing",
        message("{file} is missing, though the judge has sent mail with it"),
        message(
            'Put it back from a backup ("judge restore"): without it no reply address in old '
            'mails works. If it is lost for good, write a new one: "(umask 077; openssl '
            "rand -hex 32 > {file})\", and let the judge's user own it. The judge does not "
            "start so."
        ),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "data-is-a-file",
        message("{folder} is a file, and the data folder must be a folder"),
        message("Set data to a folder."),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "data-link-broken",
        message("{folder} is a link to {target}, and that is not there"),
        message(
            "Is its disk mounted? Else make that folder for the user that the judge runs as; "
            '"judge serve" begins a new judge in it.'
        ),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "data-not-writable",
        message("this user cannot write in {folder}"),
        message(
            'It must belong to the user that the judge runs as, with mode 700; "judge setup" sees '
            "to both. Run this as that user, or as root."
        ),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "data-of-root",
        message("{folder} belongs to root, and the judge runs as {user}, who cannot use it"),
        message('Say "chown -R {user}: {folder}", or "judge setup", and start the judge again.'),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "data-not-made",
        message("{folder} is not there, and this user cannot make it in {above}"),
        message('Set data to a folder that the judge\'s user owns; "judge setup" makes one.'),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "open-to-others",
        message("{file} can be read by other users of this machine"),
        message('Say "chmod {mode} {file}".'),
        _NOT_HINDERED,
    ),
    Trouble(
        "unreadable",
        message("{file} cannot be read: {reason}"),
        message(
            'It must belong to the user that the judge runs as; "judge setup" sets that right.'
        ),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "key-damaged",
        message("{file} is damaged: it is no file of {least} characters or more"),
        message(
            'Put it back from a backup ("judge restore"); without it no reply address in old mails '
            "works. The judge does not start so: others could guess such a key."
        ),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "variants-broken",
        message("no game can be created on {names}, which are broken; the first: {reason}"),
        message('"judge variant check" says all.'),
        _NOT_HINDERED,
    ),
    Trouble(
        "variants-gone",
        message("no variant was found in {folder}"),
        message(
            "The setting variants must name a folder with one folder a variant, each with its "
            "variant.toml, or be left out."
        ),
        _NOT_HINDERED,
    ),
    Trouble(
        "program-hidden",
        message("the judge's user may not read the program, of which parts lie in {file}"),
        message(
            "Install it outside of all homes, with the Python of the system: deploy/README.md, "
            "Install."
        ),
        _WAITS_OUTSIDE,
    ),
    Trouble(
        "program-open",
        message("{file} can be changed by others than root, who could change the judge"),
        message('Let root own the program: "chown -R root: {file}", "chmod -R go-w {file}".'),
        _NOT_HINDERED,
    ),
    Trouble(
        "program-above-open",
        message("{file} can be changed by others than root, who could replace the judge in it"),
        message('Let root own this one folder: "chown root: {file}", "chmod go-w {file}".'),
        _NOT_HINDERED,
    ),
    Trouble(
        "relay-refuses",
        message("{server} does not take mail from {sender}: {answer}"),
        message("{cause}"),
        _TRIED_AGAIN,
    ),
    Trouble(
        "mailbox-refuses",
        message("{server} does not let the judge read its mail: {answer}"),
        message("{cause}"),
        message("No mail is lost: letters wait in the mailbox."),
    ),
)
TROUBLES = (*STORE, *SERVERS, *ALARMS, *FOUND)
_BY_NAME = {one.name: one for one in TROUBLES}
_BY_CODE = {code: one for one in STORE for code in one.codes}
_PATTERNS = {one.said: re.compile(one.said, re.IGNORECASE) for one in TROUBLES if one.said}
