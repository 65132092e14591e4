import tempfile

import lmdb.cpython

folder = tempfile.TemporaryDirectory()
environment = lmdb.cpython.open(folder.name, sync=False, map_size=1 << 24)
with environment.begin(write=True) as filling:
    for i in range(1000):
        filling.put(b"%04d" % i, b"value")
# Pages cannot be used again while a transaction reads: so writing has a file of its own.
written = tempfile.TemporaryDirectory()
other = lmdb.cpython.open(written.name, sync=False, map_size=1 << 24)
transaction = environment.begin()
cursor = transaction.cursor()


def read():
    with environment.begin() as reading:
        return reading.get(b"0500")


def write():
    with other.begin(write=True) as writing:
        writing.put(b"0500", b"value")


cases = {
    "get": (transaction.get, (b"0500",)),
    "get nothing": (transaction.get, (b"none",)),
    "transaction": read,
    "write": write,
    "new cursor": (transaction.cursor, ()),
    "set_key": (cursor.set_key, (b"0500",)),
    "iterate": lambda: sum(1 for _ in transaction.cursor()),
    "stat": (environment.stat, ()),
}
