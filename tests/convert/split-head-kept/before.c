#include <Python.h>

static PyObject *names;

#define MODULE_ENTRY PyInit_spam

static PyObject *
spam_names(PyObject *self, PyObject *ignored)
{
    return Py_XNewRef(names);
}

static PyMethodDef methods[] = {
    {"names", spam_names, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* Where the module is linked into the program, its name is not exported. */
#if defined(STATIC_MODULE)
PyObject *MODULE_ENTRY(void)
#else
PyMODINIT_FUNC MODULE_ENTRY(void)
#endif
{
    static PyModuleDef module_def = {
        PyModuleDef_HEAD_INIT,
        "spam",     /* m_name */
        NULL,       /* m_doc */
        -1,         /* m_size */
        methods,    /* m_methods */
        NULL,       /* m_reload */
        NULL,       /* m_traverse */
        NULL,       /* m_clear */
        NULL,       /* m_free */
    };
    PyObject *mod;

    if ((mod = PyModule_Create(&module_def)) == NULL)
        return NULL;
    if ((names = PyList_New(0)) == NULL || PyModule_AddIntConstant(mod, "limit", 12) < 0)
    {
        Py_DECREF(mod);
        return NULL;
    }
    return mod;
}
