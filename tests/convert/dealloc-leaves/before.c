/* A path of tp_dealloc that returns before the instance is freed loses it, and now what it keeps,
 * too: that is told.  Not where the instance may be used again. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int *data;
} Lost;

static void
Lost_dealloc(Lost *self)
{
    if (!self->data)
        return;
    PyMem_Free(self->data);
    PyObject_Free(self);
}

static PyTypeObject Lost_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Lost",
    .tp_basicsize = sizeof(Lost),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)Lost_dealloc,
};

typedef struct {
    PyObject_HEAD
    int *data;
} LostAgain;

static void
LostAgain_dealloc(PyObject *self)
{
    LostAgain *again = (LostAgain *)self;
    if (again->data == NULL) {
        PySys_WriteStderr("spam: nothing to free\n");
        return;
    }
    PyMem_Free(again->data);
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject LostAgain_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.LostAgain",
    .tp_basicsize = sizeof(LostAgain),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)LostAgain_dealloc,
};

typedef struct {
    PyObject_HEAD
    int *data;
} Used;

static void
Used_dealloc(PyObject *self)
{
    int result = PyObject_CallFinalizerFromDealloc(self);
    if (result < 0) {
        return;
    }
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject Used_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Used",
    .tp_basicsize = sizeof(Used),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)Used_dealloc,
};

typedef struct {
    PyObject_HEAD
    int *data;
} Counted;

static void
Counted_dealloc(PyObject *self)
{
    PyMem_Free(((Counted *)self)->data);
    if (Py_REFCNT(self) > 0) {
        return;
    }
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject Counted_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Counted",
    .tp_basicsize = sizeof(Counted),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)Counted_dealloc,
};

typedef struct {
    PyObject_HEAD
    int *data;
} Kept;

static int
keep(Kept *kept)
{
    kept->data = NULL;
    return 0;
}

static void
Kept_dealloc(Kept *self)
{
    if (keep(self)) {
        return;
    }
    PyObject_Free(self);
}

static PyTypeObject Kept_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Kept",
    .tp_basicsize = sizeof(Kept),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)Kept_dealloc,
};

typedef struct {
    PyObject_HEAD
    int *data;
} Whole;

static void
Whole_dealloc(Whole *self)
{
    if (!self->data) {
        PyObject_Free(self);
        return;
    }
    PyMem_Free(self->data);
    PyObject_Free(self);
}

static PyTypeObject Whole_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Whole",
    .tp_basicsize = sizeof(Whole),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)Whole_dealloc,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Lost_Type) < 0
        || PyModule_AddType(module, &LostAgain_Type) < 0
        || PyModule_AddType(module, &Used_Type) < 0
        || PyModule_AddType(module, &Counted_Type) < 0
        || PyModule_AddType(module, &Kept_Type) < 0
        || PyModule_AddType(module, &Whole_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
