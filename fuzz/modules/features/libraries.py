"""A library in a unit without Python.h, and its callbacks."""

from text import fill

HEADER = """
#ifndef $G
#define $G

typedef int (*$k)(int number, void *data);

int $w(int n, $k visit, void *data);
void *$o($k visit, void *data);
int $i(int number);
int $c(void);

#endif
"""

SOURCE = """
#include "$h"

static $k handler;
static void *handler_data;
static int fired = 0;

int
$w(int n, $k visit, void *data)
{
    int i;
    for (i = 0; i < n; i++) {
        if (visit(i, data) != 0) {
            return -1;
        }
    }
    return 0;
}

void *
$o($k visit, void *data)
{
    void *old = handler_data;
    handler = visit;
    handler_data = data;
    return old;
}

int
$i(int number)
{
    fired++;
    return handler == 0 ? 0 : handler(number, handler_data);
}

int
$c(void)
{
    return fired;
}
"""


def library(part):
    prefix = f"{part.word}lib"
    names = {"k": prefix + "_visit", "w": prefix + "_walk", "o": prefix + "_on_event",
             "i": prefix + "_fire", "c": prefix + "_fired", "h": prefix + ".h",
             "G": prefix.upper() + "_H"}
    part.extra_files[prefix + ".h"] = fill(HEADER, **names)
    part.extra_files[f"{prefix}.{part.world.suffix}"] = fill(SOURCE, **names)
    part.includes.append(f'#include "{prefix}.h"')
    form = part.choose.one("form", "user data", "static", "set and fired", "counted")
    FORMS[form](part, names)


def _walk_with_data(part, names):
    f, v = part.function("walk"), part.function("on number")
    part.body("""
static int
$v(int number, void *data)
{
    PyObject *item = PyLong_FromLong(number);
    int done;
    if (item == NULL) {
        return -1;
    }
    $touch
    done = PyList_Append((PyObject *)data, item);
    Py_DECREF(item);
    return done;
}

static[$f] PyObject *
$f(PyObject *self, PyObject *unused)
{
    PyObject *list = PyList_New(0);
    if (list != NULL && $w(3, $v, list) < 0) {
        Py_CLEAR(list);
    }
    return list;
}
""", f=f, v=v, touch=part.touch(), w=names["w"])
    part.method(f, f)
    part.show(f"m.{f}()")


def _walk_with_static(part, names):
    """The callback finds the callable of the user in a static variable."""
    f, v, x = part.function("each"), part.function("on each"), part.static("visitor")
    part.body("""
static PyObject *$x = NULL;

static int
$v(int number, void *data)
{
    PyObject *result;
    (void)data;
    $touch
    result = PyObject_CallFunction($x, (char *)"i", number);
    if (result == NULL) {
        return -1;
    }
    Py_DECREF(result);
    return 0;
}

static[$f] PyObject *
$f(PyObject *self, PyObject *callable)
{
    int done;
    Py_INCREF(callable);
    Py_XSETREF($x, callable);
    done = $w(2, $v, NULL);
    $clear
    if (done < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}
""", f=f, v=v, x=x, touch=part.touch(), w=names["w"],
              clear=part.choose.one("forgets", f"Py_CLEAR({x});", ""))
    part.method(f, f, "METH_O")
    part.script("seen = []", f"show(lambda: m.{f}(seen.append))", "show(lambda: seen)",
                f"show(lambda: m.{f}(3))")


def _set_and_fired(part, names):
    """The library keeps the callback and its data."""
    f, g, v = part.function("set callback"), part.function("fire"), part.function("on event")
    part.body("""
static int
$v(int number, void *data)
{
    PyObject *result;
    if (data == NULL) {
        return 0;
    }
    result = PyObject_CallFunction((PyObject *)data, (char *)"i", number);
    if (result == NULL) {
        return -1;
    }
    Py_DECREF(result);
    $touch
    return 0;
}

static[$f] PyObject *
$f(PyObject *self, PyObject *callable)
{
    PyObject *old;
    if (callable == Py_None) {
        callable = NULL;
    }
    Py_XINCREF(callable);
    old = (PyObject *)$o($v, callable);
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static[$g] PyObject *
$g(PyObject *self, PyObject *unused)
{
    if ($i(7) != 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}
""", f=f, g=g, v=v, touch=part.touch(), o=names["o"], i=names["i"])
    part.method(f, f, "METH_O")
    part.method(g, g)
    part.script("seen = []", f"show(lambda: m.{f}(seen.append))", f"show(lambda: m.{g}())",
                "show(lambda: seen)", f"show(lambda: m.{f}(None))", f"show(lambda: m.{g}())")


def _counted(part, names):
    f = part.function("event")
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *unused)
{
    int before = $c();
    $touch
    return PyLong_FromLong($i(3) + $c() - before);
}
""", f=f, touch=part.touch("NULL"), c=names["c"], i=names["i"])
    part.method(f, f)
    part.show(f"m.{f}()")


FORMS = {"user data": _walk_with_data, "static": _walk_with_static,
         "set and fired": _set_and_fired, "counted": _counted}
