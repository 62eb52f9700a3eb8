"""`python -m judge` is the command line of the judge."""

from judge.cli import main

main()
