/* Records are made in a callback without user data, so their type stays static, and so does
 * the way in which it frees them; the other type moves. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long length;
} Record;

typedef struct {
    PyObject_HEAD
    PyObject *callable;
} Reader;

static void
record_dealloc(Record *self)
{
    PyObject_Del(self);
}

static PyTypeObject Record_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Record",
    .tp_basicsize = sizeof(Record),
    .tp_dealloc = (destructor)record_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static void
reader_dealloc(Reader *self)
{
    Py_XDECREF(self->callable);
    PyObject_Del(self);
}

static PyTypeObject Reader_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Reader",
    .tp_basicsize = sizeof(Reader),
    .tp_dealloc = (destructor)reader_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

typedef void (*packet_handler)(long length);

extern int library_loop(packet_handler handler);

static void
on_packet(long length)
{
    Record *record = PyObject_New(Record, &Record_Type);
    if (record == NULL) {
        return;
    }
    record->length = length;
    Py_DECREF(record);
}

static PyObject *
spam_loop(PyObject *self, PyObject *ignored)
{
    return PyLong_FromLong(library_loop(on_packet));
}

static PyObject *
spam_reader(PyObject *self, PyObject *callable)
{
    Reader *reader = PyObject_New(Reader, &Reader_Type);
    if (reader == NULL) {
        return NULL;
    }
    reader->callable = Py_NewRef(callable);
    return (PyObject *)reader;
}

static PyMethodDef spam_methods[] = {
    {"loop", spam_loop, METH_NOARGS, NULL},
    {"reader", spam_reader, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Record_Type) < 0 || PyType_Ready(&Reader_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
