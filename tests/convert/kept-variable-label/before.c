/* The same as kept-variable-taken, behind a label: the module that is there already is returned,
 * too. */
#include <Python.h>

static PyObject *module;
static PyObject *log_;

static PyObject *
note(PyObject *self, PyObject *text)
{
    if (PyList_Append(log_, text) < 0) {
        return NULL;
    }
    return PyBool_FromLong(self == module);
}

static PyMethodDef methods[] = {
    {"note", note, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (module != NULL) {
        goto done;
    }
    module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    log_ = PyList_New(0);
    if (log_ == NULL) {
        Py_CLEAR(module);
        return NULL;
    }
done:
    Py_INCREF(module);
    return module;
}
