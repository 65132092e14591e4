import xxhash

hasher = xxhash.xxh64(b"abc")

cases = {
    "new": (xxhash.xxh64, (b"abc",)),
    "update": (hasher.update, (b"",)),
    "digest": (hasher.digest, ()),
    "intdigest": (hasher.intdigest, ()),
    "copy": (hasher.copy, ()),
    "at once": (xxhash.xxh64_hexdigest, (b"isolated extension module",)),
    "at once, long": (xxhash.xxh3_128_digest, (b"isolated" * 512,)),
}
