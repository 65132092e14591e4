def exercise(module):
    assert module.hash("foo") == -156908512
    assert module.hash_bytes(b"foo") == module.mmh3_x64_128_digest(b"foo")
    for make in (module.mmh3_32, module.mmh3_x64_128, module.mmh3_x86_128):
        hasher = make(seed=7)
        hasher.update(b"fo")
        other = hasher.copy()
        other.update(b"o")
        assert hasher.digest() != other.digest()
        assert len(other.digest()) == other.digest_size
        assert repr(hasher)
    try:
        module.hash(1)
    except TypeError:
        pass
    else:
        raise AssertionError("a number was hashed")
