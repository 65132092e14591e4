/* Macros that make texts of their arguments: what a module calls its attributes stays. */
#include <Python.h>

static PyObject *marker, *empty, *last, *first;

static PyTypeObject Point_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Point",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

#define ADD_AS(m, name, N) PyModule_AddObject(m, name, (PyObject *)(N))
#define ADD(m, N) ADD_AS(m, #N, N)

/* Exports an object by its name. */
#define EXPORT(N) Py_INCREF(N); if (ADD(m, N) < 0) return NULL

#define TRY(m, call, ...) do { if ((call) < 0 && log_line(#__VA_ARGS__)) return NULL; } while (0)
#define GET_DICT(N) PyDict_GetItemString(d, #N)

static int
log_line(const char *line)
{
    return puts(line) >= 0;
}

static PyObject *
get(PyObject *self, PyObject *d)
{
    PyObject *found = GET_DICT(marker);
    if (found == NULL) {
        found = marker;
    }
    Py_INCREF(found);
    return found;
}

static PyMethodDef methods[] = {
    {"get", get, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam);
    if (m == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Point_Type) < 0) {
        return NULL;
    }
    marker = PyUnicode_FromString("marker");
    empty = PyTuple_New(0);
    last = PyLong_FromLong(9);
    first = PyLong_FromLong(1);
    if (marker == NULL || empty == NULL || last == NULL || first == NULL) {
        return NULL;
    }
    EXPORT(marker);
    EXPORT(&Point_Type);
    TRY(m, PyModule_AddIntConstant(m, "a", 1), empty, last);
    if (PyObject_IsTrue(last)) {
        EXPORT(first);
    }
    return m;
}
