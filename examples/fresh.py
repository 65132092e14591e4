"""What the tests of the examples share: new module objects of a library."""


import gc
import importlib.machinery
import importlib.util
import os
import sys

FOLDER = os.environ["INSULATE_EXAMPLES"]


def load(name):
    """A new module object, not kept in sys.modules."""
    path = os.path.join(FOLDER, name + ".so")
    loader = importlib.machinery.ExtensionFileLoader(name, path)
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def collect():
    for _ in range(3):
        gc.collect()


if FOLDER not in sys.path:
    sys.path.insert(0, FOLDER)
