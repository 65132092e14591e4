/* What code that runs once in the process sets stays with the flag for it. */
#include <Python.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int squares[10];
static pthread_once_t is_made = PTHREAD_ONCE_INIT;
static PyObject *names;
static int *cubes;
static long n_calls;

static void
fill(void)
{
    for (int i = 0; i < 10; i++) {
        squares[i] = i * i;
    }
}

static void
make(void)
{
    cubes = PyMem_RawCalloc(10, sizeof(int));
    names = PyList_New(0);
}

static PyObject *
square(PyObject *self, PyObject *unused)
{
    pthread_once(&once, fill);
    pthread_once(&is_made, make);
    if (names == NULL) {
        return PyErr_NoMemory();
    }
    n_calls++;
    return Py_BuildValue("iOl", squares[3], names, n_calls);
}

static PyObject *
change(PyObject *self, PyObject *unused)
{
    squares[3]++;
    if (cubes != NULL) {
        cubes[3]++;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"square", square, METH_NOARGS, NULL},
    {"change", change, METH_NOARGS, NULL},
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

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0, methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
