/* A base lends its traverse function only to a type that has neither the flag nor a clear
 * function. */
#include "../module.h"

static int
Spam_clear(PyObject *self)
{
    return PyList_SetSlice(self, 0, PyList_GET_SIZE(self), NULL);
}

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return PyList_Type.tp_traverse(self, visit, arg);
}

static PyType_Slot clear_slots[] = {
    {Py_tp_base, &PyList_Type}, {Py_tp_clear, Spam_clear}, {0, NULL},
};
static PyType_Slot both_slots[] = {
    {Py_tp_base, &PyList_Type},
    {Py_tp_clear, Spam_clear},
    {Py_tp_traverse, Spam_traverse},
    {0, NULL},
};
static PyType_Slot neither_slots[] = {{Py_tp_base, &PyList_Type}, {0, NULL}};

static PyType_Slot slots[] = {{0, NULL}};

#define DEFAULTS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE)
#define FLAGS (DEFAULTS | Py_TPFLAGS_HAVE_GC)
PyType_Spec Clear_spec = {"spam.Clear", 0, 0, FLAGS, clear_slots};  // want: gc-no-traverse
PyType_Spec Both_spec = {"spam.Both", 0, 0, FLAGS, both_slots};
PyType_Spec Neither_spec = {"spam.Neither", 0, 0, FLAGS, neither_slots};  // want: gc-no-traverse
PyType_Spec Plain_spec = {"spam.Plain", 0, 0, DEFAULTS, neither_slots};
static PyType_Spec Sub_spec = {"spam.Sub", 0, 0, FLAGS, slots};  // want: gc-no-traverse

PyObject *
make_sub(PyObject *module)
{
    return PyType_FromModuleAndSpec(module, &Sub_spec, PyExc_Exception);
}
