"""`insulate --version` against 10 ms, `import insulate` against 30 ms

Beside each, what any such process costs here: `true`, a Python that imports nothing.
They are started in turn, ROUNDS times; the least wall time of each counts.
"""

import subprocess
import sys
import time
from pathlib import Path

GOAL = 1.0
LIMIT_MS = 10
IMPORT_LIMIT_MS = 30
ROUNDS = 100
PACKAGE = Path(__file__).resolve().parents[1] / "python"


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
    python = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(PACKAGE)!r})"]
    rounds = [(elapsed_ms(*python), elapsed_ms(*python[:2], python[2] + "; import insulate"))
              for _ in range(ROUNDS)]
    floor, ours = (min(column) for column in zip(*rounds))
    print(f"python {floor:.1f} ms, with import insulate {ours:.1f} ms")
    print(f"start/import ratio {max(ours - floor, 0) / IMPORT_LIMIT_MS:.2f} goal {GOAL}")


if __name__ == "__main__":
    main()
