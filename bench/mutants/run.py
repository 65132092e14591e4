#!/usr/bin/env python3
"""Single mistakes in modules that their authors isolated, and who finds them.

usage: bench/mutants/run.py PROGRAM [option...]

Each operator of operators.py makes one mistake at a time in each module of modules.json.
A mutant that builds counts as found if `check`, `prove` or `scan` reports an error or a
warning that it does not report for the original.  equivalent.tsv lists the mutants that
change nothing, with the reason; they are left out of the table.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from judgement import BROKEN, WAYS, additions, ask  # noqa: E402
from modules import CACHE, StepError, modules  # noqa: E402

BINDINGS = "libclang==18.1.1"
GOALS = {"any": 95, "check": 80, "prove": 80}
UNMUTATED = ".unmutated"  # the source itself, while a mutant of it stands in its place


def enter_environment():
    """Run again in an environment that has the bindings of libclang."""
    try:
        import clang.cindex  # noqa: F401
        return
    except ImportError:
        pass
    folder = CACHE / "mutants/environment"
    if os.environ.get("MUTANTS_ENVIRONMENT"):
        raise StepError(f"{folder} has no clang.cindex; remove it")
    if not (folder / "complete").exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(folder / "bin/python"), "-m", "pip", "install", "-q",
                        "--disable-pip-version-check", BINDINGS], check=True)
        (folder / "complete").touch()
    python = folder / "bin/python"
    os.execve(python, [str(python), *sys.argv], {**os.environ, "MUTANTS_ENVIRONMENT": "1"})


class Mutant:
    """One mistake: `name` is MODULE:OPERATOR:FUNCTION:n, the n-th there."""

    def __init__(self, module, source, operator, function, n, part, edits):
        self.module, self.source, self.operator, self.edits = module, source, operator, edits
        self.name = f"{module.name}:{operator}:{function}:{n}"
        self.place = f"{Path(part.file).name}:{part.line}"
        self.text = " ".join(part.text.split())[:80]


def mutants_of(module, source, table):
    for name, operator in table:
        counts, texts = defaultdict(int), set()
        for function, part, edits in operator(source):
            key = tuple(edits)
            if key in texts:
                continue
            texts.add(key)
            counts[function] += 1
            yield Mutant(module, source, name, function, counts[function], part, edits)


def chosen(mutants, per_operator):
    """At most so many of each operator: of each module in turn, spread over its places."""
    by_operator = defaultdict(lambda: defaultdict(list))
    for mutant in mutants:
        by_operator[mutant.operator][mutant.module.name].append(mutant)
    for by_module in by_operator.values():
        taken = 0
        queues = [spread(queue) for queue in by_module.values()]
        while taken < per_operator and any(queues):
            for queue in queues:
                if queue and taken < per_operator:
                    yield queue.pop(0)
                    taken += 1


def spread(queue):
    """The middle first, then the ends: the first places of a file are all alike."""
    middle = len(queue) // 2
    return [*queue[middle:], *queue[:middle]]


def sampled(mutants, n, seed):
    """So many, each of another operator, as long as there are any; of each the module first,
    then the place."""
    by_operator = defaultdict(lambda: defaultdict(list))
    for mutant in mutants:
        by_operator[mutant.operator][mutant.module.name].append(mutant)
    random = Random(seed)
    taken = []
    while len(taken) < n and by_operator:
        for operator in random.sample(sorted(by_operator), len(by_operator)):
            by_module = by_operator[operator]
            queue = by_module[random.choice(sorted(by_module))]
            taken.append(queue.pop(random.randrange(len(queue))))
            by_operator[operator] = {name: q for name, q in by_module.items() if q}
            if not by_operator[operator]:
                del by_operator[operator]
    return taken[:n]


def restore(tree):
    """Put back what a run that was killed left mutated."""
    for kept in tree.rglob(f"*{UNMUTATED}"):
        kept.replace(kept.with_name(kept.name[:-len(UNMUTATED)]))


def row_of(program, mutant, ways, originals):
    """The row of one mutant: what each way adds; {"built": False} if it does not build."""
    from source import edited
    module = mutant.module
    row = {"name": mutant.name, "place": mutant.place, "text": mutant.text}
    start = time.monotonic()
    try:
        changed = edited(mutant.source, mutant.edits)
        for file, text in changed.items():
            # Not written over: it may be a hard link, and the run may be killed.
            Path(file).rename(file + UNMUTATED)
            Path(file).write_bytes(text)
        # What does not compile is no mutant; `check` alone says so itself.
        library = module.build(module.tree) if set(ways) != {"check"} else None
        for way in ways:
            if originals[module.name][way] is None:
                row[way] = None
                continue
            found = ask(program, module, module.tree, way, library)
            row[way] = [list(key) for key in additions(found, originals[module.name][way])]
            if any(key[0] == "parse-error" for key in found):
                raise StepError("it does not compile")
    except (StepError, ValueError) as error:
        row = {**row, "built": False, "error": str(error)[-400:]}
    finally:
        restore(module.tree)
    row["seconds"] = round(time.monotonic() - start, 1)
    return row


def original(program, module, ways):
    """What each way says of the module itself; `prove` is asked twice.  None for `prove`
    of a module that does not import as the bench builds it: it can say nothing."""
    library = module.build(module.tree) if set(ways) != {"check"} else None
    found = {}
    for way in ways:
        found[way] = dict(ask(program, module, module.tree, way, library))
        if way == "prove":
            for key, n in ask(program, module, module.tree, way, library).items():
                found[way][key] = max(n, found[way].get(key, 0))
            if BROKEN in found[way]:
                print(f"{module.name}: left out of `prove`, which cannot import it")
                found[way] = None
    return found


def equivalents():
    """{name: reason}"""
    lines = (HERE / "equivalent.tsv").read_text().splitlines()
    return dict(line.split("\t", 1) for line in lines if line and not line.startswith("#"))


def table_of(rows, ways):
    """The rows of the table: [(operator, n, {way: n found})], and those that none found."""
    counted, missed = {}, []
    for row in rows:
        operator = row["name"].split(":")[1]
        n, found = counted.setdefault(operator, [0, defaultdict(int)])
        counted[operator][0] = n + 1
        for way in ways:
            found[way] += bool(row.get(way))
            found["asked of " + way] += row.get(way) is not None
        is_found = any(row.get(way) for way in ways)
        found["any"] += is_found
        if not is_found:
            missed.append(row)
    return [(name, *counted[name]) for name in sorted(counted)], missed


def share_of(n, asked, total):
    of = "" if asked == total else f" of {asked}"
    return f"{n}{of} ({100 * n // max(asked, 1)} %)"


def report(rows, ways):
    same = equivalents()
    built = [row for row in rows if row.get("built", True)]
    harmless = [row for row in built if row["name"] in same]
    rows = [row for row in built if row["name"] not in same]
    table, missed = table_of(rows, ways)
    columns = [*ways, "any"]
    print(f"| operator | mutants | {' | '.join(columns)} |\n|---|{'---|' * (len(columns) + 1)}")
    for name, n, found in table:
        print(f"| {name} | {n} | {' | '.join(str(found[way]) for way in columns)} |")
    total = sum(n for _, n, _ in table)
    sums = {way: sum(found[way] for _, _, found in table) for way in columns}
    asked = {way: sum(found["asked of " + way] for _, _, found in table) for way in ways}
    asked["any"] = total
    cells = " | ".join(share_of(sums[way], asked[way], total) for way in columns)
    print(f"| **all** ({len(table)} operators) | {total} | {cells} |")
    print(f"\n{len(harmless)} change nothing; found by none:")
    for row in missed:
        print(f"  {row['name']}  {row['place']}: {row['text']}")
    for way, goal in GOALS.items():
        if way in columns and asked[way]:
            print(f"mutants/{way} {100 * sums[way] / asked[way]:.0f} % goal {goal} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--module", action="append", default=[], help="only this one")
    parser.add_argument("--operator", action="append", default=[], help="only this one")
    parser.add_argument("--way", action="append", choices=WAYS, default=[])
    parser.add_argument("--per-operator", type=int, default=6, metavar="N")
    parser.add_argument("--sample", type=int, metavar="N",
                        help="so many at random, each of another operator")
    parser.add_argument("--seed", type=int, default=1, help="of --sample")
    parser.add_argument("--name", action="append", default=[], help="only this mutant")
    parser.add_argument("--into", type=Path, metavar="FILE",
                        help="results, one a line; what is there is not done again")
    parser.add_argument("--work", type=Path, metavar="DIR",
                        help="unpack and build here, and keep it")
    parser.add_argument("--list", action="store_true", help="list the mutants")
    parser.add_argument("--originals", action="store_true",
                        help="list what is found in the modules themselves")
    args = parser.parse_args()
    enter_environment()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("mutants: terminated"))
    from operators import TABLE
    from source import Source

    program = Path(args.program).absolute()
    ways = args.way or list(WAYS)
    table = [(n, f) for n, f in TABLE if not args.operator or n in args.operator]
    with tempfile.TemporaryDirectory(prefix="insulate-mutants-") as scratch:
        work = (args.work or Path(scratch)).absolute()  # compilers run elsewhere
        work.mkdir(parents=True, exist_ok=True)
        found = []
        for module in modules(work, args.module):
            restore(module.tree)
            source = Source(module.tree / module.source, module.tree,
                            [f.replace("-I", f"-I{module.tree}/", 1)
                             if f.startswith("-I") and not f.startswith("-I/") else f
                             for f in module.flags] + ["-I" + include_of_compiler()])
            found += mutants_of(module, source, table)
        if args.name:
            selected = [m for m in found if m.name in args.name]
        elif args.sample:
            selected = sampled(found, args.sample, args.seed)
        else:
            selected = list(chosen(found, args.per_operator))
        if args.list:
            for mutant in selected:
                print(f"{mutant.name}\t{mutant.place}\t{mutant.text}")
            return 0
        rows, done = [], {}
        if args.into and args.into.exists():
            done = {row["name"]: row for row in map(json.loads, args.into.open())}
        originals = {}
        for mutant in sorted(selected, key=lambda m: (m.module.name, m.name)):
            row = done.get(mutant.name)
            if row is None or row.get("built", True) and any(way not in row for way in ways):
                name = mutant.module.name
                if name not in originals:
                    originals[name] = original(program, mutant.module, ways)
                    if args.originals:
                        for way in ways:
                            for key in sorted(originals[name][way] or ()):
                                print(f"{name}: {way}: {' '.join(key)[:200]}")
                row = {**(row or {}), **row_of(program, mutant, ways, originals)}
                if args.into:
                    with args.into.open("a") as stream:
                        stream.write(json.dumps(row) + "\n")
            rows.append(row)
        report(rows, ways)
        return 0


def include_of_compiler():
    """Where a clang keeps stddef.h, which the bindings do not bring."""
    folders = sorted(Path("/usr/lib").glob("llvm-*/lib/clang/*/include/stddef.h"))
    if not folders:
        raise StepError("no clang with its headers below /usr/lib/llvm-*; run ./setup")
    return str(folders[0].parent)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except StepError as error:
        sys.exit(f"mutants: {error}")
