typedef struct {
    PyObject_HEAD
    PyObject *weakrefs;
} Box;

static void
box_dealloc(Box *self)
{
    PyObject_ClearWeakRefs((PyObject *)self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)box_dealloc,
    .tp_weaklistoffset = offsetof(Box, weakrefs),
};

static int
box_init(void)
{
    return PyType_Ready(&Box_Type);
}
