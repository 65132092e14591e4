typedef struct {
    PyObject_HEAD
    long length;
} View;

#include "spam_state.h"

static PyObject *
view_compare(PyObject *self, PyObject *other, int op)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    int is_known = PyObject_IsInstance(other, state->abc);
    if (is_known < 0) {
        return NULL;
    }
    if (!is_known || op != Py_EQ) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyBool_FromLong(((View *)self)->length == PyObject_Size(other));
}

static void
View_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
View_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot View_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_richcompare, view_compare},
    {Py_tp_dealloc, View_dealloc},
    {Py_tp_traverse, View_traverse},
    {0, NULL},
};

static PyType_Spec View_Type_spec = {
    .name = "spam.View",
    .basicsize = sizeof(View),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = View_Type_slots,
};

static int
view_init(PyObject *this_module)
{
    spam_state *state = get_spam_state(this_module);
    PyObject *module = PyImport_ImportModule("collections.abc");
    if (module == NULL) {
        return -1;
    }
    state->abc = PyObject_GetAttrString(module, "KeysView");
    Py_DECREF(module);
    state->view_names = PyList_New(0);
    if (state->abc == NULL || state->view_names == NULL) {
        return -1;
    }
    return ((state->View_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                 this_module, &View_Type_spec, NULL)) == NULL ? -1 : 0);
}
