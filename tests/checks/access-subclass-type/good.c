#include "../module.h"

extern PyModuleDef spam_module;

static PyObject *
Spam_repr(PyObject *self)
{
    return Py_XNewRef(PyType_GetModuleByDef(Py_TYPE(self), &spam_module));
}

static PyObject *
Spam_method(PyObject *self, PyTypeObject *defining_class, PyObject *const *args,
            Py_ssize_t n_args, PyObject *names)
{
    return Py_XNewRef(PyType_GetModule(defining_class));
}

static PyObject *
Final_repr(PyObject *self)
{
    return Py_XNewRef(PyType_GetModule(Py_TYPE(self)));
}

/* Its callers give it the defining class, or the type of an object that cannot be of a
 * subclass. */
static PyObject *
module_of(PyTypeObject *type)
{
    return Py_XNewRef(PyType_GetModule(type));
}

/* The bases are looked at, too. */
static PyObject *
module_by_bases(PyTypeObject *type)
{
    PyObject *bases = type->tp_mro;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(bases); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(bases, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *module = PyType_GetModule(base);
        if (module != NULL) {
            return Py_NewRef(module);
        }
        PyErr_Clear();
    }
    PyObject *module = PyType_GetModule(type);
    return Py_XNewRef(module);
}

static PyObject *
Spam_iter(PyObject *self)
{
    return module_by_bases(Py_TYPE(self));
}

static PyObject *
Spam_other(PyObject *self, PyTypeObject *defining_class, PyObject *const *args,
           Py_ssize_t n_args, PyObject *names)
{
    return module_of(defining_class);
}

static PyObject *
Final_str(PyObject *self)
{
    return module_of(Py_TYPE(self));
}

static PyMethodDef methods[] = {
    {"other", (PyCFunction)(void (*)(void))Spam_other,
     METH_METHOD | METH_FASTCALL | METH_KEYWORDS, NULL},
    {"method", (PyCFunction)(void (*)(void))Spam_method,
     METH_METHOD | METH_FASTCALL | METH_KEYWORDS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_repr, Spam_repr},
    {Py_tp_iter, Spam_iter},
    {Py_tp_methods, methods},
    {0, NULL},
};
static PyType_Slot final_slots[] = {
    {Py_tp_repr, Final_repr}, {Py_tp_str, Final_str}, {0, NULL},
};

PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots,
};
PyType_Spec Final_spec = {
    "spam.Final", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, final_slots,
};
