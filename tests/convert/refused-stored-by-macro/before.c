/* A macro makes an exception, gives the module's dictionary the only reference and stores it in an
 * array that it is handed: a reference for that can only be taken in the macro. */
#include <Python.h>

static PyObject *errors[2];

#define ADD_ERROR(module, list, number, name) \
    PyObject *name = PyErr_NewException("spam." #name, NULL, NULL); \
    if (name == NULL || PyModule_AddObject(module, #name, name) < 0) { \
        return NULL; \
    } \
    list[number] = name

static PyObject *
fail(PyObject *self, PyObject *number)
{
    PyErr_SetString(errors[PyObject_IsTrue(number) == 1], "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
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
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    ADD_ERROR(module, errors, 0, First);
    ADD_ERROR(module, errors, 1, Second);
    return module;
}
