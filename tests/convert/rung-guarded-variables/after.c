/* A number that a callback needs guards the objects that are made once; they stay with it. */
#include <Python.h>
#include <stdlib.h>

static PyObject *SpamError;
static PyObject *names[2];
static PyObject *cache;
static int calls;

static int
by_size(const void *a, const void *b)
{
    if (SpamError == NULL) {
        SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
        names[0] = PyUnicode_FromString("size");
    }
    PyErr_SetObject(SpamError, names[0]);
    return a < b;
}

static PyObject *
sort(PyObject *module, PyObject *ignored)
{
    int numbers[2] = {2, 1};
    qsort(numbers, 2, sizeof(int), by_size);
    return NULL;
}

static PyObject *
remember(PyObject *module, PyObject *object)
{
    if (calls == 0) {
        cache = PyList_New(0);
        if (cache == NULL) {
            return NULL;
        }
    }
    calls++;
    if (names[1] != NULL && PyList_Append(cache, names[1]) < 0) {
        return NULL;
    }
    if (PyList_Append(cache, object) < 0) {
        return NULL;
    }
    return PyLong_FromLong(calls);
}

static PyMethodDef spam_methods[] = {
    {"sort", sort, METH_NOARGS, NULL},
    {"remember", remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *module);

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

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_methods = spam_methods,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *Py_UNUSED(module))
{
    names[1] = PyUnicode_FromString("other");
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
