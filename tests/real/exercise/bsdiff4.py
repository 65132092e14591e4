def exercise(module):
    before, after = b"isolated extension" * 50, b"isolated module" * 60
    control, different, extra = module.diff(before, after)
    assert module.patch(before, len(after), control, different, extra) == after
    assert module.decode_int64(module.encode_int64(-5)) == -5
    for what in (lambda: module.patch(before, 10, [(99, 0, 0)], b"", b""),
                 lambda: module.patch(before, -1, [], b"", b""),
                 lambda: module.decode_int64(b"short")):
        try:
            what()
        except ValueError:
            pass
        else:
            raise AssertionError("nonsense was taken")
