"""Nanoseconds per call of each way to the state; run by each Python, JSON out.

    python measure.py ROUNDS CASES COPY...

COPY is a build of state_access.so, its code in another place than in the others.  The
ways are measured in turn, ROUNDS times, each round with the next copy; the least time of
each counts, which is what other load on the machine disturbs least.
"""

import gc
import importlib.machinery
import importlib.util
import json
import sys
import time

CALLS = 20
LOOPS = 1000
WAYS = ("Static", "Twin", "Class", "Search", "Fast")

CASES = {
    "method": "x.method()",
    "getter": "x.getter",
    "slot": "-x",
    "binary-slot": "x + x",
    "binary-slot-foreign-left": "1 + x",
    "binary-slot-blind": "x - x",
    "constructor": "T()",
    "function": "f()",
}


def load(path):
    loader = importlib.machinery.ExtensionFileLoader("state_access", path)
    spec = importlib.util.spec_from_file_location("state_access", path, loader=loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def timer(module, case, way):
    """A function that runs the case CALLS * LOOPS times; None if there is none."""
    function = getattr(module, f"{way.lower()}_function", None)
    if case == "function" and function is None:
        return None
    cls = getattr(module, way)
    body = "; ".join([CASES[case]] * CALLS)
    text = (f"def run(x, T, f, range=range):\n"
            f"    for _ in range({LOOPS}):\n"
            f"        {body}\n")

    def measured():
        # A new function and instance each time: where they lie in memory counts, too.
        names = {}
        exec(text, names)
        run, instance = names["run"], cls()
        run(instance, cls, function)
        start = time.perf_counter()
        run(instance, cls, function)
        return (time.perf_counter() - start) / (CALLS * LOOPS) * 1e9
    return measured


def main():
    gc.disable()
    rounds, cases = int(sys.argv[1]), sys.argv[2].split(",")
    copies = [load(path) for path in sys.argv[3:]]
    answer = {}
    for case in cases:
        of_copies = [{way: timer(module, case, way) for way in WAYS} for module in copies]
        order = [way for way in WAYS if of_copies[0][way]]
        best = dict.fromkeys(order, float("inf"))
        for number in range(rounds):
            timers = of_copies[number % len(copies)]
            for way in order:
                best[way] = min(best[way], timers[way]())
            # Nobody always runs after the same one.
            order = order[1:] + order[:1]
        answer[case] = best
    size = {way: sys.getsizeof(getattr(copies[0], way)()) for way in WAYS}
    json.dump({"cases": answer, "bytes": size}, sys.stdout)


if __name__ == "__main__":
    main()
