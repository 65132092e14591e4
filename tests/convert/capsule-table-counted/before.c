/* A table for other extensions begins with the address of its length, which is the same in each
 * module, as its functions are: who gets the table may keep it for as long as the process lives. */
#include <Python.h>

#define COUNT 3

static PyObject *spam_error;

static int
answer(void)
{
    return 42;
}

static int
twice(int number)
{
    return 2 * number;
}

static PyObject *
spam_fail(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    PyErr_SetString(spam_error, "failed");
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    static const int count = COUNT;
    static void *api[COUNT];

    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    spam_error = PyErr_NewException("spam.error", NULL, NULL);
    if (spam_error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    api[0] = (void *)&count;
    api[1] = (void *)answer;
    api[2] = (void *)&twice;
    PyObject *capsule = PyCapsule_New((void *)api, "spam._C_API", NULL);
    if (capsule == NULL || PyModule_AddObject(module, "_C_API", capsule) < 0) {
        Py_XDECREF(capsule);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
