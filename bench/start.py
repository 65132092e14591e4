"""`insulate --version` against 10 ms, with `true` for what any process costs here

Both are started in turn, ROUNDS times; the least wall time of each counts.
"""

import subprocess
import sys
import time
from pathlib import Path

GOAL = 1.0
LIMIT_MS = 10
ROUNDS = 100


def elapsed_ms(*command):
    start = time.perf_counter()
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   check=True)
    return (time.perf_counter() - start) * 1000


def main():
    insulate = str(Path(sys.argv[1]).absolute())
    rounds = [(elapsed_ms("true"), elapsed_ms(insulate, "--version"))
              for _ in range(ROUNDS)]
    floor, ours = (min(column) for column in zip(*rounds))
    print(f"true {floor:.1f} ms, insulate --version {ours:.1f} ms")
    print(f"start/version ratio {ours / LIMIT_MS:.2f} goal {GOAL}")


if __name__ == "__main__":
    main()
