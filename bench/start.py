"""`insulate --version` against 10 ms, `import insulate` against 30 ms

The program is started in turn with `true`, for what any process costs here, ROUNDS times;
the least wall time of each counts.  The import is timed in processes that do nothing else.
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
IMPORT = """\
import sys, time
sys.path.insert(0, sys.argv[1])
start = time.process_time()
import insulate
print((time.process_time() - start) * 1000)
"""


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
    command = [sys.executable, "-c", IMPORT, PACKAGE]
    ours = min(float(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
               for _ in range(ROUNDS))
    print(f"import insulate {ours:.2f} ms")
    print(f"start/import ratio {ours / IMPORT_LIMIT_MS:.2f} goal {GOAL}")


if __name__ == "__main__":
    main()
