/* What a library calls back with leads to an instance: by a member, by a function of the
 * library, or by what the other functions of the same table read. */
#include <Python.h>

#include "vendor/events.h"

static PyObject *FeedError;

typedef struct {
    PyObject_HEAD
    struct event event;
    PyObject *log;
} FeedObject;

static PyTypeObject Feed_Type;

static int
feed_open(const struct event *event)
{
    FeedObject *self = (FeedObject *)event->data;
    if (event->kind != 1) {
        PyErr_SetString(FeedError, "of another kind");
    }
    return PyList_Append(self->log, Py_None);
}

static int
feed_size(const struct event *event, size_t size)
{
    (void)event;
    if (size != 1) {
        PyErr_Format(FeedError, "size %zd", (Py_ssize_t)size);
        return -1;
    }
    return 0;
}

/* The library may have nothing for it. */
static int
feed_close(const struct event *event)
{
    FeedObject *self;
    self = event_data(event);
    if (self == NULL || self->log == NULL) {
        return 0;
    }

    PyErr_Clear();
    PyObject *error = PyObject_CallNoArgs(FeedError);
    int result = error != NULL ? PyList_Append(self->log, error) : -1;
    Py_XDECREF(error);
    return result;
}

static const struct handlers handlers = {
    feed_open,
    feed_size,
    feed_close,
};

/* Is called by whoever has no thread state. */
static int
write_log(FeedObject *self, int number)
{
    PyGILState_STATE held = PyGILState_Ensure();
    PyObject *error = PyObject_CallFunction(FeedError, "i", number);
    int result = error != NULL ? PyList_Append(self->log, error) : -1;
    Py_XDECREF(error);
    PyGILState_Release(held);
    return result;
}

static int
feed_work(void *data)
{
    FeedObject *self = data;
    int result = write_log(self, 1); /* without a thread state */

    PyGILState_STATE held = PyGILState_Ensure();
    if (PyList_Append(self->log, FeedError) < 0) {
        result = -1;
    }
    PyGILState_Release(held);
    return result;
}

static int
feed_work_later(void *data)
{
    FeedObject *self = data;
    if (self->event.kind != 0) {
        PyGILState_STATE held = PyGILState_Ensure(); /* from here on */
        int result = PyList_Append(self->log, FeedError);
        PyGILState_Release(held);
        return result;
    }
    return 0;
}

static PyObject *
feed_run(PyObject *op, PyObject *Py_UNUSED(ignored))
{
    FeedObject *self = (FeedObject *)op;
    int result = events_run(&handlers, &self->event);
    if (result < 0 && PyErr_Occurred()) {
        return NULL;
    }
    return Py_NewRef(self->log);
}

static PyObject *
feed_run_in_thread(PyObject *op, PyObject *Py_UNUSED(ignored))
{
    int result;
    Py_BEGIN_ALLOW_THREADS
    result = events_run_in_thread(feed_work, op);
    result |= events_run_in_thread(feed_work_later, op);
    Py_END_ALLOW_THREADS
    return PyLong_FromLong(result);
}

static PyObject *
feed_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    FeedObject *self = (FeedObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->event.kind = 1;
    self->event.data = self;
    self->log = PyList_New(0);
    if (self->log == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void
feed_dealloc(PyObject *self)
{
    Py_XDECREF(((FeedObject *)self)->log);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef feed_methods[] = {
    {"run", feed_run, METH_NOARGS, NULL},
    {"run_in_thread", feed_run_in_thread, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Feed_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Feed",
    .tp_basicsize = sizeof(FeedObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = feed_methods,
    .tp_new = feed_new,
    .tp_dealloc = feed_dealloc,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    FeedError = PyErr_NewException("spam.FeedError", NULL, NULL);
    if (FeedError == NULL || PyType_Ready(&Feed_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Feed_Type);
    if (PyModule_AddObject(m, "Feed", (PyObject *)&Feed_Type) < 0) {
        Py_DECREF(&Feed_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
