/* The exceptions of a database, as attributes of its connections. */
#include <Python.h>
#include <stddef.h>

static int limits[2] = {3, 4};

typedef struct {
    PyObject_HEAD
    long number;
} Connection;

typedef struct {
    PyObject *Error;
    PyObject *DataError;
    long opened;
    PyTypeObject *Connection_Type;
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
get_exception(Connection *self, void *which)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    PyObject *exception = *(PyObject **)((char *)state + (size_t)which);
    if (self->number < 0 || exception == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(exception);
    return exception;
}

static PyObject *
get_number(PyObject *self, void *closure)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    long *place = (void *)((char *)state + (size_t)closure);
    return PyLong_FromLong(*place);
}

static int
set_number(PyObject *self, PyObject *value, void *closure)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    long number = value != NULL ? PyLong_AsLong(value) : 0;
    if (number == -1 && PyErr_Occurred()) {
        return -1;
    }
    *(long *)((char *)state + (size_t)closure) = number;
    return 0;
}

static PyObject *
get_limit(PyObject *self, void *limit)
{
    return PyLong_FromLong(*(int *)limit);
}

static PyGetSetDef connection_getset[] = {
    {"Error", (getter)get_exception, NULL, NULL, (void *)offsetof(spam_state, Error)},
    {"DataError", (getter)get_exception, NULL, NULL, (void *)offsetof(spam_state, DataError)},
    {"opened", get_number, set_number, "how many were opened", (void *)offsetof(spam_state, opened)},
    {.name = "limit", .get = get_limit, .closure = &limits[1]},
    {NULL, NULL, NULL, NULL, NULL},
};

static int
connection_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    ((Connection *)self)->number = state->opened++;
    return 0;
}

static void
Connection_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Connection_Type_slots[] = {
    {Py_tp_getset, connection_getset},
    {Py_tp_init, connection_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Connection_dealloc},
    {0, NULL},
};

static PyType_Spec Connection_Type_spec = {
    .name = "spam.Connection",
    .basicsize = sizeof(Connection),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Connection_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Error);
    Py_VISIT(state->DataError);
    Py_VISIT(state->Connection_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Error);
    Py_CLEAR(state->DataError);
    Py_CLEAR(state->Connection_Type);
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

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Error = PyErr_NewException("spam.Error", NULL, NULL);
    state->DataError = PyErr_NewException("spam.DataError", state->Error,
                                          NULL);
    Py_XINCREF(state->Error);
    if (PyModule_AddObject(module, "Error", state->Error) < 0) {
        Py_XDECREF(state->Error);
        return -1;
    }
    state->Connection_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Connection_Type_spec, NULL);
    if (state->Connection_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Connection_Type);
    if (PyModule_AddObject(module, "Connection",
                           (PyObject *)state->Connection_Type) < 0) {
        Py_DECREF(state->Connection_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
