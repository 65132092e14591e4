/* PyDict_Next goes through an instance's dictionary, which another method fills. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *scores;
} Board;

static PyObject *
Board_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Board *self = (Board *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->scores = PyDict_New();
    if (self->scores == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void
Board_dealloc(Board *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(self->scores);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Board_put(Board *self, PyObject *args)
{
    PyObject *key, *value;
    if (!PyArg_ParseTuple(args, "OO!", &key, &PyLong_Type, &value)) {
        return NULL;
    }
    if (PyDict_SetItem(self->scores, key, value) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
Board_sum(Board *self, PyObject *unused)
{
    long long sum = 0;
    PyObject *value;
    Py_ssize_t position = 0;
    while (PyDict_Next(self->scores, &position, NULL, &value)) {  // want: thread-borrowed-reference
        long long number = PyLong_AsLongLong(value);
        if (number == -1 && PyErr_Occurred()) {
            return NULL;
        }
        sum += number;
    }
    return PyLong_FromLongLong(sum);
}

static PyMethodDef Board_methods[] = {
    {"put", (PyCFunction)Board_put, METH_VARARGS, NULL},
    {"sum", (PyCFunction)Board_sum, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Board_slots[] = {
    {Py_tp_methods, Board_methods},
    {Py_tp_new, (void *)Board_new},
    {Py_tp_dealloc, (void *)Board_dealloc},
    {0, NULL},
};

static PyType_Spec Board_spec = {  // want-note: gc-flag-missing
    "spam.Board", sizeof(Board), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Board_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *board_type = PyType_FromModuleAndSpec(module, &Board_spec, NULL);
    if (board_type == NULL) {
        return -1;
    }
    int board_rc = PyModule_AddType(module, (PyTypeObject *)board_type);
    Py_DECREF(board_type);
    if (board_rc < 0) {
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
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
