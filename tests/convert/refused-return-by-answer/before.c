/* A function returns the module or gives it up, by an answer that names what moves. */
#include <Python.h>

static PyObject *SpamError;

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

static PyObject *
finish(PyObject *m, int is_done)
{
    if (!is_done) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    return finish(m, SpamError != NULL && PyModule_AddObjectRef(m, "Error", SpamError) == 0);
}
