"""The part of a large set of tests that the usual run takes; the suites *-all take the whole.

The same part each time: it goes by the name, so that a new test moves no other.
"""

import os
import zlib


def parts_asked():
    """INSULATE_SHARE: of so many parts one is to be taken, of what other runs have whole; 1
    without it.  CI sets it where the machine is slow."""
    return int(os.environ.get("INSULATE_SHARE") or 1)


def is_in_share(name, parts):
    """Whether the test of that name is in the first of so many parts."""
    return zlib.crc32(name.encode()) % parts == 0


def newest_of_each_kind(pythons):
    """The oldest Python, and of releases, debug builds and free-threaded ones the newest.
    Pythons are ordered by version."""
    newest = {python["kind"]: python for python in pythons}
    return [python for python in pythons
            if python is pythons[0] or python is newest[python["kind"]]]
