"""The operator's settings: from the environment, from a TOML file, or the defaults.

Each is read from `JUDGE_<NAME>` first, then from the file that `JUDGE_CONFIG` names
(else `judge.toml` in the working folder, else `/etc/judge.toml`), then from here.
"""

import logging
import os
import re
from pathlib import Path
from typing import Annotated, Self

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
_LONGEST = 1e9  # seconds: what is longer no date can be reckoned with


def settings_file() -> Path:
    """Return the file that settings are read from, whether there is one or not."""
    named = os.environ.get(CONFIG_VARIABLE)
    if named:
        return Path(named)
    return DEFAULT_FILE if DEFAULT_FILE.exists() else SYSTEM_FILE


class Configuration(BaseSettings):
    """All that an operator may set, each with its default and what it is for."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid")

    address: Annotated[str, AfterValidator(own_address)] = Field(
        "judge@localhost",
        description="The judge's own mail address. Its mail server must deliver "
        "`judge+anything@domain` to the same place: replies come back there.",
    )
    name: str = Field("Judge", description="The name beside that address.")
    keeper: str = Field(
        "", description="The operator's address, told when something needs a person."
    )
    data: Path = Field(
        Path("judge-data"),
        description="The folder of the database, of the secret key, and of pictures already made.",
    )
    database: str = Field(
        "",
        description="An SQLAlchemy address such as "
        "`postgresql+psycopg://judge@db/judge`. Empty: SQLite in the data folder.",
    )
    key: SecretStr = Field(
        SecretStr(""),
        description="What the secret reply addresses are made with, 16 characters or "
        "more. Empty: made once and kept in the data folder. Several machines must "
        "share one.",
    )
    variants: Path | None = Field(
        None,
        description="A folder of your own variants, beside the shipped ones; "
        "one that is called as a shipped one takes its place.",
    )
    templates: Path | None = Field(
        None,
        description="A folder of mail templates instead of the shipped ones, "
        "read when the program starts.",
    )
    listen_host: str = Field("127.0.0.1", description="Where the judge's own listeners are bound.")
    smtp_port: Port = Field(2525, description="The port that takes mail by SMTP; 0 for none.")
    lmtp_port: Port = Field(
        0, description="The port that takes mail by LMTP from a server; 0 for none."
    )
    imap_host: str = Field(
        "", description="An IMAP server whose mailbox is read as well; empty for none."
    )
    imap_port: int = Field(993, ge=1, le=_PORTS, description="Its port.")
    imap_tls: Tls = Field(Tls.IMPLICIT, description="`implicit`, `starttls` or `none`.")
    imap_user: str = Field("", description="The user there.")
    imap_password: SecretStr = Field(SecretStr(""), description="That user's password.")
    imap_folder: str = Field("INBOX", description="The folder that is read.")
    imap_done: str = Field(
        "Processed", description="The folder that mail is moved to once it is kept."
    )
    received_by: str = Field(
        "",
        description="The name of the mail server in front of `smtp_port` or "
        "`lmtp_port`, as it writes it behind `by` in its Received lines; several with "
        "spaces between them. Mail then counts from when it took it, also where the "
        "judge was down. Empty: from when the judge had it.",
    )
    relay_host: str = Field(
        "127.0.0.1", description="The SMTP server that sends the judge's mail on."
    )
    relay_port: int = Field(25, ge=1, le=_PORTS, description="Its port.")
    relay_tls: Tls = Field(Tls.NONE, description="`implicit`, `starttls` or `none`.")
    relay_user: str = Field("", description="The user there; empty for no login.")
    relay_password: SecretStr = Field(SecretStr(""), description="Its password.")
    authserv_id: str = Field(
        "",
        description="The name, or several, under which your own mail server notes in "
        "`Authentication-Results` who sent a mail. It must check DKIM, SPF and DMARC, "
        "add that header to every mail, and take out those of its name that came with "
        "it. Empty: a letter to the general address is believed only if "
        "`verify_dkim` shows whose it is; any other is answered with a question first, "
        "and obeyed after a yes.",
    )
    verify_dkim: bool = Field(
        True,
        description="Whether the judge looks itself, by the DNS, whether the domain of "
        "the sender signed a letter (DKIM) that would change something, that comes "
        "without a secret reply address, and of which `authserv_id` says nothing. SPF "
        "is not checked here: that takes the address that a mail was sent from. False: "
        "such letters are answered with a question.",
    )
    dkim_key: Path | None = Field(
        None,
        description="The file with the private RSA key (PEM) that mail is signed with "
        "(DKIM). Empty: the relay signs it.",
    )
    dkim_selector: str = Field(
        "judge",
        description="The name of that key in the DNS, where the public one stands at "
        "`<selector>._domainkey.<domain>`.",
    )
    return_paths: bool = Field(
        True,
        description="Whether each mail leaves with a return path of its own, "
        "`judge+bounce-...@domain`, by which a report that it failed is sure to be "
        "known. Set it to false if your provider lets the judge send from `address` "
        "alone; reports then count by the mail that they quote.",
    )
    tick: float = Field(
        10.0, gt=0, le=_DAY, description="Seconds between two looks at deadlines and queues."
    )
    outage: float = Field(
        60.0,
        gt=0,
        le=_LONGEST,
        description="Seconds without a sign of life after which mail counts as not "
        "having come in. A restart counts however short it was.",
    )
    redelivery: float = Field(
        7200.0,
        ge=0,
        le=_LONGEST,
        description="Seconds in which mail servers have tried again what they could "
        "not deliver (Postfix: 4300). A phase that was due while no mail could come "
        "in, or so long after that, waits until they are over.",
    )
    answers_per_hour: int = Field(
        60, gt=0, description="The most answers an address gets in an hour: no loops."
    )
    press_per_hour: int = Field(
        60, gt=0, description="The most messages of one player to a game in an hour."
    )
    games_per_day: int = Field(10, gt=0, description="The most games one person creates in a day.")
    deadlines: str = Field(
        "",
        description="Between which times of day new games have their deadlines, each "
        "at its own, such as `20:00-22:00`; empty for 21:00.",
    )
    own_address: bool = Field(
        False,
        description="Whether replies that come to a secret reply address from another "
        "address than the one on record wait, in all games and not only in those whose "
        "Master wants it, until a reply from that one says yes. Otherwise they are "
        "obeyed, and the answer to the address on record says from where they came.",
    )
    keep_letters: int = Field(
        90,
        ge=1,
        le=_MOST_DAYS,
        description="Days for which a letter is kept that was answered, in its own words.",
    )
    keep_mail: int = Field(
        30,
        ge=7,
        le=_MOST_DAYS,
        description="Days for which the texts and pictures of mail are kept that the "
        "judge has sent.",
    )
    keep_traces: int = Field(
        400,
        ge=30,
        le=_MOST_DAYS,
        description="Days for which it is known still that a mail came or was sent: "
        "so long nothing is done twice, and replies and reports find what they are "
        "about.",
    )
    backup_days: int = Field(
        7,
        ge=0,
        le=_MOST_DAYS,
        description="Days after which the keeper is told that the newest backup by "
        "`judge backup` is old; 0 for never.",
    )
    work_port: Port = Field(
        0,
        description="The port on 127.0.0.1 at which programs ask by HTTP how the "
        "judge is: `/healthz`, `/readyz`, and `/metrics` for Prometheus; 0 for none.",
    )
    log_level: str = Field("INFO", description="How much is written to the log.")
    log_json: bool = Field(
        False, description="Whether each line of the log is a JSON object for programs."
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
        """Return where settings come from, the strongest first."""
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
    def servers(self) -> frozenset[str]:
        """Return the names of the mail servers whose word on a sender is believed."""
        return frozenset(self.authserv_id.replace(",", " ").split())
