"""`insulate convert` against `clang -fsyntax-only`, same files, same flags

The cases are the real packages with one C file of a thousand lines or more, and a module
of five thousand lines that is made here.  Both programs run in turn, ROUNDS times; the
least processor time of each counts.  The goal is for the whole run: reading, checking,
conversion, and reading and checking the result.  Then what a thousand lines add to time
and memory (the most that was resident) in modules of 5,000, 10,000 and 20,000 lines: it
must not grow with the size of the module.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from check import StepError, best_of, find_clang, find_pythons, packages

GOAL = 3.0
ROUNDS = 3
LEAST_LINES = 1000
MADE_LINES = 5000
# How much more a thousand lines may take in a module of twice the lines.
GROWTH_GOAL = 1.3
GROWING_LINES = (MADE_LINES, 2 * MADE_LINES, 4 * MADE_LINES)

HEAD = """#include <Python.h>

static PyObject *MadeError;
"""

PART = """
typedef struct {
    PyObject_HEAD
    PyObject *value;
    long count;
} Part%(i)d;

static PyTypeObject Part%(i)d_Type;
static PyObject *cache_%(i)d;

static void
part%(i)d_dealloc(Part%(i)d *self)
{
    Py_XDECREF(self->value);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
part%(i)d_add(PyObject *left, PyObject *right)
{
    if (!PyObject_TypeCheck(left, &Part%(i)d_Type)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    if (right == NULL || ((Part%(i)d *)left)->count < 0) {
        PyErr_SetString(MadeError, "negative");
        return NULL;
    }
    return PyLong_FromLong(((Part%(i)d *)left)->count + PyLong_AsLong(right));
}

static PyObject *
part%(i)d_cached(Part%(i)d *self, PyObject *Py_UNUSED(ignored))
{
    if (cache_%(i)d == NULL) {
        cache_%(i)d = PyList_New(0);
        if (cache_%(i)d == NULL) {
            return NULL;
        }
    }
    if (self->value != NULL && PyList_Append(cache_%(i)d, self->value) < 0) {
        return NULL;
    }
    Py_INCREF(cache_%(i)d);
    return cache_%(i)d;
}

static PyNumberMethods part%(i)d_as_number = {
    .nb_add = part%(i)d_add,
};

static PyMethodDef part%(i)d_methods[] = {
    {"cached", (PyCFunction)part%(i)d_cached, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Part%(i)d_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "made.Part%(i)d",
    .tp_basicsize = sizeof(Part%(i)d),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = (destructor)part%(i)d_dealloc,
    .tp_as_number = &part%(i)d_as_number,
    .tp_methods = part%(i)d_methods,
    .tp_new = PyType_GenericNew,
};
"""

TAIL = """
static struct PyModuleDef made_module = {
    PyModuleDef_HEAD_INIT, "made", NULL, -1, NULL, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit_made(void)
{
    PyObject *module;
%s
    module = PyModule_Create(&made_module);
    if (module == NULL) {
        return NULL;
    }
    MadeError = PyErr_NewException("made.Error", NULL, NULL);
    Py_XINCREF(MadeError);
    if (PyModule_AddObject(module, "Error", MadeError) < 0) {
        Py_XDECREF(MadeError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
"""

READY = """    if (PyType_Ready(&Part%d_Type) < 0) {
        return NULL;
    }"""


def made_module(n_lines=MADE_LINES):
    """A module of `n_lines` lines, with a static type in every seventy."""
    per_part = (PART + READY).count("\n")
    n_parts = (n_lines - (HEAD + TAIL).count("\n")) // per_part
    parts = "".join(PART % {"i": i} for i in range(n_parts))
    return HEAD + parts + TAIL % "\n".join(READY % i for i in range(n_parts))


def usage_of(arguments, folder, expected, **environment):
    """(processor seconds, bytes resident at most) of one run."""
    process = subprocess.Popen([str(a) for a in arguments], cwd=folder,
                               env=dict(os.environ, **environment),
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in expected:
        raise StepError(f"{arguments[0]}: status {process.returncode}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def line_count(folder, sources):
    return sum((folder / source).read_bytes().count(b"\n") for source in sources)


def convert(folder, sources, flags, insulate):
    """usage_of a conversion of `sources`."""
    _, libclang = find_clang()
    (folder / "compile_commands.json").write_text(json.dumps([
        {"directory": str(folder), "file": source,
         "arguments": ["cc", *flags, "-c", source]} for source in sources]))
    return usage_of([insulate, "convert", "-j", 1, "-p", folder, *sources], folder,
                    (0, 1), INSULATE_LIBCLANG=str(libclang))


def grow(work, flags, insulate):
    """What the headers take, and each thousand lines of modules of three sizes."""
    points = []
    for n_lines in GROWING_LINES:
        folder = work / f"made-{n_lines}"
        folder.mkdir()
        (folder / "made.c").write_text(made_module(n_lines))
        runs = [convert(folder, ["made.c"], flags, insulate) for _ in range(ROUNDS)]
        points.append((line_count(folder, ["made.c"]) / 1000,
                       min(seconds for seconds, _ in runs) * 1000,
                       max(resident for _, resident in runs) / 2**20))
    for column, name, unit in ((1, "time", "ms"), (2, "memory", "MiB")):
        slopes = [(b[column] - a[column]) / (b[0] - a[0])
                  for a, b in zip(points, points[1:])]
        headers = points[0][column] - points[0][0] * slopes[0]
        print(f"{name}: {headers:.0f} {unit} for the headers, then for each 1,000 lines "
              f"{slopes[0]:.1f} {unit} up to {points[1][0]:.0f},000 lines, "
              f"{slopes[1]:.1f} {unit} up to {points[2][0]:.0f},000")
        print(f"convert/{name} ratio {slopes[1] / slopes[0]:.2f} goal {GROWTH_GOAL}",
              flush=True)


def compare(name, folder, sources, flags, insulate):
    clang, _ = find_clang()
    n_lines = line_count(folder, sources)
    rounds, most = [], 0
    for _ in range(ROUNDS):
        theirs, _ = usage_of([clang, "-fsyntax-only", *flags, *sources], folder, (0,))
        ours, resident = convert(folder, sources, flags, insulate)
        rounds.append((theirs, ours))
        most = max(most, resident)
    theirs, ours = best_of(rounds)
    print(f"{name}: {n_lines} lines; clang {theirs * 1000:.0f} ms, insulate "
          f"{ours * 1000:.0f} ms, {most / 2**20:.0f} MiB")
    print(f"convert/{name} ratio {ours / theirs:.2f} goal {GOAL}", flush=True)


def main():
    insulate = Path(sys.argv[1]).absolute()
    pythons = find_pythons()
    if not pythons:
        raise StepError("no Python with headers; run ./setup")
    include = pythons[-1].include
    with tempfile.TemporaryDirectory(prefix="insulate-bench-") as work:
        folder = Path(work) / "made"
        folder.mkdir()
        (folder / "made.c").write_text(made_module())
        compare("made", folder, ["made.c"], [f"-I{include}"], insulate)
        grow(Path(work), [f"-I{include}"], insulate)
        for package in packages():
            if len(package.sources) != 1 or not package.sources[0].endswith(".c"):
                continue
            folder = Path(work) / package.name
            package.unpack(folder)
            if package.line_count(folder) >= LEAST_LINES:
                compare(package.name, folder, package.sources,
                        [*package.flags, f"-I{include}"], insulate)


if __name__ == "__main__":
    try:
        main()
    except StepError as error:
        sys.exit(f"bench convert: {error}")
