/* The pointer is taken under the lock, and followed behind it.
 * It needs Python 3.13. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyMutex mutex;
    char *text;
} Label;

static PyObject *
Label_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Label *self = (Label *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }

    return (PyObject *)self;
}

static void
Label_dealloc(Label *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(self->text);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Label_set(Label *self, PyObject *arg)
{
    const char *text = PyUnicode_AsUTF8(arg);
    char *copy = text != NULL ? PyMem_Malloc(strlen(text) + 1) : NULL;
    if (copy == NULL) {
        return text != NULL ? PyErr_NoMemory() : NULL;
    }
    strcpy(copy, text);
    PyMutex_Lock(&self->mutex);
    char *old = self->text;
    self->text = copy;
    PyMutex_Unlock(&self->mutex);
    PyMem_Free(old);
    Py_RETURN_NONE;
}

static PyObject *
Label_get(Label *self, PyObject *unused)
{
    PyMutex_Lock(&self->mutex);
    const char *text = self->text;
    PyMutex_Unlock(&self->mutex);
    return PyUnicode_FromString(text != NULL ? text : "");  // want: thread-unlocked-read
}

static PyMethodDef Label_methods[] = {
    {"set", (PyCFunction)Label_set, METH_O, NULL},
    {"get", (PyCFunction)Label_get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Label_slots[] = {
    {Py_tp_methods, Label_methods},
    {Py_tp_new, (void *)Label_new},
    {Py_tp_dealloc, (void *)Label_dealloc},
    {0, NULL},
};

static PyType_Spec Label_spec = {
    "spam.Label", sizeof(Label), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Label_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *label_type = PyType_FromModuleAndSpec(module, &Label_spec, NULL);
    if (label_type == NULL) {
        return -1;
    }
    int label_rc = PyModule_AddType(module, (PyTypeObject *)label_type);
    Py_DECREF(label_type);
    if (label_rc < 0) {
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

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0,
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
