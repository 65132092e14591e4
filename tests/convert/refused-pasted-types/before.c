/* One macro pastes the names of several types: that is one cause, told once with its places. */
#include <Python.h>

static PyTypeObject egg_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "spam.egg",
    .tp_basicsize = sizeof(PyObject),
};
static PyTypeObject ham_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "spam.ham",
    .tp_basicsize = sizeof(PyObject),
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

#define ADD(name, number) \
    if (PyType_Ready(&name##_type) < 0 \
        || PyModule_AddIntConstant(module, #name, number) < 0) \
    { \
        Py_DECREF(module); \
        return NULL; \
    }

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    ADD(egg, 1)
    ADD(ham, 2)
    return module;
}
