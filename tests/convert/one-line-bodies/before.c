#include <Python.h>

/* Functions, a struct and tables that stand on one line each. */
typedef struct { PyObject_HEAD PyObject *value; int open; } Box;
struct range { int low; int high; };
static PyTypeObject Box_Type;
static PyObject *cache, *error;
static int n_calls, limit = 3;

#define CLAMP(n, to) { if ((n) > (to)) { (n) = (to); } }

static int half(int n) { return n / 2; }
static int above(struct range r, int n) { struct range s = { r.low, r.high }; return n > s.high; }
static int bump(void) { return ++n_calls; }

static int Box_traverse(Box *self, visitproc visit, void *arg) { Py_VISIT(self->value); return 0; }
static int Box_clear(Box *self) { Py_CLEAR(self->value); return 0; }
static void Box_dealloc(Box *self) { PyObject_GC_UnTrack(self); Box_clear(self); Py_TYPE(self)->tp_free((PyObject *)self); }
static PyObject *Box_get(Box *self, PyObject *unused) { if (self->value == NULL) Py_RETURN_NONE; return Py_NewRef(self->value); }

static PyObject *count(PyObject *module, PyObject *unused) { return PyLong_FromLong(bump()); }
static PyObject *text(PyObject *module, PyObject *unused) { n_calls++; /* counted */ return PyUnicode_FromString("a; {b}"); }
static PyObject *first(PyObject *module, PyObject *seen) { if (cache == NULL) { cache = Py_NewRef(seen); limit++; } else { limit--; } return Py_NewRef(cache); }
static PyObject *check(PyObject *module, PyObject *o) { long n = PyLong_AsLong(o); if (n == -1 && PyErr_Occurred()) goto failed; if (n > limit) { PyErr_SetString(error, "that is more than the limit"); goto failed; } for (int i = 0; i < 2; i++) n = half((int)n); return PyLong_FromLong(n); failed: return NULL; }
static PyObject *clamped(PyObject *module, PyObject *o)
{
    struct range r = { 0, limit };
    long n = PyLong_AsLong(o);
    if (n == -1 && PyErr_Occurred()) { return NULL; }
    if (above(r, (int)n)) { PyErr_Format(error, "%ld is above %d", n, limit); return NULL; }
    CLAMP(n, 2)
    return PyLong_FromLong(n);
}
static PyObject *box(PyObject *module, PyObject *value) { Box *self = PyObject_GC_New(Box, &Box_Type); if (self == NULL) return NULL; self->value = Py_NewRef(value); self->open = 1; PyObject_GC_Track(self); return (PyObject *)self; }

static PyMethodDef Box_methods[] = { {"get", (PyCFunction)Box_get, METH_NOARGS, NULL}, {NULL} };
static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)Box_traverse,
    .tp_clear = (inquiry)Box_clear,
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_methods = Box_methods,
};
static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, NULL},
    {"text", text, METH_NOARGS, NULL},
    {"first", first, METH_O, NULL},
    {"check", check, METH_O, NULL},
    {"clamped", clamped, METH_O, NULL},
    {"box", box, METH_O, NULL},
    {NULL},
};
static struct PyModuleDef def = { PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods };

PyMODINIT_FUNC PyInit_spam(void)
{
    PyObject *m;
    if (PyType_Ready(&Box_Type) < 0) return NULL;
    m = PyModule_Create(&def);
    if (m == NULL) return NULL;
    error = PyErr_NewException("spam.Error", NULL, NULL);
    if (error == NULL) { Py_DECREF(m); return NULL; }
    Py_INCREF(error);
    if (PyModule_AddObject(m, "Error", error) < 0) { Py_DECREF(error); Py_DECREF(m); return NULL; }
    return m;
}
