#!/usr/bin/env python3
"""pygls, a client library of the Language Server Protocol, for the test of `insulate lsp`.

    lsp_client.py --fetch    fetch it into the cache, if it is missing

From the Python package index, for the Python that runs this (3.9 or newer).
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from sarif_schema import cache_folder, pip  # noqa: E402

LIBRARY = "pygls==2.1.1"


def client_folder():
    """A folder for sys.path that holds `pygls` and what it needs."""
    return cache_folder() / "lsp" / (LIBRARY + "-%d.%d" % sys.version_info[:2])


def is_there():
    return (client_folder() / "pygls").is_dir()


def fetch():
    folder = client_folder()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as new:
        pip("install", "--only-binary=:all:", "--python-version",
            "%d.%d" % sys.version_info[:2], "--target", Path(new) / "made", LIBRARY)
        os.replace(Path(new) / "made", folder)


def main():
    if sys.argv[1:] != ["--fetch"]:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        if not is_there():
            fetch()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"language server client: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
