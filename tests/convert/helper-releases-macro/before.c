#include <Python.h>
static PyObject *spam_error, *spam_list;

/* The macro has a helper release the module: nothing tells its statement from others. */
#define DROP(object) drop(object)
static void
drop(PyObject *object)
{
    Py_XDECREF(object);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *list = NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddIntConstant(module, "answer", 42) < 0)
        goto error;
    list = PyList_New(0);
    if (list == NULL)
        goto error;
    spam_list = list;
    return module;
error:
    DROP(list);
    DROP(module);
    return NULL;
}
