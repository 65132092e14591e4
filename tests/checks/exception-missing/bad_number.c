/* A number below 0, a local that stays NULL, and a lookup that drops exceptions. */
#include "../module.h"

static int
verify(PyObject *object)
{
    if (!PyList_Check(object)) {
        return -1;  // want: exception-missing
    }
    return 0;
}

static PyObject *
checked(PyObject *module, PyObject *arg)
{
    if (verify(arg) < 0) {
        return NULL;
    }
    return Py_NewRef(arg);
}

static PyObject *
chosen(PyObject *module, PyObject *arg)
{
    PyObject *result = NULL;
    if (PyList_Check(arg)) {
        result = Py_NewRef(arg);
    }
    return result;  // want: exception-missing
}

static PyObject *
found(PyObject *module, PyObject *arg)
{
    PyObject *item = PyDict_GetItem(arg, Py_None);
    if (item == NULL) {
        return NULL;  // want: exception-missing
    }
    return Py_NewRef(item);
}

/* What a helper of tp_init hands on; its own helper gives 0 and -1 alone. */
static int
is_filled(PyObject *list)
{
    if (PyList_Append(list, Py_None) < 0) {
        return -1;
    }
    return 0;
}

static int
prepare(PyObject *self, PyObject *list)
{
    if (is_filled(list) != 0) {
        return -1;
    }
    if (PyList_GET_SIZE(list) > 3) {
        return -1;  // want: exception-missing
    }
    return 0;
}

static int
Spam_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    int result = 0;
    result = prepare(self, args);
    return result;
}

static PyType_Slot slots[] = {{Py_tp_init, Spam_init}, {0, NULL}};
PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};

/* An index may be negative; that it is no exception is known by then. */
static PyObject *
item(PyObject *list, PyObject *arg)
{
    Py_ssize_t n = PyList_GET_SIZE(list);
    Py_ssize_t i = PyNumber_AsSsize_t(arg, PyExc_IndexError);
    if (i == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (i < 0) {
        i += n;
    }
    if (i < 0 || i >= n) {
        return NULL;  // want: exception-missing
    }
    return Py_NewRef(PyList_GET_ITEM(list, i));
}

PyMethodDef methods[] = {
    {"item", item, METH_O, NULL},
    {"checked", checked, METH_O, NULL},
    {"chosen", chosen, METH_O, NULL},
    {"found", found, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
