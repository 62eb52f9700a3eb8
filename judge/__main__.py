"""`python -m judge` is the command line of the judge."""

from judge.cli.main import main

main()
