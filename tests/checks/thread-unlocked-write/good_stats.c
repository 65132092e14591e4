/* Counters that are atomic, also where they are reset. */
#include "../module.h"

#include <stdatomic.h>
struct stats {
    atomic_long hits;
    atomic_long misses;
};
typedef struct {
    PyObject_HEAD
    struct stats stats;
} Spam;

static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)args, (void)kwargs;
    return type->tp_alloc(type, 0);
}

static PyObject *
Spam_hit(PyObject *op, PyObject *Py_UNUSED(ignored))
{
    atomic_fetch_add(&((Spam *)op)->stats.hits, 1);
    Py_RETURN_NONE;
}

static PyObject *
Spam_miss(PyObject *op, PyObject *Py_UNUSED(ignored))
{
    atomic_fetch_add(&((Spam *)op)->stats.misses, 1);
    Py_RETURN_NONE;
}

static PyObject *
Spam_reset(PyObject *op, PyObject *Py_UNUSED(ignored))
{
    Spam *self = (Spam *)op;
    long hits = atomic_exchange(&self->stats.hits, 0);
    atomic_store(&self->stats.misses, 0);
    return PyLong_FromLong(hits);
}

static int
Spam_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    return 0;
}

static int
Spam_clear(PyObject *op)
{
    (void)op;
    return 0;
}

static PyMethodDef Spam_methods[] = {
    {"hit", Spam_hit, METH_NOARGS, NULL},
    {"miss", Spam_miss, METH_NOARGS, NULL},
    {"reset", Spam_reset, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static void
Spam_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    (void)Spam_clear(op);
    type->tp_free(op);
    Py_DECREF(type);
}
static PyType_Slot Spam_slots[] = {
    {Py_tp_new, Spam_new},
    {Py_tp_methods, Spam_methods},
    {Py_tp_traverse, Spam_traverse},
    {Py_tp_clear, Spam_clear},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};
static PyType_Spec Spam_spec = {"spam.Spam", sizeof(Spam), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, Spam_slots};

static int
spam_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Spam_spec, NULL);
    int result = PyModule_AddObjectRef(module, "Spam", type);
    Py_XDECREF(type);
    return result;
}
static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};
/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_slots = spam_slots,
};
PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
