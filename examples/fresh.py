"""What the tests of the examples share: new module objects of a library."""


import gc
import importlib.machinery
import importlib.util
import os
import sys
import sysconfig

FOLDER = os.environ["INSULATE_EXAMPLES"]
# The free-threaded 3.13 makes modules immortal once a second thread has run.
MODULES_ARE_IMMORTAL = sys.version_info[:2] == (3, 13) and bool(
    sysconfig.get_config_var("Py_GIL_DISABLED"))


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
