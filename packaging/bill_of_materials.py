#!/usr/bin/env python3
"""What a wheel is made of, as CycloneDX JSON: the program, and the libraries in it.

    packaging/bill_of_materials.py [PREFIX] [--output FILE]

PREFIX is where libraries.py built them: it noted which archives it took.  Without it, the
archives are those that sources.json names first.  The same input gives the same bill.
"""

import argparse
import json
import sys
import uuid
from importlib import metadata
from pathlib import Path
from urllib.parse import quote

from publication import project_version

HERE = Path(__file__).resolve().parent
SOURCES = json.loads((HERE / "sources.json").read_text())
# Where each library is linked into: libarchive reads what the other two compress.
DEPENDENCIES = {"libarchive": ["zlib", "zstd"], "elfutils": ["zlib"]}
BUILT = "sources-built.json"


def chosen_archives(prefix):
    """{library: its archive} of what was built, or would be."""
    if prefix and (prefix / BUILT).exists():
        return json.loads((prefix / BUILT).read_text())
    return {name: {"sha256": source["sha256"][0], "url": source["url"],
                   "archive": Path(source["url"]).name} for name, source in SOURCES.items()}


def licences(expression):
    if " " in expression:
        return [{"expression": expression}]
    return [{"license": {"id": expression}}]


def component(name, archive):
    source, url = SOURCES[name], archive["url"]
    purl = f"pkg:generic/{name}@{source['version']}?checksum=sha256:{archive['sha256']}"
    part = {
        "type": "library", "bom-ref": name, "name": name, "version": source["version"],
        "licenses": licences(source["licence"]),
        "purl": purl + (f"&download_url={quote(url, safe='')}" if url else ""),
        "hashes": [{"alg": "SHA-256", "content": archive["sha256"]}],
        "properties": [{"name": "insulate:archive", "value": archive["archive"]}],
    }
    if url:
        part["externalReferences"] = [{"type": "source-distribution", "url": url}]
    return part


def tools():
    """The compiler and its kin, as far as they are here."""
    for name in ("auditwheel", "cmake", "meson", "meson-python", "ninja", "ziglang"):
        try:
            yield {"type": "application", "name": name, "version": metadata.version(name)}
        except metadata.PackageNotFoundError:
            continue


def bill(prefix=None):
    version = project_version(HERE.parent)
    own = f"pkg:pypi/insulate@{version}"
    archives = chosen_archives(prefix)
    contents = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": {
            "component": {"type": "application", "bom-ref": own, "name": "insulate",
                          "version": version, "purl": own, "licenses": licences("MIT")},
            "tools": {"components": list(tools())},
        },
        "components": [component(name, archives[name]) for name in sorted(SOURCES)],
        "dependencies": [{"ref": own, "dependsOn": sorted(SOURCES)},
                         *({"ref": name, "dependsOn": DEPENDENCIES.get(name, [])}
                           for name in sorted(SOURCES))],
    }
    text = json.dumps(contents, sort_keys=True)
    contents["serialNumber"] = uuid.uuid5(uuid.NAMESPACE_URL, text).urn
    return contents


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prefix", nargs="?", type=Path)
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    text = json.dumps(bill(options.prefix), indent=2) + "\n"
    if options.output:
        options.output.write_text(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
