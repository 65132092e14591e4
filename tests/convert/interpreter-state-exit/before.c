/* What runs at the end of the process finds no interpreter that it could ask. */
#include <Python.h>

static PyObject *log_file;

static void
say_goodbye(void)
{
    if (log_file != NULL) {
        PyFile_WriteString("goodbye", log_file);
    }
}

static PyObject *
spam_set_log(PyObject *Py_UNUSED(module), PyObject *file)
{
    Py_INCREF(file);
    Py_XSETREF(log_file, file);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"set_log", spam_set_log, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (Py_AtExit(say_goodbye) < 0) {
        PyErr_SetString(PyExc_RuntimeError, "no room for an exit function");
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
