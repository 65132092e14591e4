from array import array

from crcmod._crcfunext import _crc8, _crc32r

table = array("I", range(256)).tobytes()
bytes_table = bytes(range(256))

cases = {
    "crc8": (_crc8, (b"abcdefgh", 0, bytes_table)),
    "crc32r": (_crc32r, (b"abcdefgh", 0, table)),
    "crc32r, long": (_crc32r, (b"isolated" * 512, 0, table)),
}
