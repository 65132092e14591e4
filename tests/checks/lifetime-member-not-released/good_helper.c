/* What tp_clear leaves to a helper, tp_dealloc leaves to it, too, or does itself. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject **entries;
    Py_ssize_t n_entries;
} TableObject;

static void
table_empty(TableObject *self)
{
    PyObject **entries = self->entries;
    Py_ssize_t n_entries = self->n_entries;
    self->entries = NULL;
    self->n_entries = 0;
    for (Py_ssize_t i = 0; i < n_entries; i++) {
        Py_DECREF(entries[i]);
    }
    PyMem_Free(entries);
}

static int
table_traverse(TableObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    for (Py_ssize_t i = 0; i < self->n_entries; i++) {
        Py_VISIT(self->entries[i]);
    }
    return 0;
}

static int
table_clear(TableObject *self)
{
    table_empty(self);
    return 0;
}

static void
table_dealloc(TableObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    table_empty(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_traverse, table_traverse},
    {Py_tp_clear, table_clear},
    {Py_tp_dealloc, table_dealloc},
    {0, NULL},
};
PyType_Spec spec = {  // want-note: change-pickle
    "spam.Table", sizeof(TableObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, slots,
};

static void
list_dealloc(TableObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    while (self->n_entries > 0) {
        Py_DECREF(self->entries[--self->n_entries]);
    }
    PyMem_Free(self->entries);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot list_slots[] = {
    {Py_tp_traverse, table_traverse},
    {Py_tp_clear, table_clear},
    {Py_tp_dealloc, list_dealloc},
    {0, NULL},
};
PyType_Spec list_spec = {  // want-note: change-pickle
    "spam.List", sizeof(TableObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, list_slots,
};
