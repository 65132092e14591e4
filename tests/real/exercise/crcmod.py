def exercise(module):
    table = bytes(range(256))
    assert module._crc8(b"isolated", 0, table) == module._crc8r(b"isolated", 0, table)
    wide = (list(range(256)), (b"isolated", 0))
    for name in ("_crc16", "_crc24", "_crc32", "_crc64"):
        size = {"_crc16": 2, "_crc24": 4, "_crc32": 4, "_crc64": 8}[name]
        numbers = b"".join(i.to_bytes(size, "little") for i in wide[0])
        for function in (getattr(module, name), getattr(module, f"{name}r")):
            assert isinstance(function(*wide[1], numbers), int)
            try:
                function(b"isolated", 0, b"short")
            except ValueError:
                pass
            else:
                raise AssertionError("a short table was taken")
