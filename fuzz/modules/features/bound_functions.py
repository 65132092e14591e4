"""Functions made at run time, bound to something or to nothing."""


def bound_function(part):
    f, inner, d = part.function("bind"), part.function("bound"), part.static("bound_def")
    hits, bound_to = part.static("bound_hits"), part.choose.one("bound to", "object", "NULL",
                                                               "self")
    part.body("""
static int $x = 0;

static PyObject *
$inner(PyObject *self, PyObject *arg)
{
    $touch
    $x++;
    return Py_BuildValue("OO", $shown, arg);
}

static PyMethodDef $d = {"$inner", $inner, METH_O, NULL};

static[$f] PyObject *
$f(PyObject *self, PyObject *object)
{
    return PyCFunction_New(&$d, $bound);
}
""", x=hits, inner=inner, f=f, d=d, touch=part.touch("NULL"),
              shown="self" if bound_to == "object" else "arg",
              bound={"object": "object", "NULL": "NULL", "self": "self"}[bound_to])
    part.method(f, f, "METH_O")
    part.show(f"m.{f}(4)('x')")
    part.show(f"[m.{f}(None)(n) for n in range(2)]")
