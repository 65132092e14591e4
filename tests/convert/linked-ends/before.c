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

static Job *first, *last;
static Seat *ring;

static PyObject *
put(PyObject *self, PyObject *callable)
{
    Job *job = PyMem_Malloc(sizeof(Job));
    if (job == NULL) {
        return PyErr_NoMemory();
    }
    Py_INCREF(callable);
    job->callable = callable;
    job->next = NULL;
    if (last != NULL) {
        last->next = job;
    }
    else {
        first = job;
    }
    last = job;
    Py_RETURN_NONE;
}

static PyObject *
sit(PyObject *self, PyObject *guest)
{
    Seat *seat = PyMem_Malloc(sizeof(Seat));
    if (seat == NULL) {
        return PyErr_NoMemory();
    }
    Py_INCREF(guest);
    seat->guest = guest;
    seat->left = seat;
    if (ring != NULL) {
        seat->left = ring->left;
        ring->left = seat;
    }
    ring = seat;
    Py_RETURN_NONE;
}

static PyObject *
count(PyObject *self, PyObject *unused)
{
    size_t n = 0;
    Job *job;
    Seat *seat;
    for (job = first; job != NULL; job = job->next) {
        n++;
    }
    for (seat = ring; seat != NULL; seat = seat->left != ring ? seat->left : NULL) {
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
    while (first != NULL) {
        Job *job = first;
        first = job->next;
        Py_DECREF(job->callable);
        PyMem_Free(job);
    }
    last = NULL;
    while (ring != NULL) {
        Seat *seat = ring->left;
        if (seat == ring) {
            ring = NULL;
        }
        else {
            ring->left = seat->left;
        }
        Py_DECREF(seat->guest);
        PyMem_Free(seat);
    }
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&definition);
}
