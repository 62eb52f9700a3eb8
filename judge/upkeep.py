"""The settings of the upkeep chores, and the state of the machine."""

import shutil
from datetime import timedelta
from functools import partial

from judge.config import Configuration
from judge.host import is_in_service
from judge.mail import TokenFileError, read_tokens
from judge.service import JUDGE, MAILBOX, Expected, Keeping, Machine, Upkeep


def upkeep_of(settings: Configuration) -> Upkeep:
    """Return how long data is kept, what the operator expects, and how to examine the machine."""
    doors = (JUDGE, MAILBOX) if settings.imap_host else (JUDGE,)
    return Upkeep(
        keeping=Keeping(
            letters=timedelta(days=settings.keep_letters),
            notices=timedelta(days=settings.keep_mail),
            traces=timedelta(days=settings.keep_traces),
        ),
        expected=Expected(
            doors=doors,
            backup=timedelta(days=settings.backup_days),
            outage=timedelta(seconds=settings.outage),
            mails_per_day=settings.mails_per_day,
            address=settings.address,
        ),
        machine=partial(_machine, settings),
    )


def _machine(settings: Configuration) -> Machine:
    signed_out = ""
    try:
        tokens = read_tokens(settings.token_file) if settings.oauth else None
        signed_out = tokens.refused.rstrip(".") if tokens else ""
    except TokenFileError as error:
        signed_out = str(error)
    return Machine(
        free=shutil.disk_usage(settings.data).free,
        signed_out=signed_out,
        # With PostgreSQL, the judge may run on another machine.
        runs=None if settings.database.startswith("postgresql") else is_in_service(settings.data),
    )
