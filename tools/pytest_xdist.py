#!/usr/bin/env python3
"""pytest-xdist, for the test of the pytest plugin: its tests are distributed, too.

    pytest_xdist.py --fetch    fetch it into the cache, if it is missing

From the Python package index; pure Python, for every Python from 3.9.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from sarif_schema import cache_folder, pip  # noqa: E402

LIBRARIES = ("pytest-xdist==3.8.0", "execnet==2.1.2")


def library_folder():
    """A folder for sys.path that holds `xdist` and what it needs besides pytest."""
    return cache_folder() / "xdist" / "-".join(LIBRARIES)


def is_there():
    return (library_folder() / "xdist").is_dir()


def fetch():
    folder = library_folder()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as new:
        pip("install", "--no-deps", "--only-binary=:all:", "--target", Path(new) / "made",
            *LIBRARIES)
        os.replace(Path(new) / "made", folder)


def main():
    if sys.argv[1:] != ["--fetch"]:
        print(__doc__.strip())
        return 2
    try:
        if not is_there():
            fetch()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"pytest_xdist: the test of the pytest plugin is incomplete: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
