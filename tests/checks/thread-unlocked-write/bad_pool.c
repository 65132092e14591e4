/* A pool of memory blocks in the module state is emptied by tp_new without a lock. */
#include <Python.h>

#define POOL_SIZE 16

typedef struct {
    void *pool[POOL_SIZE];
    int n_pool;
} spam_state;

typedef struct {
    PyObject_HEAD
    unsigned char *block;
} Page;

static PyObject *
Page_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    spam_state *state = PyType_GetModuleState(type);
    Page *self = (Page *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    if (state->n_pool > 0) {
        self->block = state->pool[--state->n_pool];  // want: thread-unlocked-write
    }
    else {
        self->block = PyMem_Malloc(4096);
    }
    if (self->block == NULL) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    self->block[0] = 0;
    return (PyObject *)self;
}

static void
Page_dealloc(Page *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(self->block);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyMethodDef Page_methods[] = {
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Page_slots[] = {
    {Py_tp_methods, Page_methods},
    {Py_tp_new, (void *)Page_new},
    {Py_tp_dealloc, (void *)Page_dealloc},
    {0, NULL},
};

static PyType_Spec Page_spec = {
    "spam.Page", sizeof(Page), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Page_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *page_type = PyType_FromModuleAndSpec(module, &Page_spec, NULL);
    if (page_type == NULL) {
        return -1;
    }
    int page_rc = PyModule_AddType(module, (PyTypeObject *)page_type);
    Py_DECREF(page_type);
    if (page_rc < 0) {
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
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state),
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
