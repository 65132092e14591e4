"""What the package's tests import and its sdist leaves out."""

import struct


def u32_to_s32(value):
    """The signed number with the same 32 bits."""
    return struct.unpack("<i", struct.pack("<I", value))[0]
