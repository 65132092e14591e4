#include <Python.h>

#include <stdlib.h>

/* qsort passes nothing to 'compare' that leads to the module. */
static PyObject *key;

static int
compare(const void *a, const void *b)
{
    PyObject *const *one = a, *const *other = b;
    return PyObject_RichCompareBool(*one, key, Py_LT)
           - PyObject_RichCompareBool(*other, key, Py_LT);
}

static PyObject *
nearest(PyObject *module, PyObject *args)
{
    PyObject *items[2];
    if (!PyArg_ParseTuple(args, "OOO", &key, &items[0], &items[1])) {
        return NULL;
    }
    qsort(items, 2, sizeof(PyObject *), compare);
    return Py_NewRef(items[0]);
}

static PyMethodDef methods[] = {
    {"nearest", nearest, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* Static variables outlive the module object that filled them, and its
 * interpreter: no other can have them. */
static int half_loaded;
#ifdef Py_GIL_DISABLED
static PyMutex half_once_mutex;
#define HALF_LOCK_LOADED() PyMutex_Lock(&half_once_mutex)
#define HALF_UNLOCK_LOADED() PyMutex_Unlock(&half_once_mutex)
#else /* protected by the GIL */
#define HALF_LOCK_LOADED()
#define HALF_UNLOCK_LOADED()
#endif

static int
half_exec_once(PyObject *Py_UNUSED(module))
{
    HALF_LOCK_LOADED();
    if (half_loaded != 0) {
        HALF_UNLOCK_LOADED();
        PyErr_SetString(PyExc_ImportError,
            "cannot load module more than once per process");
        return -1;
    }
    half_loaded = 1;
    HALF_UNLOCK_LOADED();
    return 0;
}

static PyModuleDef_Slot half_slots[] = {
    {Py_mod_exec, half_exec_once},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    /* All interpreters share the static variables. */
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "half", .m_size = 0, .m_methods = methods,
    .m_slots = half_slots,
};

PyMODINIT_FUNC
PyInit_half(void)
{
    return PyModuleDef_Init(&definition);
}
