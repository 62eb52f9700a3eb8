"""Whether a judge with these settings works: each thing looked at is one finding."""

from judge.cli.check.all import all_findings, findings
from judge.cli.check.finding import Finding
from judge.cli.check.reading import read_settings

__all__ = ["Finding", "all_findings", "findings", "read_settings"]
