from websockets.speedups import apply_mask

cases = {
    "short": (apply_mask, (b"abcd", b"1234")),
    "frame": (apply_mask, (b"isolated" * 16, b"1234")),
    "long": (apply_mask, (bytes(8192), b"1234")),
    "of a bytearray": (apply_mask, (bytearray(64), b"1234")),
}
