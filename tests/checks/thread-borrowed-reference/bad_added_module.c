/* PyImport_AddModule gives a borrowed module. */
#include <Python.h>

static PyObject *
spam_name_of_main(PyObject *module, PyObject *unused)
{
    PyObject *main = PyImport_AddModule("__main__");  // want: thread-borrowed-reference
    if (main == NULL) {
        return NULL;
    }
    return PyObject_GetAttrString(main, "__name__");
}

static PyMethodDef spam_methods[] = {
    {"name_of_main", (PyCFunction)spam_name_of_main, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0,
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
