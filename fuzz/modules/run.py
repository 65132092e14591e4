#!/usr/bin/env python3
"""Random modules against `convert`; see README.md.

    run.py PROGRAM --count N [--jobs N] [--first SEED] [--quick] [--keep DIR]
    run.py PROGRAM --replay SEED|RECIPE.json --keep DIR
    run.py PROGRAM --reduce SEED|RECIPE.json --keep DIR
    run.py PROGRAM --fixed                      the modules of the test suite
"""

import argparse
import collections
import concurrent.futures
import json
import re
import shutil
import sys
import tempfile
from pathlib import Path

from choices import Recipe
from module import Module
from oracle import Oracle, Outcome, with_headers
from reduction import reduced

FIXED_SEEDS = range(100, 112)
ORACLE = None  # of a worker


SKIP = 77


def start(program, is_full):
    global ORACLE
    ORACLE = Oracle(program, is_full)


def check(seed, keep):
    """The outcome of one seed; a failing module is kept."""
    recipe = Recipe(seed)
    with tempfile.TemporaryDirectory() as folder:
        try:
            outcome = ORACLE.check(Module(recipe), folder)
        except Exception as error:  # of the generator: the other seeds go on
            outcome = Outcome("invalid", "generator", repr(error))
        if keep and outcome.kind in ("failed", "invalid"):
            save(recipe, outcome, folder, Path(keep) / str(seed))
    return seed, outcome


def save(recipe, outcome, folder, target):
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(folder, target, ignore=shutil.ignore_patterns("*.so"))
    (target / "recipe.json").write_text(json.dumps(recipe.as_data(), indent=1) + "\n")
    (target / "reason.txt").write_text(f"{outcome.stage}: {outcome.reason}\n")


def run_many(args, seeds):
    counts, causes, failures = collections.Counter(), collections.defaultdict(list), []
    with concurrent.futures.ProcessPoolExecutor(
            args.jobs, initializer=start, initargs=(args.program, not args.quick)) as pool:
        pending = [pool.submit(check, seed, args.keep) for seed in seeds]
        for future in concurrent.futures.as_completed(pending):
            seed, outcome = future.result()
            counts[outcome.kind] += 1
            for cause in {cause_of(*cause) for cause in outcome.causes}:
                causes[cause].append(seed)
            if outcome.kind in ("failed", "invalid"):
                failures.append((seed, outcome))
                print(f"{seed}: {outcome.kind}: {outcome.signature}", flush=True)
            if args.progress and sum(counts.values()) % 10 == 0:
                print(dict(counts), file=sys.stderr, flush=True)
    print(f"{sum(counts.values())} modules:",
          ", ".join(f"{n} {kind}" for kind, n in counts.most_common()))
    for cause, found in sorted(causes.items(), key=lambda item: -len(item[1])):
        print(f"  {len(found):5} {cause} (seed {min(found)})")
    return 1 if failures else 0


def cause_of(rule, message):
    """A refusal without its names."""
    return f"[{rule}] " + re.sub(r"'[^']*'", "'…'", message)[:160]


def recipe_of(word):
    if word.isdigit():
        return Recipe(int(word))
    data = json.loads(Path(word).read_text())
    return Recipe(data["seed"], data["dropped"], data["plain"])


def replay(args, recipe):
    shutil.rmtree(args.keep, ignore_errors=True)
    outcome = Oracle(args.program, not args.quick).check(Module(recipe), args.keep)
    (args.keep / "recipe.json").write_text(json.dumps(recipe.as_data(), indent=1) + "\n")
    print(f"{outcome.kind}: {outcome.stage} {outcome.reason}")
    for rule, message in outcome.causes:
        print(f"  [{rule}] {message}")
    return outcome


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="without compare and prove, the rest by turns")
    parser.add_argument("--keep", type=Path, help="where failures, or one module, are left")
    parser.add_argument("--progress", action="store_true", help="counts on stderr")
    parser.add_argument("--fixed", action="store_true", help="the seeds of the test suite")
    parser.add_argument("--replay", metavar="RECIPE", help="one module: a seed or a recipe")
    parser.add_argument("--reduce", metavar="RECIPE", help="the same, made small")
    args = parser.parse_args()
    if not with_headers():
        print("no Python with headers was found")
        return SKIP
    if args.replay or args.reduce:
        if args.keep is None:
            parser.error("--keep DIR is needed")
        recipe = recipe_of(args.replay or args.reduce)
        outcome = replay(args, recipe)
        if args.reduce and outcome.kind == "failed":
            needs_full = outcome.stage in ("compare", "prove")
            recipe = reduced(recipe, outcome.signature,
                             Oracle(args.program, needs_full), print)
            outcome = replay(args, recipe)
        return 1 if outcome.kind in ("failed", "invalid") else 0
    if args.fixed:
        args.quick = True
    return run_many(args, FIXED_SEEDS if args.fixed else
                    range(args.first, args.first + args.count))


if __name__ == "__main__":
    sys.exit(main())
