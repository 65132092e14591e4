#include <Python.h>

/* A section of self keeps nobody from an argument. */
typedef struct {
    PyObject_HEAD
    double sum;
    long n;
} Sum;

/* The list is the caller's: others may change it meanwhile. */
static PyObject *
Sum_feed(Sum *self, PyObject *list)
{
    if (!PyList_CheckExact(list)) {
        PyErr_SetString(PyExc_TypeError, "a list");
        return NULL;
    }
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        PyObject *item = PyList_GET_ITEM(list, i);
        if (PyFloat_CheckExact(item)) {
            self->sum += PyFloat_AS_DOUBLE(item);
            self->n++;
        }
    }
    Py_RETURN_NONE;
}

/* A list is given back itself. */
static PyObject *
Sum_feed_any(Sum *self, PyObject *items)
{
    PyObject *fast = PySequence_Fast(items, "a sequence");
    if (fast == NULL) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(fast); i++) {
        PyObject *item = PySequence_Fast_GET_ITEM(fast, i);
        self->n += PyFloat_CheckExact(item);
    }
    Py_DECREF(fast);
    Py_RETURN_NONE;
}

/* So does PyList_SET_ITEM write into a list that others use. */
static PyObject *
Sum_blank(Sum *self, PyObject *list)
{
    if (!PyList_CheckExact(list) || PyList_GET_SIZE(list) == 0) {
        PyErr_SetString(PyExc_TypeError, "a list");
        return NULL;
    }
    Py_INCREF(Py_None);
    PyList_SET_ITEM(list, 0, Py_None);
    self->n++;
    Py_RETURN_NONE;
}

/* One reference is not one user, whatever is locked. */
static PyObject *
Sum_add(PyObject *a, PyObject *b)
{
    if (Py_TYPE(a) != Py_TYPE(b)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    if (Py_REFCNT(a) == 1) {
        ((Sum *)a)->sum += ((Sum *)b)->sum;
        Py_INCREF(a);
        return a;
    }
    return PyFloat_FromDouble(((Sum *)a)->sum + ((Sum *)b)->sum);
}

static PyMethodDef Sum_methods[] = {
    {"feed", (PyCFunction)Sum_feed, METH_O, NULL},
    {"feed_any", (PyCFunction)Sum_feed_any, METH_O, NULL},
    {"blank", (PyCFunction)Sum_blank, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Sum_slots[] = {
    {Py_tp_methods, Sum_methods},
    {Py_nb_add, Sum_add},
    {0, NULL},
};

static PyType_Spec Sum_spec = {
    .name = "spam.Sum",
    .basicsize = sizeof(Sum),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Sum_slots,
};


static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *sum = PyType_FromModuleAndSpec(module, &Sum_spec, NULL);
    if (sum == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, (PyTypeObject *)sum) < 0) {
        Py_DECREF(sum);
        return -1;
    }
    Py_DECREF(sum);
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_methods = spam_methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
