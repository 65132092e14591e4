/* A struct sequence that is made once in a process: its name tells whether it is. */
#include <Python.h>

static PyStructSequence_Field fields[] = {
    {"width", "how wide"},
    {"height", "how high"},
    {NULL, NULL},
};

static PyStructSequence_Desc size_desc = {"spam.size", "A size.", fields, 2};

static PyStructSequence_Desc place_desc = {"spam.place", "A place.", fields, 2};

typedef struct {
    PyTypeObject *SizeType;
    PyTypeObject *PlaceType;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline PyTypeObject *
spam_new_sequence(PyStructSequence_Desc *description)
{
    PyTypeObject *type = PyStructSequence_NewType(description);
    if (type != NULL) {
        type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    }
    return type;
}

static PyObject *
size(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    PyObject *result = state->SizeType != NULL
        ? PyStructSequence_New(state->SizeType)
                                                : PyStructSequence_New(
                                                    state->PlaceType);
    if (result != NULL) {
        PyStructSequence_SET_ITEM(result, 0, PyLong_FromLong(1));
        PyStructSequence_SET_ITEM(result, 1, PyLong_FromLong(2));
    }
    return result;
}

static PyMethodDef methods[] = {
    {"size", size, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SizeType);
    Py_VISIT(state->PlaceType);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SizeType);
    Py_CLEAR(state->PlaceType);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

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
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    if (state->SizeType == NULL
        && (state->SizeType = spam_new_sequence(&size_desc)) == NULL) {
        return -1;
    }
    if (!state->PlaceType) {
        if ((state->PlaceType = spam_new_sequence(&place_desc)) == NULL) {
            return -1;
        }
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
