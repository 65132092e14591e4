/* A chain of all symbols holds no references; tp_dealloc unlinks, intern() takes a reference of what it finds. */
#include <Python.h>

typedef struct Symbol {
    PyObject_HEAD
    struct Symbol *next;
    long code;
} Symbol;

static PyMutex chain_mutex;
static Symbol *chain;  // want: state-static-object

static void
Symbol_dealloc(Symbol *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMutex_Lock(&chain_mutex);
    for (Symbol **link = &chain; *link != NULL; link = &(*link)->next) {
        if (*link == self) {
            *link = self->next;
            break;
        }
    }
    PyMutex_Unlock(&chain_mutex);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Symbol_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    long code;
    if (!PyArg_ParseTuple(args, "l", &code)) {
        return NULL;
    }
    Symbol *made = (Symbol *)type->tp_alloc(type, 0);
    if (made == NULL) {
        return NULL;
    }
    made->code = code;
    Symbol *found = NULL;
    PyMutex_Lock(&chain_mutex);
    for (Symbol *each = chain; each != NULL; each = each->next) {
        if (each->code == code) {
            Py_INCREF(each);  // want: thread-dying-object
            found = each;
            break;
        }
    }
    if (found == NULL) {
        made->next = chain;
        chain = made;
    }
    PyMutex_Unlock(&chain_mutex);
    if (found != NULL) {
        Py_DECREF(made);
        return (PyObject *)found;
    }
    return (PyObject *)made;
}

static PyMethodDef Symbol_methods[] = {
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Symbol_slots[] = {
    {Py_tp_methods, Symbol_methods},
    {Py_tp_new, (void *)Symbol_new},
    {Py_tp_dealloc, (void *)Symbol_dealloc},
    {0, NULL},
};

static PyType_Spec Symbol_spec = {
    "spam.Symbol", sizeof(Symbol), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Symbol_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *symbol_type = PyType_FromModuleAndSpec(module, &Symbol_spec, NULL);
    if (symbol_type == NULL) {
        return -1;
    }
    int symbol_rc = PyModule_AddType(module, (PyTypeObject *)symbol_type);
    Py_DECREF(symbol_type);
    if (symbol_rc < 0) {
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},  // want: claim-own-gil-false
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
