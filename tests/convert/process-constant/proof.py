def exercise(spam):
    assert sorted(spam.sorted(b"sub-interpreter")) == sorted(b"sub-interpreter")
    assert spam.sorted(b"\x03\x02\x01") == b"\x01\x03\x02"
    try:
        spam.sorted(b"")
    except spam.Error:
        return
    raise AssertionError("empty bytes are sorted")
