"""The iterator that tutorials show, with what was added to it in many copies."""

from features.classes import Class, add_type

HELPER = """
static void
$release($S *self)
{
    free(self->room);
    $free
}
"""


def copied_iterator(part):
    choose = part.choose
    it = Class(part, what="Walker")
    part.includes.append("#include <stdlib.h>")
    part.share("""
typedef struct {
    PyObject_HEAD
    long at;
    long end;
    char *room;
    PyObject *owner;
} $S;
""", S=it.struct)
    it.forward()
    make, release = part.function("walk"), it.fun("release")
    free = choose.one("freed by", "PyObject_Del(self);",
                      "Py_TYPE(self)->tp_free((PyObject *)self);")
    by_helper = choose.flag("freed by a helper", 0.4)
    if by_helper:
        part.body(HELPER, release=release, S=it.struct, free=free)
    gone = f"{release}(self);" if by_helper else f"free(self->room);\n{free}"
    if choose.flag("asks for itself", 0.3):
        gone = "if (self != NULL) {\n    " + gone.replace("\n", "\n    ") + "\n}"
    again = choose.one(
        "initialised again", "",
        "if (!PyObject_Init((PyObject *)self, &$T)) {\n    Py_DECREF(self);\n    return NULL;\n}",
        "PyObject_Init((PyObject *)self, &$T);",
        "(void)PyObject_Init((PyObject *)self, &$T);")
    part.body("""
static void
$d($S *self)
{
    $touch
    Py_CLEAR(self->owner);
    $gone
}

static PyObject *
$next($S *self)
{
    if (self->at < self->end) {
        return PyLong_FromLong(self->at++);
    }
    return NULL;
}

static[$f] PyObject *
$f(PyObject *module, PyObject *args)
{
    long end;
    PyObject *owner = NULL;
    $S *self;
    if (!PyArg_ParseTuple(args, "l|O", &end, &owner)) {
        return NULL;
    }
    self = PyObject_New($S, &$T);
    if (self == NULL) {
        return NULL;
    }
    $again
    self->at = 0;
    self->end = end;
    self->owner = NULL;
    self->room = (char *)malloc(8);
    if (self->room == NULL || end < 0) {
        $undo
        return PyErr_NoMemory();
    }
    Py_XINCREF(owner);
    self->owner = owner;
    $touch2
    return (PyObject *)self;
}
""", d=it.fun("dealloc"), next=it.fun("next"), f=make, S=it.struct, T=it.type, gone=gone,
              again=again.replace("$T", it.type), touch=part.touch(), touch2=part.touch(),
              undo=f"{release}(self);" if by_helper else f"free(self->room);\n{free}")
    it.set("dealloc", it.cast("destructor", it.fun("dealloc")))
    it.set("iter", "PyObject_SelfIter")
    it.set("iternext", it.cast("iternextfunc", it.fun("next")))
    it.finish()
    add_type(part, it)
    part.method(make, make, "METH_VARARGS")
    part.show(f"list(m.{make}(3))")
    part.show(f"list(m.{make}(2, [])) + list(m.{make}(0, m))")
    part.show(f"m.{make}(-1)")
