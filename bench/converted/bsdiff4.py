from bsdiff4.core import decode_int64, diff, encode_int64, patch

old = b"isolated extension module " * 8
new = old.replace(b"module", b"modules")
control, diffs, extra = diff(old, new)

cases = {
    "encode_int64": (encode_int64, (123456,)),
    "decode_int64": (decode_int64, (encode_int64(123456),)),
    "diff": (diff, (old, new)),
    "patch": (patch, (old, len(new), control, diffs, extra)),
}
