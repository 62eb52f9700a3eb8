"""The form of the log: lines for people and the journal, or JSON for programs.

A log call says in a few words what happened. The letter, notice, game or address is in its fields
(`extra`). Bodies of mails, orders and secrets are never logged.
"""

import logging
import os
from collections.abc import MutableMapping
from typing import Any, TextIO

import structlog

# What systemd reads at the beginning of a line (sd-daemon(3)).
_PRIORITIES = {"debug": 7, "info": 6, "warning": 4, "error": 3, "critical": 2}
_JOURNAL = "JOURNAL_STREAM"  # set by systemd for what it writes into the journal

_Fields = MutableMapping[str, Any]


def write_log(stream: TextIO, level: str, *, as_json: bool) -> None:
    """Send the log of this process to a stream, from `level` on.

    For systemd's journal a line begins with its priority and has no time: the journal adds it.
    """
    if as_json:
        renderer: structlog.typing.Processor = structlog.processors.JSONRenderer()
    else:
        renderer = _for_journal if _JOURNAL in os.environ else _for_people
    formatter = structlog.stdlib.ProcessorFormatter(
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        foreign_pre_chain=[
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.stdlib.ExtraAdder(),
            _without_values,
        ],
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # At its usual level this log reports at every start that there is nothing to do.
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _without_values(_logger: object, _method: str, fields: _Fields) -> _Fields:
    """Replace an exception by the name of its class, because a traceback prints values."""
    raised = fields.pop("exc_info", None)
    fields.pop("stack_info", None)
    if isinstance(raised, tuple) and raised[0] is not None:
        fields["error"] = raised[0].__name__
    return fields


def _for_journal(_logger: object, _method: str, fields: _Fields) -> str:
    return f"<{_PRIORITIES[fields['level']]}>{_line(fields)}"


def _for_people(_logger: object, _method: str, fields: _Fields) -> str:
    when = fields["timestamp"][:19].replace("T", " ")
    return f"{when} {fields['level'].upper():7} {_line(fields)}"


def _line(fields: _Fields) -> str:
    """Return the event and after it the fields, as in `letter kept letter=12 from=a@b.org`."""
    rest = {"event", "level", "logger", "timestamp"}
    told = [f"{name}={_shown(fields[name])}" for name in fields if name not in rest]
    return " ".join((_one_line(fields["event"]), *told))


def _shown(value: object) -> str:
    text = _one_line(str(value))
    if text and not any(sign in text for sign in ' "\\='):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _one_line(text: str) -> str:
    """Return a text on one line, so that nobody can forge a log line with it."""
    return " ".join(text.split())
