"""Write the seeds of the fuzz targets into FOLDER: the fixtures named, damaged copies
of them that once showed a fault in a reader, small files of other machines, wheels made
of them, their debug information as fuzz_dwarf.c takes it, and settings."""

import struct
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests/scan"))

import tiny_elf  # noqa: E402


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


SETTINGS = """\
# settings
[tool.insulate]
select = ["state", 'raw\\', ] # two
max = 1_000
hex = 0xFF_0
ratio = -1.5e+3
day = 1979-05-27 07:32:00.5+01:00
time = 23:59:60
"quoted.key".b = "\\t\\u00e9\\U0001F600\\u0000"
long = \"\"\"
one \\
   two\"\"\"\"
raw = '''
a''b'''
inline = { x = 1, y.z = [[], {}, [true, false]] }
[[bin]]
n = inf
[[bin]]
[bin.deep]
"""


def settings():
    """Name and text: whole, cut everywhere, each byte once another."""
    text = SETTINGS.encode()
    yield "whole", text
    yield "crlf", text.replace(b"\n", b"\r\n")
    yield "many", b"".join(b"k%d = %d\n" % (i, i) for i in range(100))
    for size in range(0, len(text), 5):
        yield f"cut{size}", text[:size]
    for offset in range(0, len(text), 3):
        for byte in (0, 0x22, 0xff):
            yield f"byte{offset}-{byte}", text[:offset] + bytes([byte]) + text[offset + 1:]


def main():
    folder, *fixtures = map(Path, sys.argv[1:])
    for target in ("elf", "dwarf", "wheel", "toml"):
        (folder / target).mkdir(parents=True, exist_ok=True)
    for name, content in settings():
        (folder / "toml" / f"{name}.toml").write_bytes(content)
    for machine in tiny_elf.MACHINES:
        (folder / "elf" / f"{machine}.so").write_bytes(tiny_elf.make(machine))
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
