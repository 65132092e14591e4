#include <Python.h>
#include "walk.h"

static PyObject *one_error;

/* Nothing here calls visit: walk() does. */
class Raiser : public Visitor {
public:
    virtual bool visit(long n);
};

bool
Raiser::visit(long n)
{
    if (n > 5) {
        PyErr_SetString(one_error, "too big");
        return false;
    }
    return true;
}

typedef struct {
    long n_walks;
} one_state;

static inline one_state *
get_one_state(PyObject *module)
{
    return (one_state *)PyModule_GetState(module);
}

static PyObject *
one_walk(PyObject *module, PyObject *arg)
{
    one_state *state = get_one_state(module);
    long n = PyLong_AsLong(arg);
    Raiser raiser;
    if (n == -1 && PyErr_Occurred()) {
        return NULL;
    }
    state->n_walks++;
    if (!walk(raiser, n)) {
        return NULL;
    }
    return PyLong_FromLong(state->n_walks);
}

static PyMethodDef one_methods[] = {
    {"walk", one_walk, METH_O, "Walk."},
    {NULL, NULL, 0, NULL},
};

static int one_exec(PyObject *m);

/* Static variables outlive the module object that filled them, and its
 * interpreter: no other can have them. */
static int one_loaded;
#ifdef Py_GIL_DISABLED
static PyMutex one_once_mutex;
#define ONE_LOCK_LOADED() PyMutex_Lock(&one_once_mutex)
#define ONE_UNLOCK_LOADED() PyMutex_Unlock(&one_once_mutex)
#else /* protected by the GIL */
#define ONE_LOCK_LOADED()
#define ONE_UNLOCK_LOADED()
#endif

static int
one_exec_once(PyObject *module)
{
    ONE_LOCK_LOADED();
    if (one_loaded != 0) {
        ONE_UNLOCK_LOADED();
        PyErr_SetString(PyExc_ImportError,
            "cannot load module more than once per process");
        return -1;
    }
    one_loaded = 1;
    ONE_UNLOCK_LOADED();
    if (one_exec(module) < 0) {
        ONE_LOCK_LOADED();
        one_loaded = 0;
        ONE_UNLOCK_LOADED();
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot one_slots[] = {
    {Py_mod_exec, (void *)one_exec_once},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    /* All interpreters share the static variables. */
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef one_module = {
    PyModuleDef_HEAD_INIT, "one", "Walks.", sizeof(one_state), one_methods, one_slots, NULL, NULL, NULL,
};

static int
one_exec(PyObject *m)
{
    one_error = PyErr_NewException("one.Error", NULL, NULL);
    if (one_error == NULL) {
        return -1;
    }
    Py_INCREF(one_error);
    if (PyModule_AddObject(m, "Error", one_error) < 0) {
        Py_DECREF(one_error);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_one(void)
{
    return PyModuleDef_Init(&one_module);
}
