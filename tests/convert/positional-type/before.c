#include <Python.h>
#include <stddef.h>

typedef struct {
    PyObject_HEAD
    PyObject *dict;
    PyObject *weakrefs;
    double x;
} PointObject;

static PyObject *origin;

static PyObject *
point_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    static char *kwlist[] = {"x", NULL};
    double x = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwds, "|d", kwlist, &x)) {
        return NULL;
    }
    if (x == 0 && origin != NULL) {
        Py_INCREF(origin);
        return origin;
    }
    PointObject *self = (PointObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->x = x;
    }
    return (PyObject *)self;
}

static int
point_traverse(PointObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->dict);
    return 0;
}

static int
point_clear(PointObject *self)
{
    Py_CLEAR(self->dict);
    return 0;
}

static void
point_dealloc(PointObject *self)
{
    PyObject_GC_UnTrack(self);
    if (self->weakrefs != NULL)
        PyObject_ClearWeakRefs((PyObject *)self);
    point_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
point_add(PyObject *left, PyObject *right)
{
    (void)right;
    PyObject *result = origin != NULL ? origin : left;
    Py_INCREF(result);
    return result;
}

static PyNumberMethods point_as_number = {
    .nb_add = point_add,
};

static PyTypeObject PointType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "spam.Point",                               /* tp_name */
    sizeof(PointObject),                        /* tp_basicsize */
    0,                                          /* tp_itemsize */
    (destructor)point_dealloc,                  /* tp_dealloc */
    0,                                          /* tp_vectorcall_offset */
    0,                                          /* tp_getattr */
    0,                                          /* tp_setattr */
    0,                                          /* tp_as_async */
    0,                                          /* tp_repr */
    &point_as_number,                           /* tp_as_number */
    0,                                          /* tp_as_sequence */
    0,                                          /* tp_as_mapping */
    0,                                          /* tp_hash */
    0,                                          /* tp_call */
    0,                                          /* tp_str */
    PyObject_GenericGetAttr,                    /* tp_getattro */
    0,                                          /* tp_setattro */
    0,                                          /* tp_as_buffer */
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_HAVE_GC,                     /* tp_flags */
    "A point.",                                 /* tp_doc */
    (traverseproc)point_traverse,               /* tp_traverse */
    (inquiry)point_clear,                       /* tp_clear */
    0,                                          /* tp_richcompare */
    offsetof(PointObject, weakrefs),            /* tp_weaklistoffset */
    0,                                          /* tp_iter */
    0,                                          /* tp_iternext */
    0,                                          /* tp_methods */
    0,                                          /* tp_members */
    0,                                          /* tp_getset */
    0,                                          /* tp_base */
    0,                                          /* tp_dict */
    0,                                          /* tp_descr_get */
    0,                                          /* tp_descr_set */
    offsetof(PointObject, dict),                /* tp_dictoffset */
    0,                                          /* tp_init */
    0,                                          /* tp_alloc */
    point_new,                                  /* tp_new */
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL)
        return NULL;
    if (PyType_Ready(&PointType) < 0)
        goto error;
    origin = PyObject_CallNoArgs((PyObject *)&PointType);
    if (origin == NULL)
        goto error;
    Py_INCREF(&PointType);
    if (PyModule_AddObject(m, "Point", (PyObject *)&PointType) < 0) {
        Py_DECREF(&PointType);
        goto error;
    }
    return m;

error:
    Py_DECREF(m);
    return NULL;
}
