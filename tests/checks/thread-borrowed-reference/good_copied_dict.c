/* PyDict_Next goes through a copy of the instance's dictionary. */
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
    if (!PyArg_ParseTuple(args, "OO", &key, &value)
        || PyDict_SetItem(self->scores, key, value) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
Board_longest(Board *self, PyObject *unused)
{
    PyObject *copy = PyDict_Copy(self->scores);
    if (copy == NULL) {
        return NULL;
    }
    Py_ssize_t longest = 0, position = 0;
    PyObject *key;
    while (PyDict_Next(copy, &position, &key, NULL)) {
        Py_ssize_t size = PyObject_Size(key);
        if (size < 0) {
            Py_DECREF(copy);
            return NULL;
        }
        longest = Py_MAX(longest, size);
    }
    Py_DECREF(copy);
    return PyLong_FromSsize_t(longest);
}

static PyMethodDef Board_methods[] = {
    {"put", (PyCFunction)Board_put, METH_VARARGS, NULL},
    {"longest", (PyCFunction)Board_longest, METH_NOARGS, NULL},
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
