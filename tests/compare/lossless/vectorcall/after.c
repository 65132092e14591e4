/* The offset is a member with a name of its own (3.9), the flag stays; the class's own
 * tp_vectorcall has a slot from CPython 3.14, before it is set on the finished type. */
#include "../module.h"

struct spam {
    PyObject_HEAD
    vectorcallfunc call;
};

static PyObject *
spam_call(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *names)
{
    (void)self;
    (void)args;
    (void)names;
    return PyLong_FromSsize_t(PyVectorcall_NARGS(nargsf));
}

static PyObject *
spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *self;
    if (PyTuple_GET_SIZE(args) != 0 || (kwargs != NULL && PyDict_GET_SIZE(kwargs) != 0)) {
        PyErr_SetString(PyExc_TypeError, "Spam takes no arguments");
        return NULL;
    }
    self = type->tp_alloc(type, 0);
    if (self != NULL) {
        ((struct spam *)self)->call = spam_call;
    }
    return self;
}

static PyObject *
spam_make(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *names)
{
    (void)args;
    if (PyVectorcall_NARGS(nargsf) != 0
        || (names != NULL && PyTuple_GET_SIZE(names) != 0))
    {
        PyErr_SetString(PyExc_TypeError, "Spam takes no arguments at all");
        return NULL;
    }
    PyObject *self = ((PyTypeObject *)type)->tp_alloc((PyTypeObject *)type, 0);
    if (self != NULL) {
        ((struct spam *)self)->call = spam_call;
    }
    return self;
}

static PyMemberDef spam_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(struct spam, call), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot spam_slots[] = {
    {Py_tp_dealloc, free_with_type},
    {Py_tp_traverse, visit_type},
    {Py_tp_members, spam_members},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_new, spam_new},
#if PY_VERSION_HEX >= 0x030e0000
    {Py_tp_vectorcall, spam_make},
#endif
    {0, NULL},
};

static PyType_Spec spam_spec = {
    .name = "pair.Spam",
    .basicsize = sizeof(struct spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
             | Py_TPFLAGS_HAVE_VECTORCALL,
    .slots = spam_slots,
};

static int
fill(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &spam_spec, NULL);
#if PY_VERSION_HEX < 0x030e0000
    if (type != NULL) {
        ((PyTypeObject *)type)->tp_vectorcall = spam_make;
    }
#endif
    return add(module, "Spam", type);
}
