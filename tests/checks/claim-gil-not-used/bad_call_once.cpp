/* std::call_once makes the table, reset() empties it without a lock. */
#include <Python.h>
#include <map>
#include <mutex>

static std::once_flag once;
static std::map<long, long> *squares;  // want: state-static-data

static PyObject *
spam_square(PyObject *module, PyObject *arg)
{
    long number = PyLong_AsLong(arg);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    std::call_once(once, [] { squares = new std::map<long, long>(); });  // want: global-unlocked
    (*squares)[number] = number * number;
    return PyLong_FromLong((*squares)[number]);
}

static PyMethodDef spam_methods[] = {
    {"square", (PyCFunction)spam_square, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},  // want: claim-own-gil-false
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},  // want: claim-gil-not-used
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
