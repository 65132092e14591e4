import importlib.util
import sys


def exercise(module):
    sys.no_spam = True
    try:
        spec = importlib.util.spec_from_file_location(module.__name__, module.__file__)
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
    except ImportError as error:
        assert str(error) == "no spam today"
    else:
        raise AssertionError
    finally:
        del sys.no_spam
