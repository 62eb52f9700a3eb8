"""All that there is to look at, in turn."""

from collections.abc import Callable, Iterator
from datetime import datetime

from judge.app import utc_now
from judge.cli.check.clock import clock_finding, set_by_ntp
from judge.cli.check.database import database_finding, last_sign
from judge.cli.check.dns import look_up
from judge.cli.check.doors import (
    is_serving,
    listener_findings,
    mailbox_finding,
    relay_finding,
    signature_finding,
)
from judge.cli.check.files import (
    data_findings,
    settings_finding,
    templates_finding,
    this_program,
    variants_finding,
)
from judge.cli.check.finding import Finding
from judge.cli.check.probe import probe_finding
from judge.cli.check.reading import read_settings, settings_in_environment
from judge.cli.check.records import record_findings
from judge.cli.check.sense import senseless
from judge.config import Configuration


def all_findings(begin: Callable[[Configuration], None], *, quick: bool) -> Iterator[Finding]:
    """Yield what is found out about the settings there are, or that there are none.

    What is done first with settings that can be read is `begin`.
    """
    settings = read_settings()
    if not isinstance(settings, Configuration):
        yield from settings
        return
    begin(settings)
    yield from findings(settings, utc_now(), quick=quick)


def findings(settings: Configuration, now: datetime, *, quick: bool) -> Iterator[Finding]:
    """Yield what was found out about each part of the configuration, one at a time.

    A `quick` look asks no name server, and does not see whether mail comes in.
    """
    yield settings_finding(settings)
    yield from settings_in_environment()
    yield from data_findings(settings)
    yield database_finding(settings)
    troubled = False
    for finding in _of_mail(settings):
        troubled = troubled or bool(finding.trouble)
        yield finding
    yield signature_finding(settings, None if quick else look_up)
    last = last_sign(settings)
    yield clock_finding(now, last, set_by_ntp)
    yield templates_finding(settings)
    yield variants_finding(settings)
    yield from filter(None, [this_program()])
    if quick:
        return
    yield from record_findings(settings, look_up)
    if not troubled:
        serving = is_serving(settings, last, now)
        yield probe_finding(settings, now, serving=serving)


def _of_mail(settings: Configuration) -> Iterator[Finding]:
    """Yield what hinders mail; of what cannot be meant nothing is tried."""
    wrong = tuple(senseless(settings))
    yield from wrong
    told = {one.subject for one in wrong}
    if "listeners" not in told:
        yield from listener_findings(settings)
    if "mailbox" not in told:
        yield mailbox_finding(settings)
    if "mail out" not in told:
        yield relay_finding(settings)
