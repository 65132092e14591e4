/* A function of another module's, saved and replaced for the whole process. */
#include <Python.h>

static PyCFunction original;
static PyObject *SpamError;

static PyObject *
fail(PyObject *self, PyObject *arg)
{
    PyErr_SetObject(SpamError, arg);
    return NULL;
}

static PyObject *
replaced(PyObject *self, PyObject *args)
{
    if (args == NULL) {
        PyErr_SetNone(SpamError);
        return NULL;
    }
    return original(self, args);
}

static PyObject *
patch(PyObject *self, PyObject *arg)
{
    PyMethodDef *def = ((PyCFunctionObject *)arg)->m_ml;
    original = def->ml_meth;
    def->ml_meth = replaced;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {"patch", patch, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
