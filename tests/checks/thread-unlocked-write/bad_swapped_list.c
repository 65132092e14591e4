/* A loop swaps the head of a list atomically, which is no lock for another field. */
#include <Python.h>
#include <stdatomic.h>

struct node {
    struct node *next;
};

typedef struct {
    _Atomic(struct node *) head;
    long n_nodes;
} spam_state;

static PyObject *
spam_push(PyObject *module, PyObject *unused)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    struct node *made = PyMem_Calloc(1, sizeof(struct node));
    if (made == NULL) {
        return PyErr_NoMemory();
    }
    struct node *next = atomic_load(&state->head);
    do {
        made->next = next;
    } while (!atomic_compare_exchange_weak(&state->head, &next, made));
    state->n_nodes++;  // want: thread-unlocked-write
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"push", spam_push, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    (void)module;
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state),
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
