/* Descriptors, and what the elements of an array and the members of a struct hold, are the
 * module's own afterwards: nobody gives them back, and the plan says so. */
#include <Python.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct cache_record {
    char *text;
    size_t size;
};
struct named_record {
    PyObject *name;
    char *text;
};

typedef struct {
    int zero;
    volatile unsigned *pages[4];
    volatile unsigned *page;
    struct cache_record cache;
    struct named_record named;
    /* Closed where it is opened. */
    int meanwhile;
    /* Opened by one function, and closed by another. */
    int between;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
get(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    long i = PyLong_AsLong(arg) & 3;
    if (state->zero < 0) {
        state->zero = open("/dev/zero", O_RDONLY);
    }
    if (state->pages[i] == NULL) {
        state->pages[i] = (unsigned *)mmap(NULL, 4096, PROT_READ, MAP_PRIVATE,
                                           state->zero, 0);
    }
    if (state->page == NULL) {
        state->page = (unsigned *)mmap(NULL, 4096, PROT_READ, MAP_PRIVATE,
                                       state->zero, 0);
    }
    if (state->cache.text == NULL) {
        state->cache.text = malloc(10);
        state->cache.size = 10;
    }
    if (state->named.text == NULL) {
        state->named.text = malloc(10);
    }
    Py_XSETREF(state->named.name, Py_NewRef(arg));
    return PyLong_FromLong((long)state->pages[i][0] + (long)state->page[0] + (long)state->cache.size);
}

static PyObject *
look(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(self);
    char byte = 0;
    state->meanwhile = open("/dev/zero", O_RDONLY);
    if (state->meanwhile < 0 || read(state->meanwhile, &byte, 1) != 1) {
        return PyErr_SetFromErrno(PyExc_OSError);
    }
    close(state->meanwhile);
    return PyLong_FromLong(byte);
}

static void
begin(spam_state *state)
{
    state->between = open("/dev/zero", O_RDONLY);
}

static void
end(spam_state *state)
{
    close(state->between);
}

static PyObject *
peek(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(self);
    char byte = 1;
    begin(state);
    if (read(state->between, &byte, 1) != 1) {
        byte = 2;
    }
    end(state);
    return PyLong_FromLong(byte);
}

static PyMethodDef methods[] = {
    {"peek", peek, METH_NOARGS, NULL},
    {"look", look, METH_NOARGS, NULL},
    {"get", get, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->named.name);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->named.name);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->zero = -1;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
