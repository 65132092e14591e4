/* The address of a struct leaves the module in a capsule that a macro makes: the struct stays,
 * with the bytes that it points to.  That a part of them is written tests nothing, so that
 * the exceptions, which are made in questions of the initialisation, move. */
#include <Python.h>

typedef struct {
    unsigned length;
    void *elements;
    int uses;
} Oid;

static unsigned char krb5_bytes[] = {0x2a, 0x86, 0x48};
static Oid krb5 = {3, NULL};

#define PyCObject_FromVoidPtr(address, destructor) PyCapsule_New(address, "spam.oid", destructor)

typedef struct {
    PyObject *SpamError;
    PyObject *OtherError;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
first(PyObject *self, PyObject *capsule)
{
    spam_state *state = get_spam_state(self);
    Oid *oid = PyCapsule_GetPointer(capsule, "spam.oid");
    if (oid == NULL) {
        PyErr_SetString(state->SpamError, "no oid");
        return NULL;
    }
    if (oid->length == 0) {
        PyErr_SetString(state->OtherError, "empty");
        return NULL;
    }
    krb5.uses++;
    return PyLong_FromLong(((unsigned char *)oid->elements)[0]);
}

static PyMethodDef methods[] = {
    {"first", first, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    Py_VISIT(state->OtherError);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    Py_CLEAR(state->OtherError);
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
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
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
    PyObject *dict = PyModule_GetDict(m);
    if (!(state->SpamError = PyErr_NewException("spam.Error", NULL, NULL))) {
        goto error;
    }
    PyDict_SetItemString(dict, "Error", state->SpamError);
    state->OtherError = PyErr_NewException("spam.Other", state->SpamError,
                                           NULL);
    if (state->OtherError == NULL) {
        goto error;
    }
    PyDict_SetItemString(dict, "Other", state->OtherError);
    krb5.elements = &krb5_bytes;
    PyDict_SetItemString(dict, "oid", PyCObject_FromVoidPtr(&krb5, NULL));
error:
    if (PyErr_Occurred()) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
