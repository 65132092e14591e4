/* The flag is read without the lock under which it is set, and may be seen before the table. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyMutex mutex;
    int ready;
    long table[16];
} Box;

static PyObject *
Box_table(Box *self, PyObject *Py_UNUSED(ignored))
{
    if (!self->ready) {  // want: thread-unlocked-read
        PyMutex_Lock(&self->mutex);
        if (!self->ready) {
            for (int i = 0; i < 16; i++) {
                self->table[i] = i * i;
            }
            self->ready = 1;
        }
        PyMutex_Unlock(&self->mutex);
    }
    return PyLong_FromLong(self->table[5]);
}

static PyMethodDef Box_methods[] = {
    {"table", (PyCFunction)Box_table, METH_NOARGS},
    {NULL},
};

static void
Box_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

static PyType_Spec Box_spec = {  // want-note: change-pickle
    .name = "spam.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Box_slots,
};

static int
spam_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int result = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return result;
}

static PyMethodDef spam_methods[] = {
    {NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_methods = spam_methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
