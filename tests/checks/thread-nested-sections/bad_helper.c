/* A helper begins a section of the other object while the section of self is open. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long amount;
} Account;

static PyObject *
Account_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Account *self = (Account *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->amount = 100;
    return (PyObject *)self;
}

static void
Account_dealloc(Account *self)
{
    PyTypeObject *type = Py_TYPE(self);

    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static void
deposit(Account *account, long amount)
{
    Py_BEGIN_CRITICAL_SECTION(account);
    account->amount += amount;
    Py_END_CRITICAL_SECTION();
}

static PyObject *
Account_move(Account *self, PyObject *args)
{
    Account *other;
    long amount;
    if (!PyArg_ParseTuple(args, "O!l", Py_TYPE(self), &other, &amount)) {
        return NULL;
    }
    int is_enough;
    Py_BEGIN_CRITICAL_SECTION(self);
    is_enough = self->amount >= amount;
    if (is_enough) {
        deposit(other, amount);  // want: thread-nested-sections
        self->amount -= amount;
    }
    Py_END_CRITICAL_SECTION();
    return PyBool_FromLong(is_enough);
}

static PyMethodDef Account_methods[] = {
    {"move", (PyCFunction)Account_move, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Account_slots[] = {
    {Py_tp_methods, Account_methods},
    {Py_tp_new, (void *)Account_new},
    {Py_tp_dealloc, (void *)Account_dealloc},
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
