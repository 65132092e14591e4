"""Nanoseconds per call of each way to the state; run by each Python, JSON out.

    python measure.py FOLDER ROUNDS

The ways are measured in turn, ROUNDS times; the least time of each counts, which is what
other load on the machine disturbs least.
"""

import gc
import json
import sys
import time

sys.path.insert(0, sys.argv[1])
import state_access  # noqa: E402

CALLS = 20
LOOPS = 2000
WAYS = ("Static", "Class", "Search", "Fast")

CASES = {
    "method": "x.method()",
    "getter": "x.getter",
    "slot": "-x",
    "binary-slot": "x + x",
    "binary-slot-foreign-left": "1 + x",
    "constructor": "T()",
    "function": "f()",
}


def timer(case, way):
    """A function that runs the case CALLS * LOOPS times; None if there is none."""
    function = getattr(state_access, f"{way.lower()}_function", None)
    if case == "function" and function is None:
        return None
    cls = getattr(state_access, way)
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
    answer = {}
    for case in CASES:
        timers = {way: timer(case, way) for way in WAYS}
        timers = {way: run for way, run in timers.items() if run}
        best = {way: run() for way, run in timers.items()}
        order = list(timers)
        for _ in range(int(sys.argv[2])):
            for way in order:
                best[way] = min(best[way], timers[way]())
            # Nobody always runs after the same one.
            order = order[1:] + order[:1]
        answer[case] = best
    size = {way: sys.getsizeof(getattr(state_access, way)()) for way in WAYS}
    json.dump({"cases": answer, "bytes": size}, sys.stdout)


if __name__ == "__main__":
    main()
