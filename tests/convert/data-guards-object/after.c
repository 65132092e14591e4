/* One number stays, for a callback without data.  What is set where another one is tested must
 * go where that goes: a second module object would find the test passed and the object missing. */
#include <Python.h>
#include <stdlib.h>
static int direction = 1;
static int compare(const void *a, const void *b) { return direction * (*(const int *)a - *(const int *)b); }
static PyObject *
sorted_first(PyObject *self, PyObject *args)
{
    int values[3] = {3, 1, 2};
    (void)self;
    if (!PyArg_ParseTuple(args, "i", &direction))
        return NULL;
    qsort(values, 3, sizeof values[0], compare);
    return PyLong_FromLong(values[0]);
}

typedef struct {
    int ready;
    PyObject *cache;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
get(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    (void)self; (void)unused;
    if (!state->ready) {
        state->cache = PyList_New(0);
        if (state->cache == NULL)
            return NULL;
        state->ready = 1;
    }
    Py_INCREF(state->cache);
    return state->cache;
}
static PyMethodDef methods[] = {{"first", sorted_first, METH_VARARGS, NULL}, {"get", get, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->cache);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->cache);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free};
PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
