"""Runs a command and prints its seconds, peak memory, exit code and last line of errors as JSON: `launcher.py FEED COMMAND…`.

A process inherits the peak memory of the one that starts it, so this small one stands between the benchmark and what it measures.
"""

import json
import os
import resource
import sys
import tempfile
import time


def main(feed: str, command: list[str]) -> None:
    """Run the command with a file as its input and its output thrown away."""
    with tempfile.TemporaryFile() as errors:
        files = (os.open(feed, os.O_RDONLY), os.open(os.devnull, os.O_WRONLY), errors.fileno())
        start = time.perf_counter()
        child = os.posix_spawnp(
            command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, file, to) for to, file in enumerate(files)]
        )
        _, status = os.waitpid(child, 0)
        seconds = time.perf_counter() - start
        errors.seek(0)
        lines = errors.read().decode(errors="replace").strip().splitlines()
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(json.dumps([seconds, peak, os.waitstatus_to_exitcode(status), lines[-1] if lines else ""]))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
