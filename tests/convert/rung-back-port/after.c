/* A function that has the name of CPython's gets no state: in other builds its callers call that
 * one. */
#include <Python.h>

static PyObject *masks;

#ifdef SPAM_OWN_MASK
#undef Py_CHARMASK
static int
Py_CHARMASK(int byte)
{
    if (masks == NULL) {
        masks = PyList_New(0);
    }
    return byte & 0xff;
}
#endif

static PyObject *
mask(PyObject *self, PyObject *number)
{
    long value = PyLong_AsLong(number);
    if (value == -1 && PyErr_Occurred()) {
        return NULL;
    }
    return PyLong_FromLong(Py_CHARMASK((int)value));
}

static PyObject *
last(PyObject *self, PyObject *unused)
{
    PyObject *found = masks != NULL ? masks : Py_None;
    Py_INCREF(found);
    return found;
}

static PyMethodDef methods[] = {
    {"mask", mask, METH_O, NULL},
    {"last", last, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

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
spam_exec_once(PyObject *Py_UNUSED(module))
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

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0, methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
