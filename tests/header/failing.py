"""Makes each C-API call of a module fail in turn; run by each Python.

    python failing.py LIBRARY

LIBRARY is everything.c linked with failing.c.  Whatever fails, there is an exception, no
crash, nothing of the module is left, and the next attempt works.
"""

import ctypes
import gc
import importlib.machinery
import importlib.util
import os
import sys
import weakref

PATH = sys.argv[1]
LIBRARY = ctypes.PyDLL(PATH)
LIBRARY.failing_start.argtypes = [ctypes.c_long]
LIBRARY.failing_stop.restype = ctypes.c_long
LIBRARY.failing_last.restype = ctypes.c_char_p
LIMITED = os.environ.get("INSULATE_LIMITED_API", "")
# 3.9's limited API cannot ask a static base for its functions: no instances of Table.
HAS_TABLE = not LIMITED or sys.version_info >= (3, 10)
FREE_THREADED = not getattr(sys, "_is_gil_enabled", lambda: True)()


def load(start=lambda: None):
    """A new module object; `start` is called before its exec function."""
    loader = importlib.machinery.ExtensionFileLoader("everything", PATH)
    spec = importlib.util.spec_from_file_location("everything", PATH, loader=loader)
    module = importlib.util.module_from_spec(spec)
    start()
    loader.exec_module(module)
    return module


def use(module):
    """Calls all that can fail."""
    item, special = module.Item(), module.Special()
    special.set_extra(item)
    for each in (item, special):
        each.limit(), each.defining(), each.searched(), each + 1, 1 + each, 1 - each
        each.of_class()
    module.make_sealed()
    if HAS_TABLE:
        module.Table(a=1).annotate(2)
    module.Counted().count()

    class Own(module.Counted):
        pass

    class Stateful(module.Special):
        def __getstate__(self):
            return 1

    Stateful().reduce(2)
    Own.attach()
    Own().remember(1)
    sys.modules["everything"] = module
    try:
        module.import_api("everything._C_API")
    finally:
        del sys.modules["everything"]
    module.call_back(lambda number: None)
    module.strong([1], {"key": 2}, "key", weakref.ref(item))
    module.set_default({}, "key", 1)
    module.keep_handle(len)
    module.drop_handle()


def classes_left():
    gc.collect()
    gc.collect()
    return sum(1 for each in gc.get_objects()
               if isinstance(each, type) and each.__module__ == "everything")


def attempt(action, at):
    """(calls made, the call that failed, the exception)"""
    error = None
    try:
        action(at)
    except Exception as caught:
        error = caught.with_traceback(None)
        error.__context__ = None
    calls = LIBRARY.failing_stop()
    return calls, LIBRARY.failing_last().decode(), error


def loading(at):
    load(lambda: LIBRARY.failing_start(at))


def using(at):
    module = load()
    LIBRARY.failing_start(at)
    use(module)


# The handle's callback runs elsewhere or not at all: what fails there, nobody hears of,
# and a handle whose interpreter cannot be entered any more leaves its objects.
UNHEARD = {"PyThreadState_New", "PyThreadState_EnsureFromView", "PyLong_FromLong"}


def main():
    faults = []
    for action in (loading, using):
        total, _, error = attempt(action, -1)
        if error:
            raise error
        failed = set()
        before = classes_left()
        for at in range(total):
            _, name, error = attempt(action, at)
            failed.add(name)
            if error is None and name not in UNHEARD:
                faults.append(f"{action.__name__}: {name} failed as call {at}, unnoticed")
            if isinstance(error, SystemError):
                faults.append(f"{action.__name__}: {name} failed as call {at}: {error}")
            error = None
            left = classes_left()
            if left > before and not FREE_THREADED and name not in UNHEARD:
                faults.append(f"{action.__name__}: {name} failed as call {at}: "
                              f"{left - before} classes are left")
            before = left
        _, _, error = attempt(action, -1)
        if error:
            raise error
        print(f"{action.__name__}: {total} calls of {len(failed)} functions failed: "
              f"{' '.join(sorted(failed))}", flush=True)
    print("\n".join(faults) or "each was noticed")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
