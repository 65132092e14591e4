def exercise(module):
    for name in ("xxh32", "xxh64", "xxh3_64", "xxh3_128"):
        make = getattr(module, name)
        hasher = make(b"isolated", seed=7)
        other = hasher.copy()
        other.update(b"module")
        assert other.digest() != hasher.digest() and other.intdigest()
        assert other.hexdigest() == getattr(module, f"{name}_hexdigest")(b"isolatedmodule", 7)
        assert other.digest() == getattr(module, f"{name}_digest")(b"isolatedmodule", seed=7)
        assert other.intdigest() == getattr(module, f"{name}_intdigest")(b"isolatedmodule", 7)
        other.reset()
        assert len(other.digest()) == other.digest_size and other.name and other.block_size
        assert hasher.seed == 7
        for wrong in ((), ("text", object()), (object(),)):
            try:
                hasher.update(*wrong)
            except TypeError:
                pass
            else:
                raise AssertionError(f"{wrong} was hashed")
