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

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE)

/* What code changes is not what the initialisers say. */
int
add_types(PyObject *module, int is_plain)
{
    PyType_Slot slots[] = {{Py_tp_new, Spam_new}, {0, NULL}, {0, NULL}};
    PyType_Slot plain_slots[] = {{Py_tp_new, Spam_new}, {0, NULL}};
    PyType_Slot traverse_slots[] = {{Py_tp_traverse, Spam_traverse}, {Py_tp_new, Spam_new}, {0, NULL}};
    PyType_Spec spec = {"spam.Spam", sizeof(PyObject), 0, FLAGS, slots};
    PyType_Spec plain_spec = {"spam.Plain", sizeof(PyObject), 0, FLAGS, plain_slots};
    PyType_Spec other_spec = {"spam.Other", sizeof(PyObject), 0, FLAGS, plain_slots};
    slots[1].slot = Py_tp_traverse;
    slots[1].pfunc = (void *)Spam_traverse;
    plain_spec.flags &= ~Py_TPFLAGS_HAVE_GC;
    other_spec.slots = traverse_slots;
    PyObject *spam = PyType_FromModuleAndSpec(module, is_plain ? &plain_spec : &spec, NULL);
    PyObject *other = PyType_FromModuleAndSpec(module, &other_spec, NULL);
    Py_XDECREF(spam);
    Py_XDECREF(other);
    return spam == NULL || other == NULL ? -1 : 0;
}
