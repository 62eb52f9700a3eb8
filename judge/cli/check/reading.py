"""Reading the settings, or saying in plain words why they cannot be read."""

import difflib
import os
import tomllib
from collections.abc import Iterator, Mapping

from pydantic import ValidationError

from judge.cli.check.finding import Finding
from judge.config import CONFIG_VARIABLE, PREFIX, Configuration, settings_file

# What pydantic finds, by its name for it; the bounds stand in the context.
_PLAIN = {
    "int_parsing": "it must be a whole number, without quotes",
    "int_type": "it must be a whole number, without quotes",
    "int_from_float": "it must be a whole number",
    "float_parsing": "it must be a number, without quotes",
    "float_type": "it must be a number, without quotes",
    "finite_number": "it must be a number that has an end",
    "bool_parsing": "it must be true or false",
    "bool_type": "it must be true or false, without quotes",
    "string_type": "it must be a text in quotes",
    "path_type": "it must be the name of a file or folder in quotes",
    "enum": "it must be {expected}",
    "greater_than": "it must be more than {gt:g}",
    "greater_than_equal": "it must be {ge:g} or more",
    "less_than_equal": "it must be {le:g} or less",
}


def read_settings() -> Configuration | tuple[Finding, ...]:
    """Return the operator's settings, or what is wrong, never with a secret value."""
    file = settings_file()
    try:
        return Configuration()
    except ValidationError as error:
        return tuple(_wrong(one["type"], one) for one in error.errors())
    except FileNotFoundError:
        return (
            Finding(
                "settings",
                trouble=f"There is no file {file}, which {CONFIG_VARIABLE} names. "
                "`judge setup` writes one.",
            ),
        )
    except OSError as error:
        return (
            Finding(
                "settings",
                trouble=f"{file} cannot be read: {error.strerror}. Run this as root, "
                "or as the user that the judge runs as.",
            ),
        )
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return (Finding("settings", trouble=f"{file} is no TOML: {error}."),)


def strange_variables(environment: Mapping[str, str]) -> Iterator[Finding]:
    """Yield a finding of each variable that looks like a setting and is none."""
    known = [CONFIG_VARIABLE] + [PREFIX + name.upper() for name in Configuration.model_fields]
    for name in sorted(environment):
        if not name.upper().startswith(PREFIX) or name.upper() in known:
            continue
        nearest = difflib.get_close_matches(name.upper(), known, 1)
        meant = f" Did you mean {nearest[0]}?" if nearest else ""
        yield Finding("environment", trouble=f"{name} is no setting, so it does nothing.{meant}")


def settings_in_environment() -> Iterator[Finding]:
    """Yield a finding of each variable of this process that is no setting."""
    return strange_variables(os.environ)


def _wrong(kind: str, error: Mapping[str, object]) -> Finding:
    """Return the finding of one error as pydantic tells it."""
    where = error["loc"]
    name = ".".join(map(str, where)) if isinstance(where, tuple) else ""
    if kind == "extra_forbidden":
        nearest = difflib.get_close_matches(name, Configuration.model_fields, 1)
        meant = f" Did you mean `{nearest[0]}`?" if nearest else " Take it out."
        return Finding(
            name, trouble=f"The setting {name} is wrong: there is none of that name.{meant}"
        )
    context = error.get("ctx")
    gaps = context if isinstance(context, dict) else {}
    why = str(gaps["error"]) if "error" in gaps else _plain(kind, gaps, error)
    if not name:
        return Finding("settings", trouble=f"Settings are wrong: {why}.")
    return Finding(name, trouble=f"The setting {name} is wrong: {why}.")


def _plain(kind: str, gaps: Mapping[str, object], error: Mapping[str, object]) -> str:
    return _PLAIN[kind].format(**gaps) if kind in _PLAIN else str(error["msg"])
