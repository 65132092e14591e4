#include "../module.h"

typedef struct {
    PyObject_HEAD
    int value;
} SpamObject;

struct pair {
    const char *name;
    PyObject *object;
};

struct heap_state {
    PyObject *error;
};

#define DEFINE_CACHE(name) static PyObject *name

static PyObject *error;                 // want: state-static-object
static PyObject *first, *second;        // want: state-static-object, state-static-object
static SpamObject *free_list[8];        // want: state-static-object
static struct pair pairs[2];            // want: state-static-object
static struct heap_state *state;        // want: state-static-object
static PyTypeObject *cached_type;       // want: state-static-object
PyObject *visible;                      // want: state-static-object
static _Thread_local PyObject *per_thread;  // want: state-static-object
DEFINE_CACHE(made_by_macro);            // want: state-static-object

PyObject *
use(PyObject *self, PyObject *arg)
{
    static PyObject *inside = NULL;     // want: state-static-object
    if (inside == NULL) {
        inside = PyUnicode_InternFromString("inside");
    }
    error = PyErr_NewException("spam.error", NULL, NULL);
    first = second = arg;
    free_list[0] = (SpamObject *)self;
    pairs[1].object = arg;
    state = PyMem_Malloc(sizeof *state);
    cached_type = Py_TYPE(self);
    visible = arg;
    per_thread = arg;
    Py_XSETREF(made_by_macro, Py_NewRef(arg));
    return inside == error || first == second || pairs[0].object ? NULL : state->error;
}
