def exercise(module):
    data, mask = b"isolated" * 9 + b"x", b"\x01\x02\x03\x04"
    for kind in (bytes, bytearray, memoryview):
        masked = module.apply_mask(kind(data), kind(mask))
        assert masked != data and module.apply_mask(masked, mask) == data
    for wrong in ((data, b"123"), ("text", mask)):
        try:
            module.apply_mask(*wrong)
        except (TypeError, ValueError):
            pass
        else:
            raise AssertionError(f"{wrong} were taken")
