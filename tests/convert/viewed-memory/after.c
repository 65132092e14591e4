/* Memoryviews, which may outlive the module: what they show stays where it is, unless an object
 * that the view keeps has it. */
#include <Python.h>

static char page[64];
static char line[64];
static char *room;
static char format[] = "B";

static PyObject *
show_page(PyObject *self, PyObject *unused)
{
    page[0]++;
    return PyMemoryView_FromMemory(page, sizeof(page), PyBUF_WRITE);
}

static PyObject *
show_line(PyObject *self, PyObject *unused)
{
    Py_buffer buffer;
    line[0]++;
    format[0] = 'b';
    if (PyBuffer_FillInfo(&buffer, NULL, line, sizeof(line), 1, PyBUF_SIMPLE) < 0) {
        return NULL;
    }
    buffer.format = format;
    return PyMemoryView_FromBuffer(&buffer);
}

typedef struct {
    long n_views;
    char word[16];
    PyTypeObject *Word_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

/* By a type of this module that has no subclasses. */
static inline spam_state *
get_spam_state_by_final_type(PyTypeObject *type)
{
    return get_spam_state(((PyHeapTypeObject *)type)->ht_module);
}

static PyObject *
show_room(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    if (room == NULL) {
        room = PyMem_Malloc(64);
        if (room == NULL) {
            return PyErr_NoMemory();
        }
    }
    state->n_views++;
    return PyMemoryView_FromMemory(room, 64, PyBUF_WRITE);
}

static PyMethodDef methods[] = {
    {"show_page", show_page, METH_NOARGS, NULL},
    {"show_line", show_line, METH_NOARGS, NULL},
    {"show_room", show_room, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

typedef struct {
    PyObject_HEAD
} Word;

static int
Word_getbuffer(PyObject *self, Py_buffer *view, int flags)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    state->word[0]++;
    return PyBuffer_FillInfo(view, self, state->word, sizeof(state->word), 0,
                             flags);
}

static void
Word_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Word_Type_slots[] = {
    {Py_bf_getbuffer, Word_getbuffer},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Word_dealloc},
    {0, NULL},
};

static PyType_Spec Word_Type_spec = {
    .name = "spam.Word",
    .basicsize = sizeof(Word),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Word_Type_slots,
};

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    PyMem_Free(room);
    room = NULL;
    Py_CLEAR(state->Word_Type);
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Word_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Word_Type);
    return 0;
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Word_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Word_Type_spec, NULL);
    if (state->Word_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Word_Type);
    if (PyModule_AddObject(m, "Word", (PyObject *)state->Word_Type) < 0) {
        Py_DECREF(state->Word_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
