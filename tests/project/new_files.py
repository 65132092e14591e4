"""What tools/new.py makes is complete: it compiles in a copy of the tree, and nothing is
made twice.

usage: new_files.py PROJECT
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# What is built, and what the tool writes into.
PARTS = ["meson.build", "meson.options", "README.md", "docs", "include", "packaging", "python", "src",
         "tests", "tools", "examples", "fuzz"]
NEW = [
    ["rule", "gc-spam-found"],
    ["rule", "access-spam-called", "--phase", "CALL", "--level", "note"],
    ["rule", "claim-spam-false", "--phase", "FINDINGS", "--level", "error"],
    ["pass", "spam-eggs"],
    ["pass", "spam-plans", "--folder", "plan", "--before", "plan-teardown"],
    ["scenario", "spam-eggs"],
    ["format", "spam-ml"],
]


def snapshot(tree):
    return {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}


def add(tree, words):
    """The C files that were made or changed, and what is wrong."""
    before = snapshot(tree)
    run = [sys.executable, tree / "tools/new.py", *words]
    subprocess.run(run, check=True, stdout=subprocess.DEVNULL)
    after = snapshot(tree)
    files = [path for path in after if after[path] != before.get(path)]
    faults = []
    if not any(path not in before and b"TODO" in after[path] for path in files):
        faults.append(f"{words}: nothing says what is to be filled in")
    again = subprocess.run(run, capture_output=True)
    if again.returncode == 0 or snapshot(tree) != after:
        faults.append(f"{words}: made a second time")
    return [path for path in files if path.suffix == ".c"], faults


def check_rules(tree):
    """The rows are sorted, and each new rule has what belongs to it."""
    names = re.findall(r'^RULE\("([^"]+)"', (tree / "src/model/rules.inc").read_text(), re.M)
    if names != sorted(names):
        yield "the rows of rules.inc are not sorted"
    for kind, name, *_ in NEW:
        if kind != "rule":
            continue
        places = [f"src/checks/{name.replace('-', '_')}.c", f"docs/rules/{name}.md",
                  f"tests/checks/{name}/bad.c", f"tests/checks/{name}/good.c"]
        yield from (f"{name}: no {path}" for path in places if not (tree / path).exists())
        yield from (f"{name}: {names.count(name)} rows" for _ in [0] if names.count(name) != 1)


def compile_objects(tree, paths):
    """Compile the objects of PATHS as the build of TREE does."""
    build = tree.parent / "build"
    made = subprocess.run(["meson", "setup", "-Dwerror=true", build, tree], text=True,
                          capture_output=True)
    if made.returncode != 0:
        return [f"the build cannot be set up: {made.stdout[-2000:]}"]
    listed = subprocess.run(["ninja", "-C", build, "-t", "targets", "all"], text=True,
                            capture_output=True, check=True).stdout
    wanted = []
    for path in paths:
        room = "/".join(path.relative_to(tree).parts[:2])
        targets = [line.split(": ")[0] for line in listed.splitlines()
                   if line.startswith((f"{room}/", "insulate")) and re.search(
                       rf"[/_]{re.escape(path.name)}\.o$", line.split(": ")[0])]
        if not targets:
            return [f"{path.name} is not built"]
        wanted += targets
    run = subprocess.run(["ninja", "-C", build, *sorted(set(wanted))], text=True,
                         capture_output=True)
    return [] if run.returncode == 0 else [run.stdout[-4000:]]


def main():
    project = pathlib.Path(sys.argv[1]).resolve()
    faults, paths = [], []
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder) / "tree"
        for part in PARTS:
            copy = shutil.copytree if (project / part).is_dir() else shutil.copy
            (tree / part).parent.mkdir(parents=True, exist_ok=True)
            copy(project / part, tree / part)
        for words in NEW:
            files, wrong = add(tree, words)
            paths += [path for path in files if path.relative_to(tree).parts[0] == "src"
                      or path.name.startswith("test_")]
            faults += wrong
        faults += check_rules(tree)
        wrong_name = subprocess.run([sys.executable, tree / "tools/new.py", "rule", "Spam"],
                                    capture_output=True)
        if wrong_name.returncode == 0:
            faults.append("a rule may be called Spam")
        # The tables of rules come from rules.inc alone.
        paths += [tree / "src/checks/checks.c", tree / "src/model/rule.c"]
        faults += compile_objects(tree, paths)
    print("\n".join(faults) or f"{len(NEW)} made, {len(set(paths))} files compiled")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
