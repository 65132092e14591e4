/* Between two locked steps nothing is lost: asked again, marked as taken, another field. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyMutex mutex;
    long cents;
    long version;
    long last;
    long n_busy;
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

/* It asks again. */
static PyObject *
Account_pay(Account *self, PyObject *arg)
{
    int is_done = 0;
    while (!is_done) {
        PyMutex_Lock(&self->mutex);
        long now = self->cents;
        PyMutex_Unlock(&self->mutex);
        long next = now + 1;
        PyMutex_Lock(&self->mutex);
        if (self->cents == now) {
            self->cents = next;
            is_done = 1;
        }
        PyMutex_Unlock(&self->mutex);
    }
    Py_RETURN_NONE;
}

/* What is read is written elsewhere. */
static PyObject *
Account_note(Account *self, PyObject *arg)
{
    PyMutex_Lock(&self->mutex);
    long now = self->cents;
    PyMutex_Unlock(&self->mutex);
    long number = PyLong_AsLong(arg);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyMutex_Lock(&self->mutex);
    self->last = now;
    self->cents = number;
    PyMutex_Unlock(&self->mutex);
    Py_RETURN_NONE;
}

/* The first step takes what the second one gives back. */
static PyObject *
Account_take(Account *self, PyObject *unused)
{
    PyMutex_Lock(&self->mutex);
    long kept = self->version;
    self->version = -1;
    PyMutex_Unlock(&self->mutex);
    PyMutex_Lock(&self->mutex);
    self->version = kept + 1;
    PyMutex_Unlock(&self->mutex);
    return PyLong_FromLong(kept);
}

/* Each step reads anew. */
static PyObject *
Account_each(Account *self, PyObject *unused)
{
    long now;
    PyMutex_Lock(&self->mutex);
    now = self->n_busy;
    PyMutex_Unlock(&self->mutex);
    if (now > 3) {
        Py_RETURN_FALSE;
    }
    PyMutex_Lock(&self->mutex);
    now = self->n_busy;
    self->n_busy = now + 1;
    PyMutex_Unlock(&self->mutex);
    Py_RETURN_TRUE;
}

static PyMethodDef Account_methods[] = {
    {"pay", (PyCFunction)Account_pay, METH_O, NULL},
    {"note", (PyCFunction)Account_note, METH_O, NULL},
    {"take", (PyCFunction)Account_take, METH_NOARGS, NULL},
    {"each", (PyCFunction)Account_each, METH_NOARGS, NULL},
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
