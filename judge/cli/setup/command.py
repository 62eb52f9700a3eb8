"""`judge setup`: asks, shows what it would change, and does it."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

import typer

from judge.app import utc_now
from judge.cli.setup.answers import PASSWORDS, QUESTIONS, Answers, Question, answers_of, faults
from judge.cli.setup.configuration import ByHandError
from judge.cli.setup.dns import records_text
from judge.cli.setup.doing import do, start
from judge.cli.setup.plan import Places, Plan, StepError, is_root, make_plan, settings_in

_HOMES = ("/home/", "/root/")


def set_up(given: Mapping[str, str], places: Places, *, sure: bool, dry: bool) -> bool:
    """Set a judge up, or with `dry` show what that would change; return whether it is.

    What is not `given` is asked. Unless it is `sure`, each change is shown and agreed
    to before anything is done.
    """
    try:
        _may_be_done(places, dry=dry)
        plan = make_plan(_answered(given, places), places)
        _agree(plan, sure=sure, dry=dry)
        if not dry:
            _do(plan)
    except (StepError, ByHandError) as error:
        typer.echo(str(error), err=True)
        return False
    except OSError as error:
        typer.echo(f"{error.filename}: {error.strerror}.", err=True)
        return False
    return True


def read_answers(file: Path) -> dict[str, str]:
    """Return the answers in a TOML file; ValueError says what is wrong with it."""
    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file} is no TOML: {error}.") from error
    return {name: str(value) for name, value in found.items()}


def _answered(given: Mapping[str, str], places: Places) -> Answers:
    """Return the answers, those that are not given from a person."""
    answers = dict(given)
    before = settings_in(places.config)
    for question in QUESTIONS:
        if question.name not in answers:
            answers[question.name] = _asked(question, _usual(question.name, before))
    wrong = faults(answers)
    for sentence in wrong:
        typer.echo(sentence, err=True)
    if wrong:
        raise typer.Exit(2)
    found = answers_of(answers)
    for name, server in zip(PASSWORDS, (found.server_in(), found.server_out()), strict=True):
        if server and not (answers.get(name) or before.get(name)):
            words = f"The password of {server.user} at {server.host}"
            answers[name] = typer.prompt(words, hide_input=True)
    return answers_of(answers)


def _asked(question: Question, usual: str) -> str:
    usual = usual or question.usual
    while True:
        said = str(typer.prompt(question.words, default=usual or None)).strip()
        fault = question.fault(said)
        if fault is None:
            return said
        typer.echo(f"Not so: {fault}")


def _usual(name: str, before: Mapping[str, object]) -> str:
    """Return what the settings that are there amount to as an answer."""
    if name == "mail_in" and before.get("imap_host"):
        kind = "imap" if before.get("imap_tls") == "starttls" else "imaps"
        return _login(kind, "imap", before)
    if name == "mail_out" and before.get("relay_user"):
        kind = "smtps" if before.get("relay_tls") == "implicit" else "smtp"
        return _login(kind, "relay", before)
    return str(before.get(name, ""))


def _login(scheme: str, kind: str, before: Mapping[str, object]) -> str:
    port = f":{before[f'{kind}_port']}" if f"{kind}_port" in before else ""
    return f"{scheme}://{before.get(f'{kind}_user')}@{before[f'{kind}_host']}{port}"


def _show(plan: Plan) -> None:
    for change in plan.changes:
        typer.echo(change.shown() + "\n")
    if not plan.changes:
        typer.echo("No file is to change.")
    typer.echo(_records(plan))


def _records(plan: Plan) -> str:
    host = plan.host or f"mail.{plan.answers.domain}"
    records = records_text(plan.answers, host, plan.dkim_key)
    return f"Publish in the DNS of {plan.answers.domain}:\n{records}\n"


def _may_be_done(places: Places, *, dry: bool) -> None:
    if not dry and not is_root():
        raise StepError("Only root can do this; `--dry-run` shows what it would do.")
    if places.systemd and str(places.program).startswith(_HOMES):
        raise StepError(
            f"{places.program} lies in a home, which systemd hides from the judge; "
            "install it in /opt/judge, as deploy/README.md says."
        )


def _agree(plan: Plan, *, sure: bool, dry: bool) -> None:
    """Show what is planned; StepError where it cannot or shall not be done."""
    if plan.missing:
        missing = " ".join(plan.missing)
        raise StepError(f"First install what is missing: apt-get install {missing}")
    _show(plan)
    if not dry and not sure and not typer.confirm("Shall this be done?"):
        raise StepError("Nothing was done.")


def _do(plan: Plan) -> None:
    had_key = plan.new_key is None
    do(plan, utc_now(), typer.echo)
    if not had_key:
        typer.echo(_records(plan))
    start(plan, plan.changes, typer.echo)
