/* A library's callback keeps the statics where they are; a file for another system that does not
 * parse does not keep the initialisation from being multi-phase. */
#include <Python.h>
#include <stdlib.h>

static PyObject *order;

static int
compare(const void *a, const void *b)
{
    PyObject *one = *(PyObject *const *)a, *other = *(PyObject *const *)b;
    PyObject *result = PyObject_CallFunctionObjArgs(order, one, other, NULL);
    int sign = result == NULL ? 0 : (int)PyLong_AsLong(result);
    Py_XDECREF(result);
    return sign;
}

static int (*comparison)(const void *, const void *) = compare;

static PyObject *
spam_sort(PyObject *self, PyObject *arg)
{
    PyObject *copy = PySequence_List(arg);
    if (copy != NULL) {
        qsort(&PyList_GET_ITEM(copy, 0), (size_t)PyList_GET_SIZE(copy), sizeof(PyObject *),
              comparison);
    }
    return copy;
}

static PyMethodDef methods[] = {
    {"sort", spam_sort, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *m);

/* Static variables outlive the module object that filled them, and its
 * interpreter: no other can have them. */
static int spam_loaded;
#ifdef Py_GIL_DISABLED
static PyMutex spam_once_mutex;
#define SPAM_LOCK_LOADED() PyMutex_Lock(&spam_once_mutex)
#define SPAM_UNLOCK_LOADED() PyMutex_Unlock(&spam_once_mutex)
#else /* protected by the GIL */
#define SPAM_LOCK_LOADED()
#define SPAM_UNLOCK_LOADED()
#endif

static int
spam_exec_once(PyObject *module)
{
    SPAM_LOCK_LOADED();
    if (spam_loaded != 0) {
        SPAM_UNLOCK_LOADED();
        PyErr_SetString(PyExc_ImportError,
            "cannot load module more than once per process");
        return -1;
    }
    spam_loaded = 1;
    SPAM_UNLOCK_LOADED();
    if (spam_exec(module) < 0) {
        SPAM_LOCK_LOADED();
        spam_loaded = 0;
        SPAM_UNLOCK_LOADED();
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec_once},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    /* All interpreters share the static variables. */
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0, methods, spam_slots, NULL, NULL, NULL,
};

static int
spam_exec(PyObject *Py_UNUSED(m))
{
    PyObject *operator = PyImport_ImportModule("_operator");
    order = operator == NULL ? NULL : PyObject_GetAttrString(operator, "sub");
    Py_XDECREF(operator);
    if (order == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
