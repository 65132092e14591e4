"""`python -m insulate ...` is the program, and its `python3` is this Python."""

import os
import sys

from insulate import program


def main():
    try:
        path = program()
    except FileNotFoundError as error:
        sys.exit(f"python -m insulate: {error}")
    # The program's own choice is the first python3 on PATH.
    own = os.path.dirname(sys.executable or "")
    if own:
        os.environ["PATH"] = os.pathsep.join([own, os.environ.get("PATH", os.defpath)])
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(path, ["insulate", *sys.argv[1:]])


if __name__ == "__main__":
    main()
