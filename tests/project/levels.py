"""One rule has one level, whichever command reports it.

usage: levels.py SOURCE PROGRAM

Each module of tests/modules is checked, converted (nothing is written) and, compiled,
scanned; what `prove` says of it is in their table.json, which the suite `prove` holds it to.
Where two commands report one rule of the same thing, its level is the same; MAY_DIFFER
names what one of them cannot know.  A level above that of the table of rules, which pages
and `insulate rule` tell, needs a row in ABOVE_TABLE.

Status 77 (skipped) without a CPython with headers.
"""

import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SKIPPED = 77
LEVELS = ["note", "warning", "error"]
# (module, rule): why one command says less.  A module `*` stands for all.
MAY_DIFFER = {
    ("race_lazy_table", "state-static-data"): "machine code does not show that it is lazy",
    ("single_counter", "state-static-data"): "machine code does not show that it is atomic",
    ("waits_for_gil", "state-static-data"): "the same",
    ("crashes_second", "state-static-data"): "the import writes it: the text shows that it "
                                             "counts, machine code only that it is written",
    ("fails_second", "state-static-data"): "the same",
    ("names_once", "state-static-data"): "the same",
    ("sets_timer", "state-static-data"): "the same",
    ("needs_once_static", "state-static-object"): "the text shows the guard",
    ("type_instantiable", "change-instantiable"): "a run shows that such an instance crashes",
    ("empty_writer", "change-instantiable"): "the same",
    ("returns_null", "exception-missing"): "a verdict is about isolation, and this fault "
                                           "is none of that",
    ("refusal_unset_exercised", "exception-missing"): "the same",
    ("*", "global-process-call"): "a run shows what the call has changed",
}
# Rules of which a finding may be worse than the table says: its page says when.
ABOVE_TABLE = {"global-process-call", "access-gil-state", "change-instantiable"}


def findings(program, command, *words):
    done = subprocess.run([program, command, "--format", "json", *map(str, words)],
                          capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise SystemExit(f"insulate {command}: {done.stderr}")
    return json.loads(done.stdout)["findings"]


def compile_module(source, target, python):
    """Returns whether it compiles as it is: some need defines."""
    include = Path(python["include"])
    return subprocess.run(["cc", "-shared", "-fPIC", "-g", "-O1", source, "-o", target,
                           f"-I{include}", f"-I{include.parent}"],
                          capture_output=True).returncode == 0


def proved(row):
    """(rule, level) of a row of table.json."""
    for key, level in (("rules", "error"), ("warnings", "warning"), ("notes", "note")):
        yield from ((rule, level) for rule in row.get(key, []))


def collect(source, program, python):
    """{(module, rule, symbol): {command: level}}, the worst of each."""
    folder = source / "tests/modules"
    found = {}

    def add(command, module, rule, symbol, level):
        levels = found.setdefault((module, rule, symbol), {})
        levels[command] = max(levels.get(command, level), level, key=LEVELS.index)

    with tempfile.TemporaryDirectory(prefix="insulate-levels-") as work:
        with ThreadPoolExecutor(2) as pool:
            sources = sorted(folder.glob("*.c"))
            compiled = list(pool.map(lambda path: compile_module(
                path, Path(work) / f"{path.stem}.so", python), sources))
        sources = [path for path, is_there in zip(sources, compiled) if is_there]
        include = Path(python["include"])
        flags = ["--", f"-I{include}", f"-I{include.parent}"]
        for finding in findings(program, "check", "--configurations", "one", *sources, *flags):
            add("check", Path(finding["path"]).stem, finding["rule"], finding.get("symbol"),
                finding["level"])
        # Where there is nothing to find, conversion has nothing to say.
        sources = [path for path in sources if any(key[0] == path.stem for key in found)]
        with ThreadPoolExecutor(2) as pool:
            converted = list(pool.map(
                lambda path: findings(program, "convert", path, *flags), sources))
        for path, told in zip(sources, converted):
            for finding in told:
                add("convert", path.stem, finding["rule"], finding.get("symbol"),
                    finding["level"])
        for finding in findings(program, "scan", work):
            add("scan", finding["module"], finding["rule"], finding.get("symbol"),
                finding["level"])
    table = json.loads((folder / "table.json").read_text())
    for module, row in table.items():
        for rule, level in proved(row):
            for key in [key for key in found if key[:2] == (module, rule)]:
                # `prove` notes what it only saw, and the table has no symbols.
                if level != "note" and found[key].keys() != {"convert"}:
                    add("prove", *key, level)
    return found


def main():
    source, program = Path(sys.argv[1]), Path(sys.argv[2]).absolute()
    sys.path.insert(0, str(source / "tools"))
    from pythons import with_headers

    pythons = with_headers()
    if not pythons:
        print("no CPython with headers; run ./setup")
        return SKIPPED
    table = {rule["name"]: rule["level"] for rule in json.loads(subprocess.run(
        [program, "rule", "--format", "json"], capture_output=True, check=True).stdout)["rules"]}
    faults, used, n_compared = [], set(), 0
    for (module, rule, symbol), levels in sorted(collect(source, program, pythons[-1]).items(),
                                                 key=str):
        n_compared += len(levels) > 1
        worst = max(levels.values(), key=LEVELS.index)
        if LEVELS.index(worst) > LEVELS.index(table[rule]) and rule not in ABOVE_TABLE:
            faults.append(f"{module}: {rule} is a {worst}, but the table says {table[rule]}")
        if len(set(levels.values())) < 2:
            continue
        excuse = next((key for key in ((module, rule), ("*", rule)) if key in MAY_DIFFER), None)
        used.add(excuse)
        if excuse is None:
            faults.append(f"{module}: {rule} of {symbol}: " + ", ".join(
                f"{command} says {level}" for command, level in sorted(levels.items())))
    faults += [f"{key}: nothing differs any more: take it out of MAY_DIFFER"
               for key in MAY_DIFFER if key not in used]
    if n_compared < 20:
        faults.append(f"only {n_compared} findings have two commands: the test shows nothing")
    print("\n".join(faults) or f"{n_compared} findings of two commands have one level")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
