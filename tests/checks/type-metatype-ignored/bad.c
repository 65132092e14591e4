/* options: --python-floor 3.9 */
#ifndef SPAM_C
#define SPAM_C
#include "../module.h"

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE \
               | Py_TPFLAGS_DISALLOW_INSTANTIATION)

typedef struct {
    PyHeapTypeObject type;
    PyObject *registry;
} MetaObject;

typedef struct {
    PyObject *meta, *plain_meta, *new_meta, *ham, *egg, *leaf, *refused;
} spam_state;

static PyObject *
Meta_registry(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyObject *registry = ((MetaObject *)self)->registry;
    return PyLong_FromLong(registry != NULL);
}

static PyObject *
Meta_repr(MetaObject *self)
{
    return PyUnicode_FromFormat("%p", (void *)self);
}

static PyObject *
NewMeta_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return PyType_Type.tp_new(type, args, kwargs);
}

static PyMethodDef Meta_methods[] = {
    {"registry", Meta_registry, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Meta_slots[] = {
    {Py_tp_base, &PyType_Type},
    {Py_tp_methods, Meta_methods},
    {Py_tp_repr, Meta_repr},
    {0, NULL},
};
static PyType_Spec Meta_spec = {"spam.Meta", sizeof(MetaObject), 0, FLAGS, Meta_slots};

static PyType_Slot PlainMeta_slots[] = {
    {Py_tp_base, &PyType_Type},
    {0, NULL},
};
static PyType_Spec PlainMeta_spec = {"spam.PlainMeta", 0, 0, FLAGS, PlainMeta_slots};

static PyType_Slot NewMeta_slots[] = {
    {Py_tp_base, &PyType_Type},
    {Py_tp_new, NewMeta_new},
    {0, NULL},
};
static PyType_Spec NewMeta_spec = {"spam.NewMeta", 0, 0, FLAGS, NewMeta_slots};

static PyType_Slot no_slots[] = {
    {0, NULL},
};
static PyType_Spec Ham_spec = {"spam.Ham", sizeof(PyObject), 0, FLAGS, no_slots};
static PyType_Spec Egg_spec = {"spam.Egg", sizeof(PyObject), 0, FLAGS, no_slots};
static PyType_Spec Leaf_spec = {"spam.Leaf", 0, 0, FLAGS, no_slots};
static PyType_Spec Refused_spec = {"spam.Refused", sizeof(PyObject), 0, FLAGS, no_slots};

int
spam_types(PyObject *module, spam_state *state)
{
    state->meta = PyType_FromModuleAndSpec(module, &Meta_spec, NULL);
    state->plain_meta = PyType_FromModuleAndSpec(module, &PlainMeta_spec, NULL);
    state->new_meta = PyType_FromModuleAndSpec(module, &NewMeta_spec, NULL);
    if (state->meta == NULL || state->plain_meta == NULL || state->new_meta == NULL) {
        return -1;
    }
    state->ham = PyType_FromModuleAndSpec(module, &Ham_spec, NULL);
    state->egg = PyType_FromModuleAndSpec(module, &Egg_spec, NULL);
    if (state->ham == NULL || state->egg == NULL) {
        return -1;
    }
    /* The registry of Ham is not there. */
    Py_SET_TYPE(state->ham, (PyTypeObject *)state->meta);  // want: type-metatype-ignored
    ((PyObject *)state->egg)->ob_type =  // want: type-metatype-ignored
        (PyTypeObject *)state->plain_meta;
    state->leaf = PyType_FromModuleAndSpec(  // want: type-metatype-ignored
        module, &Leaf_spec, state->egg);
    state->refused = PyType_FromMetaclass(  // want: type-metatype-ignored, version-floor
        (PyTypeObject *)state->new_meta, module, &Refused_spec, NULL);
    return state->leaf == NULL || state->refused == NULL ? -1 : 0;
}
#endif
