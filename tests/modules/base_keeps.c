/* Only the base, which comes behind a derived type, keeps its content when it dies. */
#include "module.h"

struct box {
    PyObject_HEAD PyObject *content;
};

static PyObject *
box_get(PyObject *self, void *closure)
{
    PyObject *content = ((struct box *)self)->content;
    (void)closure;
    content = content != NULL ? content : Py_None;
    Py_INCREF(content);
    return content;
}

static int
box_set(PyObject *self, PyObject *content, void *closure)
{
    struct box *box = (struct box *)self;
    PyObject *old = box->content;
    (void)closure;
    Py_XINCREF(content);
    box->content = content;
    Py_XDECREF(old);
    return 0;
}

static int
box_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((struct box *)self)->content);
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static int
box_clear(PyObject *self)
{
    Py_CLEAR(((struct box *)self)->content);
    return 0;
}

static void
box_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    (void)box_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static void
base_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyGetSetDef box_attributes[] = {
    {"content", box_get, box_set, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot box_slots[] = {
    {Py_tp_getset, box_attributes},
    {Py_tp_traverse, (void *)box_traverse},
    {Py_tp_clear, (void *)box_clear},
    {Py_tp_dealloc, (void *)base_dealloc},
    {0, NULL},
};

static PyType_Spec box_spec = {
    .name = "base_keeps.Box",
    .basicsize = sizeof(struct box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .slots = box_slots,
};

static PyType_Slot crate_slots[] = {
    {Py_tp_traverse, (void *)box_traverse},
    {Py_tp_clear, (void *)box_clear},
    {Py_tp_dealloc, (void *)box_dealloc},
    {0, NULL},
};

static PyType_Spec crate_spec = {
    .name = "base_keeps.AnyBox",
    .basicsize = sizeof(struct box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = crate_slots,
};

static int
execute(PyObject *module)
{
    PyObject *box = PyType_FromModuleAndSpec(module, &box_spec, NULL);
    if (add_reference(module, "Box", box) != 0) {
        Py_XDECREF(box);
        return -1;
    }
    PyObject *crate = PyType_FromModuleAndSpec(module, &crate_spec, box);
    int status = add_reference(module, "AnyBox", crate);
    Py_XDECREF(crate);
    Py_DECREF(box);
    return status;
}

MODULE(base_keeps, execute, NULL, OWN_GIL)
