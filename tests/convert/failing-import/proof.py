import gc
import importlib.util
import sys

STEPS = 9


def exercise(module):
    failed = 0
    for step in range(STEPS):
        sys.spam_fails = step
        spec = importlib.util.spec_from_file_location(module.__name__, module.__file__)
        try:
            spec.loader.exec_module(importlib.util.module_from_spec(spec))
        except ImportError:
            failed += 1
        gc.collect()
    del sys.spam_fails
    # A module with single-phase initialisation is not initialised again.
    assert failed in (0, STEPS)
    assert module.all()[5] is module.dropped
    try:
        module.fail()
    except module.Error:
        pass
