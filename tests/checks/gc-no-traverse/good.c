#include "../module.h"

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return type->tp_alloc(type, 0);
}

#define DEFAULTS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE)
#define FLAGS (DEFAULTS | Py_TPFLAGS_HAVE_GC)

static PyType_Slot spam_slots[] = {
    {Py_tp_traverse, Spam_traverse}, {Py_tp_new, Spam_new}, {0, NULL},
};
static PyType_Slot slots[] = {{Py_tp_new, Spam_new}, {0, NULL}};
static PyType_Slot based_slots[] = {
    {Py_tp_new, Spam_new}, {Py_tp_base, &PyList_Type}, {0, NULL},
};

static PyType_Spec Spam_spec = {"spam.Spam", sizeof(PyObject), 0, FLAGS, spam_slots};
/* Without the flag none is needed; a base lends both to a type that has neither. */
PyType_Spec Plain_spec = {"spam.Plain", sizeof(PyObject), 0, DEFAULTS, slots};
PyType_Spec Based_spec = {"spam.Based", sizeof(PyListObject), 0, DEFAULTS, based_slots};
static PyType_Spec Sub_spec = {"spam.Sub", sizeof(PyObject), 0, DEFAULTS, slots};
static PyType_Spec Helped_spec = {"spam.Helped", sizeof(PyObject), 0, DEFAULTS, slots};

static PyObject *
make_type(PyObject *module, PyType_Spec *spec, PyObject *bases)
{
    return PyType_FromModuleAndSpec(module, spec, bases);
}

int
add_types(PyObject *module)
{
    PyObject *spam = PyType_FromModuleAndSpec(module, &Spam_spec, NULL);
    PyObject *sub = PyType_FromModuleAndSpec(module, &Sub_spec, spam);
    PyObject *helped = make_type(module, &Helped_spec, spam);
    Py_XDECREF(spam);
    Py_XDECREF(sub);
    Py_XDECREF(helped);
    return 0;
}
