"""The variants of test_scan.py for other processors: what is said of a module depends on
its source, not on the machine it was compiled for.

Needs cross compilers (`./setup --cross`); a machine without one is skipped, with a line
that says so."""

import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

import test_scan
from test_scan import VARIANTS, InFolder, build, scan, version_of

from pythons import with_headers

# Names of machines, of Debian's cross compilers, and of the processor in findings.
MACHINES = {
    "i386": "i686-linux-gnu",
    "aarch64": "aarch64-linux-gnu",
    "ppc64le": "powerpc64le-linux-gnu",
    "riscv64": "riscv64-linux-gnu",
    "s390x": "s390x-linux-gnu",
}
COMPILERS = {machine: triplet for machine, triplet in MACHINES.items()
             if shutil.which(f"{triplet}-gcc")}
# What pyconfig.h of the machine that runs the test says of itself.
SIZES = """
#undef SIZEOF_LONG
#define SIZEOF_LONG __SIZEOF_LONG__
#undef SIZEOF_VOID_P
#define SIZEOF_VOID_P __SIZEOF_POINTER__
#undef SIZEOF_SIZE_T
#define SIZEOF_SIZE_T __SIZEOF_SIZE_T__
#undef SIZEOF_UINTPTR_T
#define SIZEOF_UINTPTR_T __SIZEOF_POINTER__
#undef SIZEOF_WCHAR_T
#define SIZEOF_WCHAR_T __SIZEOF_WCHAR_T__
#undef SIZEOF_LONG_DOUBLE
#define SIZEOF_LONG_DOUBLE __SIZEOF_LONG_DOUBLE__
#undef SIZEOF_TIME_T
#define SIZEOF_TIME_T __SIZEOF_LONG__
#undef SIZEOF_OFF_T
#define SIZEOF_OFF_T __SIZEOF_LONG__
#undef SIZEOF_PTHREAD_T
#define SIZEOF_PTHREAD_T __SIZEOF_LONG__
"""
CONFIG = "import sysconfig; print(sysconfig.get_config_h_filename())"


class Machines(InFolder):
    def setUp(self):
        super().setUp()
        self.python = test_scan.PYTHONS[-1]
        self.headers = self.folder / "include"
        shutil.copytree(self.python["include"], self.headers)
        done = subprocess.run([self.python["executable"], "-I", "-c", CONFIG], check=True,
                              capture_output=True, text=True)
        config = self.headers / "pyconfig.h"
        text = Path(done.stdout.strip()).read_text()
        config.unlink(missing_ok=True)  # it may be shared with the original
        config.write_text(text + SIZES)

    def build_all(self, machine, name, flags):
        compiler = f"{COMPILERS[machine]}-gcc"
        return {variant: build({"include": self.headers},
                               self.folder / machine / name / variant, macros, flags,
                               compiler)
                for variant, (macros, floor, *_) in VARIANTS.items()
                if version_of(self.python) >= floor}

    def check(self, paths):
        answer = scan(*paths.values())
        for variant, path in paths.items():
            _, _, init, declares, supports, verdict, rules = VARIANTS[variant]
            module, = [m for m in answer["modules"] if m["path"] == str(path)]
            findings = [f for f in answer["findings"]
                        if str(path) in (f["path"], *(e[3:] for e in f["evidence"]))]
            where = (path, module, findings)
            self.assertFalse([f for f in findings if "not analysed" in f["message"]],
                             where)
            self.assertEqual((module["init"], module.get("declares"), module["supports"],
                              module["verdict"]), (init, declares, supports, verdict),
                             where)
            self.assertEqual({f["rule"] for f in findings if f["level"] != "note"}, rules,
                             where)

    def doubts(self, machine):
        """Why the code of `machine` is not followed here; none: it is."""
        path = build({"include": self.headers}, self.folder / machine / "probe", {},
                     ["-O1"], f"{COMPILERS[machine]}-gcc")
        return [" ".join(f["evidence"]) for f in scan(path)["findings"]
                if "not analysed" in f["message"]]

    def run_machine(self, machine):
        if machine not in COMPILERS:
            self.skipTest(f"SKIPPED: no {MACHINES[machine]}-gcc; run ./setup --cross")
        doubts = self.doubts(machine)
        if machine == "riscv64" and doubts:
            # Capstone 4 has no RISC-V: said of each module, and nothing is guessed.
            self.assertRegex(doubts[0], r"Capstone 4\.\d+ does not support RISC-V")
            self.check_unknown(machine)
            self.skipTest("SKIPPED: the Capstone here has no RISC-V")
        self.assertEqual(doubts, [])
        paths = self.build_all(machine, "optimised", ["-O2", "-g"])
        self.check(paths)
        for path in paths.values():
            subprocess.run([f"{COMPILERS[machine]}-strip", str(path)], check=True)
        self.check(paths)
        self.check(self.build_all(machine, "bare", ["-O0", "-s"]))

    def check_unknown(self, machine):
        for flags in (["-O2", "-g"], ["-O2", "-s"]):
            for variant in ("clean", "static_counter", "static_buffer", "guard"):
                path = build({"include": self.headers}, self.folder / machine / variant,
                             VARIANTS[variant][0], flags, f"{COMPILERS[machine]}-gcc")
                module, = scan(path)["modules"]
                is_sure = variant == "clean" and "-g" in flags
                self.assertEqual(module["verdict"],
                                 "isolated" if is_sure else "not-isolated", module)
                self.assertTrue(is_sure or "cannot be determined" in module["reason"],
                                module)

    def test_i386(self):
        self.run_machine("i386")

    def test_aarch64(self):
        self.run_machine("aarch64")

    def test_ppc64le(self):
        self.run_machine("ppc64le")

    def test_riscv64(self):
        self.run_machine("riscv64")

    def test_s390x(self):
        self.run_machine("s390x")


def main():
    test_scan.INSULATE = os.path.abspath(sys.argv.pop(1))
    # Slots and other tables differ most in the newest one.
    test_scan.PYTHONS = with_headers()
    if not test_scan.PYTHONS:
        print("SKIPPED: no Python with headers was found; run ./setup", file=sys.stderr)
        return 77
    if not COMPILERS:
        print("SKIPPED: no cross compiler was found; run ./setup --cross",
              file=sys.stderr)
        return 77
    return 0 if unittest.main(exit=False, verbosity=2).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
