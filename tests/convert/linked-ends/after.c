/* A queue with two ends, whose last node would be visited twice, and a ring, which has no end: it
 * is said that these are not visited. */
#include <Python.h>

typedef struct job {
    struct job *next;
    PyObject *callable;
} Job;

typedef struct seat {
    struct seat *left;
    PyObject *guest;
} Seat;

typedef struct {
    Job *first;
    Job *last;
    Seat *ring;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
put(PyObject *self, PyObject *callable)
{
    spam_state *state = get_spam_state(self);
    Job *job = PyMem_Malloc(sizeof(Job));
    if (job == NULL) {
        return PyErr_NoMemory();
    }
    Py_INCREF(callable);
    job->callable = callable;
    job->next = NULL;
    if (state->last != NULL) {
        state->last->next = job;
    }
    else {
        state->first = job;
    }
    state->last = job;
    Py_RETURN_NONE;
}

static PyObject *
sit(PyObject *self, PyObject *guest)
{
    spam_state *state = get_spam_state(self);
    Seat *seat = PyMem_Malloc(sizeof(Seat));
    if (seat == NULL) {
        return PyErr_NoMemory();
    }
    Py_INCREF(guest);
    seat->guest = guest;
    seat->left = seat;
    if (state->ring != NULL) {
        seat->left = state->ring->left;
        state->ring->left = seat;
    }
    state->ring = seat;
    Py_RETURN_NONE;
}

static PyObject *
count(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    size_t n = 0;
    Job *job;
    Seat *seat;
    for (job = state->first; job != NULL; job = job->next) {
        n++;
    }
    for (seat = state->ring; seat != NULL; seat = seat->left != state->ring ? seat->left : NULL) {
        n++;
    }
    return PyLong_FromSize_t(n);
}

static PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {"sit", sit, METH_O, NULL},
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    while (state->first != NULL) {
        Job *job = state->first;
        state->first = job->next;
        Py_DECREF(job->callable);
        PyMem_Free(job);
    }
    state->last = NULL;
    while (state->ring != NULL) {
        Seat *seat = state->ring->left;
        if (seat == state->ring) {
            state->ring = NULL;
        }
        else {
            state->ring->left = seat->left;
        }
        Py_DECREF(seat->guest);
        PyMem_Free(seat);
    }
}

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, NULL, NULL, spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
