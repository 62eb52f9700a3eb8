"""The operator's settings: from the environment, from a TOML file, or the defaults.

Each is read from `JUDGE_<NAME>` first, then from the file that `JUDGE_CONFIG` names
(`judge.toml` in the working folder when it does not), then from here.
"""

import os
from pathlib import Path

from pydantic import Field, SecretStr
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from judge.mail import Tls

CONFIG_VARIABLE = "JUDGE_CONFIG"
DEFAULT_FILE = "judge.toml"


class Configuration(BaseSettings):
    """All that an operator may set, each with its default and what it is for."""

    model_config = SettingsConfigDict(env_prefix="JUDGE_", extra="forbid")

    address: str = Field(
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
        description="The folder of the database, of the secret key, and of pictures "
        "already made.",
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
        None, description="A folder of variants instead of the shipped ones."
    )
    templates: Path | None = Field(
        None, description="A folder of mail templates instead of the shipped ones."
    )
    listen_host: str = Field(
        "127.0.0.1", description="Where the judge's own listeners are bound."
    )
    smtp_port: int = Field(
        2525, description="The port that takes mail by SMTP; 0 for none."
    )
    lmtp_port: int = Field(
        0,
        description="The port that takes mail by LMTP from a mail server; 0 for none.",
    )
    imap_host: str = Field(
        "", description="An IMAP server whose mailbox is read as well; empty for none."
    )
    imap_port: int = Field(993, description="Its port.")
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
    relay_port: int = Field(25, description="Its port.")
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
        "which any reply says yes to.",
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
        10.0, gt=0, description="Seconds between two looks at deadlines and queues."
    )
    outage: float = Field(
        60.0,
        gt=0,
        description="Seconds without a sign of life after which mail counts as not "
        "having come in. A restart counts however short it was.",
    )
    redelivery: float = Field(
        7200.0,
        ge=0,
        description="Seconds in which mail servers have tried again what they could "
        "not deliver (Postfix: 4300). A phase that was due while no mail could come "
        "in, or so long after that, waits until they are over.",
    )
    answers_per_hour: int = Field(
        60,
        gt=0,
        description="The most answers one address gets in an hour; ends mail loops.",
    )
    own_address: bool = Field(
        False,
        description="Whether replies that come to a secret reply address from another "
        "address than the one on record wait, in all games and not only in those whose "
        "Master wants it, until a reply from that one says yes. Otherwise they are "
        "obeyed, and the answer to the address on record says from where they came.",
    )
    log_level: str = Field("INFO", description="How much is written to the log.")

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
        file = Path(os.environ.get(CONFIG_VARIABLE, DEFAULT_FILE))
        return (
            init_settings,
            env_settings,
            TomlConfigSettingsSource(settings_cls, toml_file=file),
        )

    @property
    def database_url(self) -> str:
        """Return the address of the database, SQLite in the data folder by default."""
        return self.database or f"sqlite:///{self.data.absolute() / 'judge.db'}"

    @property
    def servers(self) -> frozenset[str]:
        """Return the names of the mail servers whose word on a sender is believed."""
        return frozenset(self.authserv_id.replace(",", " ").split())
