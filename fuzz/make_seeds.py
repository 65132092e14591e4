"""Write the seeds of the fuzz targets into FOLDER: the fixtures named, damaged copies
of them that once showed a fault in a reader, wheels made of them, and their debug
information as fuzz_dwarf.c takes it."""

import struct
import sys
import zipfile
from pathlib import Path


def damaged(whole):
    """Name and bytes: cut at powers of two, and each header field made huge."""
    for power in range(6, 16):
        yield f"cut{power}", whole[:1 << power]
    for offset in (*range(16, 64, 4), *range(64, 64 + 56 * 8, 8)):
        changed = bytearray(whole)
        changed[offset:offset + 4] = b"\xff\xff\xff\x7f"
        yield f"huge{offset}", bytes(changed)


# In the order of fuzz_dwarf.c.
DEBUG_SECTIONS = (".debug_abbrev", ".debug_info", ".debug_str", ".debug_line",
                  ".debug_addr", ".debug_line_str", ".debug_str_offsets",
                  ".debug_rnglists")


def sections(whole):
    """Name -> bytes of the sections of a 64-bit ELF file of this machine's order."""
    begin, = struct.unpack_from("<Q", whole, 40)
    size, n, names = struct.unpack_from("<HHH", whole, 58)
    headers = [struct.unpack_from("<IIQQQQ", whole, begin + i * size) for i in range(n)]
    name_table = whole[headers[names][4]:][:headers[names][5]]
    return {name_table[h[0]:name_table.index(b"\0", h[0])].decode():
            whole[h[4]:h[4] + h[5]] for h in headers}


def debug_information(whole):
    """One input of fuzz_dwarf.c, b"" for a file without debug information."""
    found = sections(whole)
    if not found.get(".debug_info"):
        return b""
    parts = [found.get(name, b"")[:0xFFFF] for name in DEBUG_SECTIONS]
    return b"".join(struct.pack("<H", len(part)) + part for part in parts)


def main():
    folder, *fixtures = map(Path, sys.argv[1:])
    for target in ("elf", "dwarf", "wheel"):
        (folder / target).mkdir(parents=True, exist_ok=True)
    for fixture in fixtures:
        whole = fixture.read_bytes()
        (folder / "elf" / fixture.name).write_bytes(whole)
        for name, content in damaged(whole):
            (folder / "elf" / f"{fixture.stem}-{name}").write_bytes(content)
        debug = debug_information(whole)
        if debug:
            (folder / "dwarf" / fixture.stem).write_bytes(debug)
            for part in range(1, 8):
                cut = debug[:len(debug) * part // 8]
                (folder / "dwarf" / f"{fixture.stem}-cut{part}").write_bytes(cut)
        wheel = folder / "wheel" / f"{fixture.stem}.whl"
        with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as out:
            out.writestr("package/module.so", whole)
            out.writestr("../outside.so", whole[:100])
        packed = wheel.read_bytes()
        for part in range(1, 8):
            cut = folder / "wheel" / f"{fixture.stem}-cut{part}.whl"
            cut.write_bytes(packed[:len(packed) * part // 8])
    return 0


if __name__ == "__main__":
    sys.exit(main())
