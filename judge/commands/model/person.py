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


@dataclass(frozen=True, slots=True)
class SetPreference:
    """Write to the sender as he wants: `option` (`DIGEST`) gets the `value` written."""

    option: str
    value: str


@dataclass(frozen=True, slots=True)
class ShowPreferences:
    """Tell how the judge writes to the sender, and what others are told of him."""


@dataclass(frozen=True, slots=True)
class ShowReliability:
    """Tell the sender how reliable he is taken for, and why."""


@dataclass(frozen=True, slots=True)
class WhoIs:
    """Tell of the person of this name or address what he allows."""

    who: str


@dataclass(frozen=True, slots=True)
class Block:
    """Let the sender never be in one game with the person of this name or address.

    Without one his blocks are shown.
    """

    who: str = ""


@dataclass(frozen=True, slots=True)
class Unblock:
    """Take back the block of the person of this name or address."""

    who: str


@dataclass(frozen=True, slots=True)
class ShowData:
    """Send the sender a copy of all that is kept about him."""


@dataclass(frozen=True, slots=True)
class ForgetMe:
    """Forget the sender; with the `code` that was asked for it is done."""

    code: str = ""


AddressCommand = SetAddress | AlsoKnown | ForgetAddress | SetPassword
PersonCommand = (
    AddressCommand
    | SetPreference
    | ShowPreferences
    | WhoIs
    | ShowReliability
    | Block
    | Unblock
    | ShowData
    | ForgetMe
)
