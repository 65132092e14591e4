"""Public cases of TOML 1.0, valid and invalid, against our reader: those of toml-test as
a Debian package carries them, or of CPython's tomllib, wherever they lie on this machine.

Nothing of them is kept here; without them the test is skipped.  `TOML_CASES` names
another folder with `valid` and `invalid` in it."""

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import pythons  # noqa: E402

DUMP = None
LIBRARY = ("import sysconfig, os; print(os.path.join(sysconfig.get_path('stdlib'), "
           "'test', 'test_tomllib', 'data'))")
PACKAGED = Path("/usr/share/gocode/src/github.com/BurntSushi/toml/internal/toml-test/tests")
# Escapes that a draft behind 1.0 adds.
AFTER_1_0 = {"valid/string/escape-esc.toml"}


def cases(folder, kind):
    """The cases of a folder; newer releases of toml-test list those of TOML 1.0."""
    listed = folder / "files-toml-1.0.0"
    names = (listed.read_text("utf-8").split() if listed.exists() else
             sorted(str(path.relative_to(folder))
                    for path in (folder / kind).rglob("*.toml")))
    return [folder / name for name in names if name.startswith(f"{kind}/")
            and name.endswith(".toml") and name not in AFTER_1_0]


def folders():
    """Every folder with cases here."""
    found = [Path(os.environ["TOML_CASES"])] if os.environ.get("TOML_CASES") else []
    found.append(PACKAGED)
    for python in pythons.find(pythons.default_cache()):
        done = subprocess.run([python["executable"], "-I", "-c", LIBRARY], text=True,
                              capture_output=True)
        found.append(Path(done.stdout.strip() or "/nonexistent"))
    return [folder for folder in dict.fromkeys(found) if (folder / "valid").is_dir()]


def dump(path):
    return subprocess.run([DUMP], stdin=path.open("rb"), capture_output=True)


def same(got, wanted):
    """Is the tree the expected one?  Floats and dates are kept as text: by value where
    Python's float() knows it."""
    if isinstance(wanted, list):
        return (isinstance(got, list) and len(got) == len(wanted)
                and all(map(same, got, wanted)))
    if set(wanted) != {"type", "value"} or not isinstance(wanted["type"], str):
        return (isinstance(got, dict) and set(got) == set(wanted)
                and all(same(got[key], wanted[key]) for key in wanted))
    kind, value = wanted["type"], wanted["value"]
    if kind == "array":  # as older versions write it
        return same(got, value)
    if not isinstance(got, dict) or set(got) != {"type", "value"}:
        return False
    if kind == "float":
        number, expected = float(got["value"].replace("_", "")), float(value)
        return got["type"] == "other" and (number == expected
                                           or number != number and expected != expected)
    if "date" in kind or "time" in kind:
        return (got["type"] == "other"
                and got["value"][:10].upper() == value[:10].upper())
    return got == {"type": kind, "value": value}


class Cases(unittest.TestCase):
    def test_valid_ones_give_their_tree(self):
        n = 0
        for folder in FOLDERS:
            for path in cases(folder, "valid"):
                with self.subTest(path=str(path)):
                    done = dump(path)
                    self.assertEqual(done.returncode, 0, done.stderr.decode())
                    expected = path.with_suffix(".json")
                    self.assertTrue(same(json.loads(done.stdout),
                                         json.loads(expected.read_text("utf-8"))),
                                    done.stdout.decode())
                n += 1
        print(n, "valid", file=sys.stderr)
        self.assertGreater(n, 40)

    def test_invalid_ones_are_refused_with_a_line(self):
        n = 0
        for folder in FOLDERS:
            for path in cases(folder, "invalid"):
                with self.subTest(path=str(path)):
                    done = dump(path)
                    self.assertEqual(done.returncode, 1, done.stdout.decode())
                    self.assertRegex(done.stderr.decode(), r"^line \d+: ")
                n += 1
        print(n, "invalid", file=sys.stderr)
        self.assertGreater(n, 40)


if __name__ == "__main__":
    DUMP = os.path.abspath(sys.argv.pop(1))
    FOLDERS = folders()
    if not FOLDERS:
        print("SKIPPED: no cases of toml-test on this machine (./setup --cross installs "
              "them)", file=sys.stderr)
        sys.exit(77)
    print("cases:", *FOLDERS, file=sys.stderr)
    sys.exit(0 if unittest.main(exit=False).result.wasSuccessful() else 1)
