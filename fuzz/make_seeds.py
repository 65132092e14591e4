"""Write the seeds of the fuzz targets into FOLDER: the fixtures named, damaged copies
of them that once showed a fault in a reader, and wheels made of them."""

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


def main():
    folder, *fixtures = map(Path, sys.argv[1:])
    (folder / "elf").mkdir(parents=True, exist_ok=True)
    (folder / "wheel").mkdir(exist_ok=True)
    for fixture in fixtures:
        whole = fixture.read_bytes()
        (folder / "elf" / fixture.name).write_bytes(whole)
        for name, content in damaged(whole):
            (folder / "elf" / f"{fixture.stem}-{name}").write_bytes(content)
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
