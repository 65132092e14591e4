#!/usr/bin/env python3
"""Selenium and axe-core, for the tests of the HTML pages in a browser.

    browser.py --fetch    fetch them into the cache, if they are missing

From the Python package index, for the Python that runs this (3.10 or newer).  The browser
itself, Chromium with its driver, comes from the system.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from sarif_schema import cache_folder, pip  # noqa: E402

LIBRARIES = ("selenium==4.38.0",)
AXE = "axe-playwright-python==0.1.8"  # only for the axe.min.js that it holds


def browser_folder():
    """A folder for sys.path that holds `selenium`, and axe.min.js."""
    name = "-".join((*LIBRARIES, AXE, "%d.%d" % sys.version_info[:2]))
    return cache_folder() / "browser" / name


def axe_script():
    return browser_folder() / "axe_playwright_python/axe.min.js"


def is_there():
    return axe_script().exists()


def fetch():
    folder = browser_folder()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as new:
        made = Path(new) / "made"
        options = ("--only-binary=:all:", "--python-version",
                   "%d.%d" % sys.version_info[:2], "--target", made)
        pip("install", *options, *LIBRARIES)
        pip("install", *options, "--no-deps", AXE)
        os.replace(made, folder)


def main():
    if sys.argv[1:] != ["--fetch"]:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        if not is_there():
            fetch()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"browser: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
