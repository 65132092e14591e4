#!/usr/bin/env python3
"""Is a wheel fit for publication?  Lists what is not, one line each.

    packaging/inspection.py WHEEL... [--home URL]

Reads the wheel only: size, records, metadata, the links of the long description, what it
holds, how its program is linked, and its bill of materials.
"""

import argparse
import base64
import csv
import hashlib
import io
import json
import re
import sys
import zipfile
from email.parser import BytesParser
from html.parser import HTMLParser
from pathlib import Path

from elftools.elf.elffile import ELFFile
from readme_renderer import markdown

LIMIT_MB = 6
# Besides the libraries of the C library, whose names are those of the two loaders.
LIBRARIES = re.compile(r"(lib(c|dl|m|pthread|rt)|ld-linux[-\w]*)\.so(\.\d+)?$|libc\.musl-\w+\.so\.1$")
# What musl got after 1.2.2, the first 1.2 of a distribution; auditwheel does not look at it.
NEW_IN_MUSL = {"preadv2", "pwritev2", "qsort_r", "renameat2", "statx"}
HELD = ("{data}/scripts/insulate", "{data}/data/share/insulate/insulate-probe.so",
        "insulate/__init__.py", "insulate/__main__.py", "insulate/pytest_plugin.py",
        "insulate/pytest_child.py", "insulate/include/insulate.h",
        "insulate/pkgconfig/insulate.pc", "{info}/licenses/LICENSE",
        "{info}/sboms/insulate.cdx.json",
        "{data}/data/share/man/man1/insulate.1", "{data}/data/share/man/man1/insulate-check.1",
        "{data}/data/share/bash-completion/completions/insulate",
        "{data}/data/share/zsh/site-functions/_insulate",
        "{data}/data/share/fish/vendor_completions.d/insulate.fish")
WANTED_URLS = {"Homepage", "Documentation", "Source", "Issues", "Changelog"}


class Links(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found += [value or "" for name, value in attributes if name in ("href", "src")]


def size_faults(path):
    size = path.stat().st_size / 1e6
    if size > LIMIT_MB:
        yield f"{size:.2f} MB, more than {LIMIT_MB}"


def record_faults(wheel, info):
    """Each file is recorded, with the hash that it has."""
    rows = list(csv.reader(io.StringIO(wheel.read(f"{info}/RECORD").decode())))
    recorded = {row[0]: row[1] for row in rows}
    for name in wheel.namelist():
        if name.endswith("/") or name == f"{info}/RECORD":
            continue
        digest = base64.urlsafe_b64encode(hashlib.sha256(wheel.read(name)).digest())
        if recorded.pop(name, None) != "sha256=" + digest.rstrip(b"=").decode():
            yield f"RECORD: {name} is not recorded as it is"
    recorded.pop(f"{info}/RECORD", None)
    for name in recorded:
        yield f"RECORD: {name} is not in the wheel"


def metadata_faults(wheel, info, home):
    fields = BytesParser().parsebytes(wheel.read(f"{info}/METADATA"))
    for name in ("Version", "Summary", "License-Expression", "Requires-Python", "Keywords"):
        if not fields[name]:
            yield f"METADATA: no {name}"
    for name in fields.get_all("License-File") or ["(no License-File)"]:
        if f"{info}/licenses/{name}" not in wheel.namelist():
            yield f"METADATA: no licence file {name}"
    if not fields.get_all("Classifier"):
        yield "METADATA: no classifiers"
    if "source" not in (fields.get_all("Provides-Extra") or []):
        yield "METADATA: no extra [source]"
    urls = dict(each.split(", ", 1) for each in fields.get_all("Project-URL") or [])
    if home and WANTED_URLS - set(urls):
        yield f"METADATA: no Project-URL {', '.join(sorted(WANTED_URLS - set(urls)))}"
    yield from (f"METADATA: {name} is not below {home}" for name, url in urls.items()
                if home and not url.startswith(home))
    if fields["Description-Content-Type"] != "text/markdown":
        yield f"METADATA: the long description is {fields['Description-Content-Type']}"
    page = markdown.render(fields.get_payload())
    if page is None or len(page) < 1000:
        yield "METADATA: the long description cannot be shown"
        return
    links = Links(page).found
    for link in links:
        if not re.match(r"https?://", link) and not link.startswith("#"):
            yield f"METADATA: the link {link!r} of the long description leads nowhere"
    if home and not any(link.startswith(home) for link in links):
        yield "METADATA: no link of the long description leads to the documentation"


def program_faults(name, data, is_program, is_musl):
    elf = ELFFile(io.BytesIO(data))
    if elf.header.e_type != "ET_DYN":
        yield f"{name}: not position-independent"
    segments = {segment.header.p_type: segment for segment in elf.iter_segments()}
    if is_program != ("PT_INTERP" in segments):
        yield f"{name}: {'is linked statically' if is_program else 'names a loader'}"
    if "PT_GNU_STACK" not in segments or segments["PT_GNU_STACK"].header.p_flags & 1:
        yield f"{name}: its stack is executable"
    for tag in segments["PT_DYNAMIC"].iter_tags() if "PT_DYNAMIC" in segments else []:
        kind = tag.entry.d_tag
        if kind in ("DT_RPATH", "DT_RUNPATH", "DT_TEXTREL"):
            yield f"{name}: has {kind}"
        elif kind == "DT_NEEDED" and not LIBRARIES.match(tag.needed):
            yield f"{name}: needs {tag.needed}"
    symbols = elf.get_section_by_name(".dynsym")
    for symbol in symbols.iter_symbols() if is_musl and symbols else []:
        if symbol.entry.st_shndx == "SHN_UNDEF" and symbol.name in NEW_IN_MUSL:
            yield f"{name}: needs {symbol.name}, which older releases of musl lack"


def bill_faults(wheel, info, version):
    bill = json.loads(wheel.read(f"{info}/sboms/insulate.cdx.json"))
    if bill["metadata"]["component"]["version"] != version:
        yield "bill of materials: of another version"
    if not bill["components"] or not all(each["hashes"] and each["licenses"]
                                         for each in bill["components"]):
        yield "bill of materials: libraries without hash or licence"


def faults(path, home=""):
    """What is wrong with the wheel PATH, as lines."""
    yield from size_faults(path)
    name, version = path.name.split("-")[:2]
    info, data = f"{name}-{version}.dist-info", f"{name}-{version}.data"
    if "-py3-none-" not in path.name:
        yield "serves one Python only"
    with zipfile.ZipFile(path) as wheel:
        names = {name.replace(f"{data}/purelib/", "") for name in wheel.namelist()}
        lacking = {each.format(info=info, data=data) for each in HELD} - names
        yield from (f"no {each}" for each in sorted(lacking))
        if lacking & {f"{data}/{each}" for each in ("scripts/insulate",
                                                    "data/share/insulate/insulate-probe.so")}:
            return
        yield from record_faults(wheel, info)
        yield from metadata_faults(wheel, info, home)
        if f"{info}/sboms/insulate.cdx.json" not in lacking:
            yield from bill_faults(wheel, info, version)
        is_musl = "musllinux" in path.name
        yield from program_faults("insulate", wheel.read(f"{data}/scripts/insulate"), True,
                                  is_musl)
        yield from program_faults("insulate-probe.so", wheel.read(
            f"{data}/data/share/insulate/insulate-probe.so"), False, is_musl)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheels", nargs="+", type=Path)
    parser.add_argument("--home", default="", help="where the project is published")
    options = parser.parse_args()
    status = 0
    for path in options.wheels:
        for fault in faults(path, options.home):
            print(f"{path.name}: {fault}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
