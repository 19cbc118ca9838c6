"""`python -m rulebook` is the command `rulebook`."""

from rulebook.cli import main

main()
