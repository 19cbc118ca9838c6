"""`python -m mapsheet` is the command `mapsheet`."""

from mapsheet.cli import main

main()
