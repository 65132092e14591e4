/* options: --python-floor 3.9 */
#ifndef SPAM_C
#define SPAM_C
#include "../module.h"

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE)

static int
Meta_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    return PyType_Type.tp_init(self, args, kwargs);
}

static PyType_Slot Meta_slots[] = {
    {Py_tp_base, &PyType_Type},
    {Py_tp_init, Meta_init},
    {0, NULL},
};
static PyType_Spec Meta_spec = {"spam.Meta", 0, 0, FLAGS, Meta_slots};  // want-note: change-mutable

static PyType_Slot no_slots[] = {
    {0, NULL},
};
static PyType_Spec Ham_spec = {"spam.Ham", sizeof(PyObject), 0, FLAGS, no_slots};  // want-note: change-mutable
static PyType_Spec Plain_spec = {"spam.Plain", 0, 0, FLAGS, no_slots};  // want-note: change-mutable

/* Where there is no other way. */
static PyObject *
make_ham(PyObject *module, PyObject *meta)
{
#if PY_VERSION_HEX >= 0x030c0000
    return PyType_FromMetaclass((PyTypeObject *)meta, module, &Ham_spec, NULL);
#else
    PyObject *ham = PyType_FromModuleAndSpec(module, &Ham_spec, NULL);
    if (ham != NULL) {
        Py_SET_TYPE(ham, (PyTypeObject *)meta);
        Py_INCREF(meta);
    }
    return ham;
#endif
}

/* An instance is given another class: no class is made. */
void
turn(PyObject *instance, PyTypeObject *type)
{
    Py_SET_TYPE(instance, type);
}

int
spam_types(PyObject *module)
{
    PyObject *meta = PyType_FromModuleAndSpec(module, &Meta_spec, (PyObject *)&PyType_Type);  // want: lifetime-reference-leaked
    if (meta == NULL) {
        return -1;
    }
    PyObject *ham = make_ham(module, meta);  // want: lifetime-reference-leaked
    PyObject *plain =
        PyType_FromModuleAndSpec(module, &Plain_spec, (PyObject *)&PyBaseObject_Type);  // want: lifetime-reference-leaked
    return ham == NULL || plain == NULL ? -1 : 0;
}
#endif
