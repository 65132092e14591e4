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

/* The only module object that may use the static variables. */
static uintptr_t half_owner;
#ifdef Py_GIL_DISABLED
static PyMutex half_once_mutex;
#define HALF_LOCK_OWNER() PyMutex_Lock(&half_once_mutex)
#define HALF_UNLOCK_OWNER() PyMutex_Unlock(&half_once_mutex)
#else /* protected by the GIL */
#define HALF_LOCK_OWNER()
#define HALF_UNLOCK_OWNER()
#endif

static int
half_exec_once(PyObject *module)
{
    HALF_LOCK_OWNER();
    if (half_owner != 0) {
        HALF_UNLOCK_OWNER();
        PyErr_SetString(PyExc_ImportError,
            "cannot load module more than once per process");
        return -1;
    }
    half_owner = (uintptr_t)module;
    HALF_UNLOCK_OWNER();
    return 0;
}

static void
half_free_once(void *module)
{
    HALF_LOCK_OWNER();
    /* Static variables outlive Python, their objects do not. */
    if (half_owner == (uintptr_t)module && Py_IsInitialized()) {
        half_owner = 0;
    }
    HALF_UNLOCK_OWNER();
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
    .m_free = half_free_once,
};

PyMODINIT_FUNC
PyInit_half(void)
{
    return PyModuleDef_Init(&definition);
}
