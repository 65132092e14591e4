/* A number is read with the mutex held, and written with it held again. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyMutex mutex;
    long cents;
} Account;

static PyObject *
Account_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Account *self = (Account *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    return (PyObject *)self;
}

static PyObject *
Account_pay(Account *self, PyObject *arg)
{
    long cents = PyLong_AsLong(arg);
    if (cents == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyMutex_Lock(&self->mutex);
    long now = self->cents;
    PyMutex_Unlock(&self->mutex);
    now += cents;
    PyMutex_Lock(&self->mutex);
    self->cents = now;  // want: thread-unlocked-write
    PyMutex_Unlock(&self->mutex);
    Py_RETURN_NONE;
}

static PyMethodDef Account_methods[] = {
    {"pay", (PyCFunction)Account_pay, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Account_slots[] = {
    {Py_tp_methods, Account_methods},
    {Py_tp_new, (void *)Account_new},
    {0, NULL},
};

static PyType_Spec Account_spec = {
    "spam.Account", sizeof(Account), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Account_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *account_type = PyType_FromModuleAndSpec(module, &Account_spec, NULL);
    if (account_type == NULL) {
        return -1;
    }
    int account_rc = PyModule_AddType(module, (PyTypeObject *)account_type);
    Py_DECREF(account_type);
    if (account_rc < 0) {
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
