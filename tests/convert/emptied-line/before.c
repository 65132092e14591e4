/* All that stands on a line goes, and the comment above with the first of it. */
#include <Python.h>

/* what was counted */
static PyObject *seen; static long count;
/* of one */
static PyObject *other; static long limit = 3, step, n_others; static PyObject *third; static const char kept[] = "kept";

static PyObject *
spam_count(PyObject *self, PyObject *object)
{
    count += step + 1;
    n_others += count > limit;
    Py_XSETREF(seen, Py_NewRef(object));
    Py_XSETREF(other, PyUnicode_FromString(kept));
    Py_XSETREF(third, Py_NewRef(self));
    return Py_BuildValue("ll", count, n_others);
}

static PyMethodDef methods[] = {
    {"count", spam_count, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
