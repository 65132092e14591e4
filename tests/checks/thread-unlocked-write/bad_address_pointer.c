/* A helper of a helper replaces the text whose address it gets. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    char *text;
} Note;

static void
replace(char **place, char *text)
{
    PyMem_Free(*place);
    *place = text;
}

static int
store(char **place, const char *text, Py_ssize_t size)
{
    char *copy = PyMem_Malloc((size_t)size + 1);
    if (copy == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(copy, text, (size_t)size + 1);
    replace(place, copy);
    return 0;
}

static PyObject *
Note_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Note *self = (Note *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    return (PyObject *)self;
}

static void
Note_dealloc(Note *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(self->text);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Note_set(Note *self, PyObject *value)
{
    Py_ssize_t size;
    const char *text = PyUnicode_AsUTF8AndSize(value, &size);
    if (text == NULL || store(&self->text, text, size) < 0) {  // want: thread-unlocked-write
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef Note_methods[] = {
    {"set", (PyCFunction)Note_set, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Note_slots[] = {
    {Py_tp_methods, Note_methods},
    {Py_tp_new, (void *)Note_new},
    {Py_tp_dealloc, (void *)Note_dealloc},
    {0, NULL},
};

static PyType_Spec Note_spec = {
    "spam.Note", sizeof(Note), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Note_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *note_type = PyType_FromModuleAndSpec(module, &Note_spec, NULL);
    if (note_type == NULL) {
        return -1;
    }
    int note_rc = PyModule_AddType(module, (PyTypeObject *)note_type);
    Py_DECREF(note_type);
    if (note_rc < 0) {
        return -1;
    }
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
    PyModuleDef_HEAD_INIT, "spam", NULL, 0,
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
