#!/usr/bin/env python3
"""Random modules against `convert`; see README.md.

    run.py PROGRAM --count N [--jobs N] [--first SEED] [--level LEVEL] [--python X.Y] [--keep DIR]
    run.py PROGRAM --replay SEED|RECIPE.json --keep DIR
    run.py PROGRAM --reduce SEED|RECIPE.json --keep DIR
    run.py PROGRAM --fixed                      the modules of the test suite
"""

import argparse
import collections
import concurrent.futures
import itertools
import json
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

from choices import Recipe
from features import FEATURES
from module import Module
from oracle import LEVELS, Oracle, Outcome, with_headers
from reduction import reduced

FIXED_SEEDS = range(100, 112)
FAULTS = ("failed", "invalid", "timeout")
PATIENCE = 5   # how much longer the limits are when a module that ran into one has another try
ORACLE = None  # of a worker


SKIP = 77


def start(*arguments):
    global ORACLE
    ORACLE = Oracle(*arguments)


def check(seed, keep, patience=1):
    """The outcome of one seed; a failing module is kept."""
    recipe = Recipe(seed)
    with tempfile.TemporaryDirectory() as folder:
        try:
            outcome = ORACLE.check(Module(recipe), folder, patience)
        except Exception as error:  # of the generator: the other seeds go on
            outcome = Outcome("invalid", "generator", repr(error))
        if keep and outcome.kind in FAULTS:
            save(recipe, outcome, folder, Path(keep) / str(seed))
    return seed, outcome


def save(recipe, outcome, folder, target):
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(folder, target, ignore=shutil.ignore_patterns("*.so"))
    (target / "recipe.json").write_text(json.dumps(recipe.as_data(), indent=1) + "\n")
    (target / "reason.txt").write_text(f"{outcome.stage}: {outcome.reason}\n")


def outcomes(args, seeds, headers):
    """Each seed's outcome, as far as the time allows.  Those that ran into a limit have
    another try, one at a time."""
    late, end = [], time.monotonic() + 60 * args.minutes
    with concurrent.futures.ProcessPoolExecutor(
            args.jobs, initializer=start,
            initargs=(args.program, args.level, args.python, headers)) as pool:
        pending = [pool.submit(check, seed, args.keep) for seed in seeds]
        for future in concurrent.futures.as_completed(pending):
            if future.cancelled():
                continue
            if time.monotonic() > end:
                for one in pending:
                    one.cancel()
            seed, outcome = future.result()
            if outcome.kind == "timeout":
                late.append(seed)
            else:
                yield seed, outcome
        for seed in late:
            yield pool.submit(check, seed, args.keep, PATIENCE).result()


def run_many(args, seeds):
    counts, causes, unchecked = collections.Counter(), collections.defaultdict(list), {}
    times, started, has_fault = collections.Counter(), time.monotonic(), False
    last = None
    with tempfile.TemporaryDirectory() as headers:
        for seed, outcome in outcomes(args, seeds, headers):
            counts[outcome.kind] += 1
            last = max(seed, last or seed)
            times.update(outcome.times)
            for cause in {cause_of(*cause) for cause in outcome.causes}:
                causes[cause].append(seed)
            for check_ in outcome.unchecked:
                unchecked.setdefault(check_, []).append(seed)
            if outcome.kind in FAULTS:
                has_fault = True
                print(f"{seed}: {outcome.kind}: {outcome.signature}", flush=True)
            if args.progress and sum(counts.values()) % 10 == 0:
                print(dict(counts), file=sys.stderr, flush=True)
    total = sum(counts.values())
    print(f"{total} modules, seeds {seeds[0]}–{last}:", ", ".join(f"{n} {kind}" for kind, n in counts.most_common()))
    for cause, found in sorted(causes.items(), key=lambda item: -len(item[1])):
        print(f"  {len(found):5} {cause} (seed {min(found)})")
    for check_, found in sorted(unchecked.items()):
        print(f"  {len(found):5} not checked: {check_} (seed {min(found)})")
    if args.times:
        report_times(times, total, time.monotonic() - started)
    return 1 if has_fault else 0


def report_times(times, total, seconds):
    print(f"{60 * total / seconds:.1f} modules a minute; processor seconds for a module: "
          f"{sum(times.values()) / total:.2f}")
    for step, used in times.most_common():
        print(f"  {used / total:6.2f} {step}")


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
    outcome = Oracle(args.program, args.level, args.python).check(
        Module(recipe), args.keep, PATIENCE)
    (args.keep / "recipe.json").write_text(json.dumps(recipe.as_data(), indent=1) + "\n")
    print(f"{outcome.kind}: {outcome.stage} {outcome.reason}")
    for rule, message in outcome.causes:
        print(f"  [{rule}] {message}")
    for check_ in outcome.unchecked:
        print(f"  not checked: {check_}")
    return outcome


def seeds_of(args):
    seeds = itertools.count(args.first)
    if args.feature:
        seeds = (seed for seed in seeds
                 if any(part.kind == args.feature and part.methods
                        for part in Module(Recipe(seed)).parts))
    return list(itertools.islice(seeds, args.count))


def minor_version(word):
    """X.Y, or Y for 3.Y."""
    return int(word.removeprefix("3."))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--feature", choices=sorted(FEATURES), metavar="NAME",
                        help="only modules that have it: COUNT of them")
    parser.add_argument("--minutes", type=float, default=float("inf"),
                        help="begin no other module after this time")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--python", metavar="3.Y", type=minor_version,
                        help="default: the newest up to 3.14 that has a debug build")
    parser.add_argument("--level", choices=LEVELS, default="all",
                        help="all checks; some of them by turns; or without compare and prove")
    parser.add_argument("--times", action="store_true", help="processor time by step")
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
            recipe = reduced(recipe, outcome.signature,
                             Oracle(args.program, args.level, args.python), print)
            outcome = replay(args, recipe)
        return 1 if outcome.kind in FAULTS else 0
    if args.fixed:
        args.level = "quick"
    return run_many(args, FIXED_SEEDS if args.fixed else seeds_of(args))


if __name__ == "__main__":
    sys.exit(main())
