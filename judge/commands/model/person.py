"""What a letter tells the judge of its writer."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Register:
    """Tell the judge who one is; `fields` are (key, value), keys in lower case."""

    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SetAddress:
    """Send mail to `address` from now on."""

    address: str


@dataclass(frozen=True, slots=True)
class AlsoKnown:
    """Take whoever writes from `address` for the writer, and the other way round.

    With the password of whose it is the writer need not be asked there.
    """

    address: str
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ForgetAddress:
    """Do not take whoever writes from `address` for the writer any more."""

    address: str


@dataclass(frozen=True, slots=True)
class SetPassword:
    """Take who knows `password` for the writer when his address has died."""

    password: str = field(repr=False)


PersonCommand = SetAddress | AlsoKnown | ForgetAddress | SetPassword
