"""The operator's settings: from the environment, from a TOML file, or the defaults.

The environment variable `JUDGE_<NAME>` comes first, then the file that `JUDGE_CONFIG`
names (else `judge.toml` in the working folder, else `/etc/judge.toml`), then the default.
"""

import logging
import os
import re
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, SecretStr, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from judge.letter import SHORTEST_KEY, Tls, own_address

CONFIG_VARIABLE = "JUDGE_CONFIG"
PREFIX = "JUDGE_"
DEFAULT_FILE = Path("judge.toml")
SYSTEM_FILE = Path("/etc/judge.toml")

_PORTS = 65535
Port = Annotated[int, Field(ge=0, le=_PORTS)]
_HOURS = re.compile(r"([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d")
_DAY = 86_400.0
_MOST_DAYS = 36_500
_LONGEST = 1e9  # seconds; dates that are much further away cannot be computed


def settings_file() -> Path:
    """Return the path of the settings file, which may not exist."""
    named = os.environ.get(CONFIG_VARIABLE)
    if named:
        return Path(named)
    return DEFAULT_FILE if DEFAULT_FILE.exists() else SYSTEM_FILE


class Configuration(BaseSettings):
    """The operator's settings, with defaults; the manual shows their descriptions."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid")

    address: Annotated[str, AfterValidator(own_address)] = Field(
        "judge@localhost",
        description="The judge's own mail address. Its mail server must deliver "
        "`judge+anything@domain` to the same place, because replies come back there.",
    )
    name: str = Field("Judge", description="The name that mails show beside that address.")
    keeper: str = Field(
        "", description="The operator's address, for mail about troubles that need a person."
    )
    data: Path = Field(
        Path("judge-data"),
        description="The folder for the database, the secret key and the pictures made so far.",
    )
    database: str = Field(
        "",
        description="An SQLAlchemy address such as "
        "`postgresql+psycopg://judge@db/judge`. Empty: SQLite in the data folder.",
    )
    key: SecretStr = Field(
        SecretStr(""),
        description="The key that secret reply addresses are made with, 16 characters or "
        "more. Empty: the judge makes one and stores it in the data folder. Several "
        "machines must share one key.",
    )
    variants: Path | None = Field(
        None,
        description="A folder of your own variants, beside the shipped ones. "
        "A variant with the name of a shipped one replaces it.",
    )
    templates: Path | None = Field(
        None,
        description="A folder of mail templates that replace the shipped ones. "
        "The program reads it when it starts.",
    )
    listen_host: str = Field(
        "127.0.0.1", description="The network address on which the judge listens."
    )
    smtp_port: Port = Field(2525, description="The port for mail by SMTP; 0 for none.")
    lmtp_port: Port = Field(
        0, description="The port for mail by LMTP from a mail server; 0 for none."
    )
    imap_host: str = Field(
        "", description="An IMAP server with a mailbox for the judge to read; empty for none."
    )
    imap_port: int = Field(993, ge=1, le=_PORTS, description="Its port.")
    imap_tls: Tls = Field(Tls.IMPLICIT, description="`implicit`, `starttls` or `none`.")
    imap_user: str = Field("", description="The user name for that server.")
    imap_password: SecretStr = Field(SecretStr(""), description="That user's password.")
    imap_folder: str = Field("INBOX", description="The folder that the judge reads.")
    imap_done: str = Field(
        "Processed", description="The folder to which the judge moves mail once it has stored it."
    )
    imap_junk: str = Field(
        "",
        description="The folders for spam, with commas between them. The judge takes letters "
        "out of them that are certainly for it. Empty: by the server's flag, or the usual names.",
    )
    received_by: str = Field(
        "",
        description="The name of the mail server in front of `smtp_port` or "
        "`lmtp_port`, as it stands behind `by` in the server's Received lines. Put "
        "spaces between several names. Mail then counts from the time when that server "
        "took it, even if the judge was down. Empty: mail counts from the time when "
        "the judge got it.",
    )
    relay_host: str = Field(
        "127.0.0.1", description="The SMTP server that delivers the judge's mail."
    )
    relay_port: int = Field(25, ge=1, le=_PORTS, description="Its port.")
    relay_tls: Tls = Field(Tls.NONE, description="`implicit`, `starttls` or `none`.")
    relay_user: str = Field("", description="The user name for that server; empty for no login.")
    relay_password: SecretStr = Field(SecretStr(""), description="That user's password.")
    oauth: Literal["", "fastmail", "google", "microsoft", "yahoo"] = Field(
        "",
        description="Where `judge setup mailbox` signs in, for a mailbox and a relay that "
        "take no password (OAuth 2); empty for logins by password.",
    )
    oauth_client: str = Field(
        "", description="The client id under which this judge is registered there."
    )
    oauth_secret: SecretStr = Field(
        SecretStr(""), description="The client secret that Google gives with it."
    )
    oauth_server: str = Field(
        "",
        description="Another machine that speaks as the sign-in server, such as "
        "`https://login.microsoftonline.us`; empty for the usual one.",
    )
    authserv_id: str = Field(
        "",
        description="The name of your own mail server in the header "
        "`Authentication-Results`, or several names. The server must check DKIM, SPF "
        "and DMARC, add that header to every mail, and remove headers of its own name "
        "that came with the mail. Empty: the judge believes a letter to the general "
        "address only if `verify_dkim` proves its sender; otherwise it answers with a "
        "question, and obeys the letter after a yes.",
    )
    verify_dkim: bool = Field(
        True,
        description="Whether the judge itself checks the DKIM signature of a letter "
        "by DNS. It does so if the letter would change something, came without a secret "
        "reply address, and `authserv_id` says nothing about it. The judge does not "
        "check SPF, for which it would need the IP address of the sending server. "
        "False: the judge answers such letters with a question.",
    )
    dkim_key: Path | None = Field(
        None,
        description="The file of the private RSA key (PEM) with which the judge signs "
        "its mail (DKIM). Empty: the relay signs it.",
    )
    dkim_selector: str = Field(
        "judge",
        description="The name of that key in the DNS. The public key stands at "
        "`<selector>._domainkey.<domain>`.",
    )
    return_paths: bool = Field(
        True,
        description="Whether each mail has a return path of its own, "
        "`judge+bounce-...@domain`, so that the judge surely recognizes a report that "
        "the mail failed. Set it to false if your provider lets the judge send only "
        "from `address`; the judge then recognizes reports by the mail that they quote.",
    )
    plus_addresses: bool = Field(
        True,
        description="Whether mail to `judge+anything@domain` comes in. Set it to false for a "
        "mailbox that gets no such mail: the Message-ID of each mail then carries the secret, "
        "and replies count from the player's own address, if its provider signs (DKIM) or "
        "`authserv_id` tells that it is theirs.",
    )
    tick: float = Field(
        10.0, gt=0, le=_DAY, description="Seconds between checks of deadlines and queues."
    )
    outage: float = Field(
        60.0,
        gt=0,
        le=_LONGEST,
        description="Seconds without a sign of life after which the judge assumes that "
        "no mail could come in. It assumes this after every restart, however short.",
    )
    redelivery: float = Field(
        7200.0,
        ge=0,
        le=_LONGEST,
        description="Seconds within which mail servers retry a delivery that failed "
        "(Postfix: 4300). A phase that was due while no mail could come in, or within "
        "this time afterwards, waits until this time is over.",
    )
    mails_per_hour: int = Field(
        0,
        ge=0,
        description="The most mails that the judge sends in an hour; 0 for no limit. Answers go "
        "first, the rest waits.",
    )
    mails_per_day: int = Field(
        0,
        ge=0,
        description="The most mails that the judge sends in 24 hours; 0 for no limit. The last "
        "tenth is kept for answers.",
    )
    answers_per_hour: int = Field(
        60, gt=0, description="The most answers to one address in an hour, against mail loops."
    )
    press_per_hour: int = Field(
        60, gt=0, description="The most messages of one player in a game in an hour."
    )
    games_per_day: int = Field(10, gt=0, description="The most games one person creates in a day.")
    deadlines: str = Field(
        "",
        description="The hours in which new games have their deadlines, each at a time "
        "of its own, such as `20:00-22:00`; empty for 21:00.",
    )
    own_address: bool = Field(
        False,
        description="Whether, in all games, a reply to a secret reply address waits if "
        "it did not come from the address on record, until a reply from there says yes. "
        "False: the Master of each game decides. A reply that does not wait is obeyed, "
        "and the answer to the address on record says where it came from.",
    )
    keep_letters: int = Field(
        90,
        ge=1,
        le=_MOST_DAYS,
        description="Days for which the judge keeps the text of an answered letter.",
    )
    keep_mail: int = Field(
        30,
        ge=7,
        le=_MOST_DAYS,
        description="Days for which the judge keeps the texts and pictures of mail that it sent.",
    )
    keep_traces: int = Field(
        400,
        ge=30,
        le=_MOST_DAYS,
        description="Days for which the judge still knows that a mail came or was sent. "
        "During this time nothing is done twice, and the judge knows which mail a reply "
        "or a report is about.",
    )
    backup_days: int = Field(
        7,
        ge=0,
        le=_MOST_DAYS,
        description="The age in days of the newest `judge backup` at which the keeper is "
        "told; 0 for never.",
    )
    web_host: str = Field(
        "127.0.0.1",
        description="The network address on which the web face listens, for the proxy in "
        "front of it.",
    )
    web_port: Port = Field(
        0,
        description="The port of the web face within `judge serve`, bound to "
        "`web_host`; 0 for none there. `judge web` runs it as a program of its own.",
    )
    web_url: str = Field(
        "",
        description="The address by which people reach the web face, such as "
        "`https://judge.example.org`, for feeds and links.",
    )
    web_proxies: str = Field(
        "127.0.0.1",
        description="The addresses of the proxies in front of the web face, with spaces "
        "between them. They say by `X-Forwarded-For` who asks; nobody else is believed.",
    )
    work_port: Port = Field(
        0,
        description="The port on 127.0.0.1 at which programs can ask for the judge's "
        "state by HTTP: `/healthz`, `/readyz`, and `/metrics` for Prometheus; 0 for none.",
    )
    log_level: str = Field(
        "INFO", description="The least level of messages in the log: DEBUG, INFO, WARNING or ERROR."
    )
    log_json: bool = Field(
        False, description="Whether each line of the log is a JSON object, for programs."
    )

    @field_validator("key")
    @classmethod
    def _is_long_enough(cls, key: SecretStr) -> SecretStr:
        if 0 < len(key.get_secret_value().encode()) < SHORTEST_KEY:
            raise ValueError(
                f"it has fewer than {SHORTEST_KEY} characters; leave it out, and the "
                "judge makes a good one, or use what `openssl rand -hex 32` prints"
            )
        return key

    @field_validator("web_url")
    @classmethod
    def _is_an_address(cls, url: str) -> str:
        if url and not re.fullmatch(r"https?://[\w.:\[\]-]+/?", url):
            raise ValueError("write it without a path, such as https://judge.example.org")
        return url.rstrip("/")

    @field_validator("web_proxies")
    @classmethod
    def _are_few(cls, proxies: str) -> str:
        for one in proxies.split():
            try:
                trusts_all = ip_network(one).prefixlen == 0
            except ValueError:
                trusts_all = True
            if trusts_all:
                raise ValueError(
                    f"`{one}` is not the address or network of a proxy; name your own, such as "
                    "`127.0.0.1 ::1 10.0.0.0/8`: whoever is named may say that they are anybody"
                )
        return proxies

    @field_validator("deadlines")
    @classmethod
    def _are_hours(cls, deadlines: str) -> str:
        if deadlines and not _HOURS.fullmatch(deadlines):
            raise ValueError("write from when to when, such as 20:00-22:00")
        return deadlines

    @field_validator("log_level")
    @classmethod
    def _is_a_level(cls, level: str) -> str:
        if level.upper() not in logging.getLevelNamesMapping():
            raise ValueError("use DEBUG, INFO, WARNING or ERROR")
        return level.upper()

    @model_validator(mode="after")
    def _has_a_port_for_each_protocol(self) -> Self:
        if self.smtp_port and self.smtp_port == self.lmtp_port:
            raise ValueError(
                f"`smtp_port` and `lmtp_port` are both {self.smtp_port}; a port takes "
                "one of SMTP and LMTP, so choose another for one of them, or 0 for none"
            )
        return self

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return the sources of settings; earlier ones win."""
        file = settings_file()
        if os.environ.get(CONFIG_VARIABLE) and (file.is_dir() or not file.exists()):
            raise FileNotFoundError(file)
        return (
            init_settings,
            env_settings,
            TomlConfigSettingsSource(settings_cls, toml_file=settings_file()),
        )

    @property
    def database_url(self) -> str:
        """Return the address of the database, SQLite in the data folder by default."""
        return self.database or f"sqlite:///{self.data.absolute() / 'judge.db'}"

    @property
    def token_file(self) -> Path:
        """Return the file of the access tokens for the mailbox."""
        return self.data / "mailbox-token.json"

    @property
    def servers(self) -> frozenset[str]:
        """Return the names of the mail servers that the judge trusts about a sender."""
        return frozenset(self.authserv_id.replace(",", " ").split())
