#include <Python.h>

static long limit = 128 * 1024;
static const char *label = "spam";
static const long minimum = 16;

static PyObject *
spam_limit(PyObject *self, PyObject *args)
{
    long old = limit;
    long wanted = -1;

    if (!PyArg_ParseTuple(args, "|l:limit", &wanted)) {
        return NULL;
    }
    if (wanted >= minimum) {
        limit = wanted;
        label = "changed";
    }
    return Py_BuildValue("ls", old, label);
}

static PyMethodDef methods[] = {
    {"limit", spam_limit, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *module);

/* The only module object that may use the static variables. */
static uintptr_t spam_owner;
#ifdef Py_GIL_DISABLED
static PyMutex spam_once_mutex;
#define SPAM_LOCK_OWNER() PyMutex_Lock(&spam_once_mutex)
#define SPAM_UNLOCK_OWNER() PyMutex_Unlock(&spam_once_mutex)
#else /* protected by the GIL */
#define SPAM_LOCK_OWNER()
#define SPAM_UNLOCK_OWNER()
#endif

static int
spam_exec_once(PyObject *module)
{
    SPAM_LOCK_OWNER();
    if (spam_owner != 0) {
        SPAM_UNLOCK_OWNER();
        PyErr_SetString(PyExc_ImportError,
            "cannot load module more than once per process");
        return -1;
    }
    spam_owner = (uintptr_t)module;
    SPAM_UNLOCK_OWNER();
    if (spam_exec(module) < 0) {
        SPAM_LOCK_OWNER();
        spam_owner = 0;
        SPAM_UNLOCK_OWNER();
        return -1;
    }
    return 0;
}

static void
spam_free_once(void *module)
{
    SPAM_LOCK_OWNER();
    if (spam_owner == (uintptr_t)module) {
        spam_owner = 0;
    }
    SPAM_UNLOCK_OWNER();
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
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = 0, .m_methods = methods,
    .m_slots = spam_slots,
    .m_free = spam_free_once,
};

static int
spam_exec(PyObject *Py_UNUSED(module))
{
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
