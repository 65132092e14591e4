/* Who has a capsule may use its pointer after the module was freed: what is handed to one
 * that has a destructor stays where it is, also through a local, or as an element. */
#include <Python.h>

typedef struct { unsigned length; const void *elements; } oid_desc;

static char bytes[] = "\x2a\x86\x48";
static oid_desc oid = {3, NULL};
static oid_desc several[2];
static oid_desc through_local;

static void
forget(PyObject *capsule)
{
    PyErr_Clear();
}

typedef struct {
    int moved;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
length_of(PyObject *self, PyObject *capsule)
{
    spam_state *state = get_spam_state(self);
    oid_desc *desc = PyCapsule_GetPointer(capsule, NULL);
    state->moved++;
    return desc != NULL ? PyLong_FromUnsignedLong(desc->length) : NULL;
}

static PyMethodDef methods[] = {
    {"length_of", length_of, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
};

static int
add_capsule(PyObject *m, const char *name, PyObject *capsule)
{
    int result = PyObject_SetAttrString(m, name, capsule);
    Py_XDECREF(capsule);
    return result;
}

static int
spam_exec(PyObject *m)
{
    oid_desc *local = &through_local;
    oid.elements = bytes;
    local->length = 7;
    for (unsigned i = 0; i < 2; i++) {
        several[i].length = i;
        several[i].elements = bytes + i;
    }
    through_local.elements = several;
    if (add_capsule(m, "OID", PyCapsule_New(&oid, NULL, forget)) < 0
        || add_capsule(m, "SECOND", PyCapsule_New(&several[1], NULL, forget)) < 0
        || add_capsule(m, "LOCAL", PyCapsule_New((void *)local, NULL, forget)) < 0)
    {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
