#include "../module.h"

static int
spam_exec(PyObject *module)
{
    PyObject *list = PyList_New(0);
    if (list == NULL) {
        return 0;  // want: init-failure-ignored
    }
    if (PyModule_AddObjectRef(module, "list", list) < 0) {
        goto error;
    }
    Py_DECREF(list);
    if (PyModule_AddIntConstant(module, "answer", 42) == -1)
        return 0;  // want: init-failure-ignored
    return 0;

error:
    Py_DECREF(list);
    return 0;  // want: init-failure-ignored
}

static PyObject *
make_list(void)
{
    PyObject *list = PyList_New(1);
    if (list != NULL) {
        PyList_SET_ITEM(list, 0, Py_NewRef(Py_None));
    }
    return list;
}

static int
spam_exec_more(PyObject *module)
{
    PyObject *list = make_list();
    int flags = 0;
    if (list == NULL) {
        return 0;  // want: init-failure-ignored
    }
    int result = PyModule_AddObjectRef(module, flags ? "one" : "more", list);
    Py_DECREF(list);
    return result;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_exec, spam_exec_more},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
