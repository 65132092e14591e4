/* The result with a state would release a reference that it borrows, in two modules; neither
 * stands in the way of the other, or of the third. */
#include <Python.h>

static PyObject *Error = NULL;

struct module_state {
    PyObject *error, *again;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static int
init_exceptions(void)
{
    Error = PyErr_NewException("ham.Error", NULL, NULL);
    if (!Error)
        return 0;
    Py_INCREF(Error);
    Py_INCREF(Error);
    return 1;
}

static PyObject *
fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(Error, "no");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
ham_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->error);
    Py_VISIT(GETSTATE(m)->again);
    return 0;
}

static int
ham_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);
    Py_CLEAR(GETSTATE(m)->again);
    return 0;
}

static void
ham_free(void *module)
{
    (void)ham_clear((PyObject *)module);
}

static int ham_exec(PyObject *m);

/* Static variables outlive the module object that filled them, and its
 * interpreter: no other can have them. */
static int ham_loaded;
#ifdef Py_GIL_DISABLED
static PyMutex ham_once_mutex;
#define HAM_LOCK_LOADED() PyMutex_Lock(&ham_once_mutex)
#define HAM_UNLOCK_LOADED() PyMutex_Unlock(&ham_once_mutex)
#else /* protected by the GIL */
#define HAM_LOCK_LOADED()
#define HAM_UNLOCK_LOADED()
#endif

static int
ham_exec_once(PyObject *module)
{
    HAM_LOCK_LOADED();
    if (ham_loaded != 0) {
        HAM_UNLOCK_LOADED();
        PyErr_SetString(PyExc_ImportError,
            "cannot load module more than once per process");
        return -1;
    }
    ham_loaded = 1;
    HAM_UNLOCK_LOADED();
    if (ham_exec(module) < 0) {
        HAM_LOCK_LOADED();
        ham_loaded = 0;
        HAM_UNLOCK_LOADED();
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot ham_slots[] = {
    {Py_mod_exec, ham_exec_once},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    /* All interpreters share the static variables. */
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "ham", NULL, sizeof(struct module_state), methods,
    ham_slots, ham_traverse, ham_clear, ham_free,
};

static int
ham_exec(PyObject *m)
{
    struct module_state *st = GETSTATE(m);
    if (!init_exceptions()) {
        return -1;
    }
    st->error = Error;
    st->again = Error;
    PyModule_AddObject(m, "Error", Error);
    return PyErr_Occurred() ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_ham(void)
{
    return PyModuleDef_Init(&moduledef);
}
