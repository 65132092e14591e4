#!/usr/bin/env python3
"""`meson install`: the program finds its probe, pkg-config the header."""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
MESON = os.environ.get("MESON", "meson")


def check(condition, what, *seen):
    if not condition:
        raise SystemExit(f"not ok: {what}: {seen}")
    print(f"ok: {what}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        done = subprocess.run([MESON, "install", "-C", options.build, "--no-rebuild",
                               "--destdir", name], capture_output=True, text=True)
        check(done.returncode == 0, "meson install", done.stdout, done.stderr)
        files = [path for path in Path(name).rglob("*") if path.is_file()]
        found = {path.name: path for path in files if path.parent.name != "completions"}
        check({"insulate", "insulate-probe.so", "__main__.py"} <= set(found),
              "program, probe and package are installed", sorted(found))
        listed = subprocess.run([found["insulate"], "--help"], capture_output=True, text=True)
        pages = {f"insulate-{line.split()[0]}.1" for line in listed.stdout.splitlines()
                 if line.startswith("  ")} | {"insulate.1"}
        check(pages <= set(found) and len(pages) > 9, "each command has a manual page",
              sorted(pages - set(found)))
        ends = ("bash-completion/completions/insulate", "site-functions/_insulate",
                "vendor_completions.d/insulate.fish")
        check(all(any(str(path).endswith(end) for path in files) for end in ends),
              "completions are installed", sorted(map(str, files)))
        proved = subprocess.run(
            [found["insulate"], "prove", "--python", sys.executable, "spam"],
            capture_output=True, text=True)
        check(proved.returncode == 2 and "no module 'spam'" in proved.stderr,
              "the program finds its probe", proved)
        flags = subprocess.run(
            ["pkg-config", "--cflags", "insulate"], capture_output=True, text=True,
            env={**os.environ, "PKG_CONFIG_PATH": str(found["insulate.pc"].parent),
                 "PKG_CONFIG_ALLOW_SYSTEM_CFLAGS": "1"})
        (include,) = flags.stdout.split()
        folder = Path(name) / include[2:].lstrip("/")
        wanted = {str(path.relative_to(SOURCE / "include"))
                  for path in (SOURCE / "include").rglob("*.h")}
        there = {each for each in wanted if (folder / each).exists()}
        check(there == wanted and len(wanted) > 1, "pkg-config finds the header", flags,
              sorted(wanted - there))
    return 0


if __name__ == "__main__":
    sys.exit(main())
