"""Time the cases of a file: measure.py CASES.py writes {case: seconds a call} as JSON.

CASES.py has a dictionary `cases` of functions without arguments, or of pairs (function,
arguments).  Each is called in a loop that is long enough for the clock, several times;
the shortest loop counts.  Time is the processor's: another program that runs meanwhile
must not count.

With a number of calls as the second argument it calls each so often between two calls of
getppid(), which valgrind tells apart, and writes the names of the cases.
"""

import gc
import itertools
import json
import os
import runpy
import sys
import time

LOOP_SECONDS = 0.002
LOOPS = 12
WARM_CALLS = 60


def seconds_of(function, arguments, n_calls):
    repeat = itertools.repeat(None, n_calls)
    begin = time.process_time()
    for _ in repeat:
        function(*arguments)
    return time.process_time() - begin


def measure(function, arguments):
    n_calls = 1
    while seconds_of(function, arguments, n_calls) < LOOP_SECONDS:
        n_calls *= 2
    return min(seconds_of(function, arguments, n_calls) for _ in range(LOOPS)) / n_calls


def call(function, arguments, n_calls):
    for _ in itertools.repeat(None, n_calls):
        function(*arguments)


def call_between_marks(cases, n_calls):
    for case in cases.values():
        function, arguments = case if isinstance(case, tuple) else (case, ())
        call(function, arguments, WARM_CALLS)
        os.getppid()
        call(function, arguments, n_calls)
        os.getppid()


def main():
    sys.path.pop(0)  # this folder, whose files bear the packages' names
    gc.disable()
    cases = runpy.run_path(sys.argv[1])["cases"]
    if len(sys.argv) > 2:
        call_between_marks(cases, int(sys.argv[2]))
        json.dump(list(cases), sys.stdout)
        return
    answer = {}
    for name, case in cases.items():
        function, arguments = case if isinstance(case, tuple) else (case, ())
        answer[name] = measure(function, arguments)
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
