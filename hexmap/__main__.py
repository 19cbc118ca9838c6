"""`python -m hexmap` is the command `hexmap`."""

from hexmap.cli import main

main()
