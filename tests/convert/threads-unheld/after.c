#include <Python.h>

#if PY_VERSION_HEX < 0x030D0000 && !defined(Py_BEGIN_CRITICAL_SECTION)
#define Py_BEGIN_CRITICAL_SECTION(op) {
#define Py_END_CRITICAL_SECTION() }
#define Py_BEGIN_CRITICAL_SECTION2(a, b) {
#define Py_END_CRITICAL_SECTION2() }
#endif

/* Helpers use an object that their callers have from different places: told is who has it, not
 * the helper. */
typedef struct {
    PyObject_HEAD
    long n;
    long m;
} Bag;

typedef struct {
    PyObject_HEAD
    Bag *bag;
} Iter;

static long
get(Bag *bag)
{
    return bag->n * bag->n;
}

static long
get_twice(Bag *bag)
{
    return get(bag) + get(bag);
}

static long
depth(Bag *bag, long i)
{
    return i > 0 ? depth(bag, i - 1) + get(bag) : 0;
}

static PyObject *
Bag_add_lock_held(Bag *self, PyObject *Py_UNUSED(ignored))
{
    self->n = self->n + 1;
    self->m = self->m + 1;
    return PyLong_FromLong(get_twice(self));
}

static PyObject *
Bag_add(Bag *self, PyObject *Py_UNUSED(ignored))
{
    PyObject *result;
    Py_BEGIN_CRITICAL_SECTION(self);
    result = Bag_add_lock_held(self, NULL);
    Py_END_CRITICAL_SECTION();
    return result;
}

/* All of m are lockable at the beginning. */
static PyObject *
Bag_m_lock_held(Bag *self, PyObject *other)
{
    if (Py_TYPE(other) != Py_TYPE(self)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyLong_FromLong(self->m + ((Bag *)other)->m);
}

static PyObject *
Bag_m(Bag *self, PyObject *other)
{
    PyObject *result;
    Py_BEGIN_CRITICAL_SECTION2(self, other);
    result = Bag_m_lock_held(self, other);
    Py_END_CRITICAL_SECTION2();
    return result;
}

static PyObject *
spam_sum(PyObject *Py_UNUSED(module), PyObject *args)
{
    Bag *one;
    if (!PyArg_ParseTuple(args, "O", &one)) {
        return NULL;
    }
    return PyLong_FromLong(get_twice(one));
}

static PyObject *
spam_depth(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *op;
    if (!PyArg_ParseTuple(args, "O", &op)) {
        return NULL;
    }
    return PyLong_FromLong(depth((Bag *)op, 3));
}

static PyObject *
Iter_next(Iter *self)
{
    return PyLong_FromLong(get(self->bag));
}

static void
Bag_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static void
Iter_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(((Iter *)self)->bag);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef Bag_methods[] = {
    {"add", (PyCFunction)Bag_add, METH_NOARGS, NULL},
    {"m", (PyCFunction)Bag_m, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Bag_slots[] = {
    {Py_tp_methods, Bag_methods},
    {Py_tp_dealloc, Bag_dealloc},
    {0, NULL},
};

static PyType_Spec Bag_spec = {
    .name = "spam.Bag",
    .basicsize = sizeof(Bag),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Bag_slots,
};

static PyType_Slot Iter_slots[] = {
    {Py_tp_iternext, Iter_next},
    {Py_tp_dealloc, Iter_dealloc},
    {0, NULL},
};

static PyType_Spec Iter_spec = {
    .name = "spam.Iter",
    .basicsize = sizeof(Iter),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Iter_slots,
};

static PyMethodDef spam_methods[] = {
    {"sum", spam_sum, METH_VARARGS, NULL},
    {"depth", spam_depth, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
add_type(PyObject *module, PyType_Spec *spec)
{
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int result = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return result;
}

static int
spam_exec(PyObject *module)
{
    return add_type(module, &Bag_spec) < 0 ? -1 : add_type(module, &Iter_spec);
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
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
