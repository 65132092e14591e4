import mmh3

hasher = mmh3.mmh3_32(b"abc")

cases = {
    "hash": (mmh3.hash, (b"abcdefgh",)),
    "hash of text": (mmh3.hash, ("abcdefgh",)),
    "hash128": (mmh3.hash128, (b"abcdefgh" * 8,)),
    "hash64": (mmh3.hash64, (b"abcdefgh",)),
    "hash_bytes": (mmh3.hash_bytes, (b"abcdefgh",)),
    "new hasher": (mmh3.mmh3_32, (b"abc",)),
    "digest": (hasher.digest, ()),
    "copy": (hasher.copy, ()),
    "name": (getattr, (hasher, "name")),
}
