/* A submodule that an exec function makes is no module that an import gets. */
#include "../module.h"

static struct PyModuleDef sub_module = {PyModuleDef_HEAD_INIT, "spam.sub", NULL, 0, NULL};

static PyObject *
make_sub(void)
{
    return PyModule_Create(&sub_module);
}

static int
spam_exec(PyObject *module)
{
    PyObject *sub = make_sub();
    if (sub == NULL) {
        return -1;
    }
    int status = PyModule_AddObjectRef(module, "sub", sub);
    Py_DECREF(sub);
    return status;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
