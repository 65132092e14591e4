/* What a library calls back with leads to an instance: by a member, by a function of the
 * library, or by what the other functions of the same table read. */
#include <Python.h>

#include "vendor/events.h"

typedef struct {
    PyObject_HEAD
    struct event event;
    PyObject *log;
} FeedObject;

typedef struct {
    PyObject *FeedError;
    PyTypeObject *Feed_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static struct PyModuleDef spam_module;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *module = PyType_GetModuleByDef(type, &spam_module);
#else
    PyObject *module = NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *candidate = ((PyHeapTypeObject *)base)->ht_module;
        if (candidate != NULL && PyModule_GetDef(candidate) == &spam_module) {
            module = candidate;
            break;
        }
    }
#endif
    return module != NULL ? get_spam_state(module) : NULL;
}

static int
feed_open(const struct event *event)
{
    FeedObject *self = (FeedObject *)event->data;
    if (event->kind != 1) {
        spam_state *state = get_spam_state_by_type(Py_TYPE(self));
        PyErr_SetString(state->FeedError, "of another kind");
    }
    return PyList_Append(self->log, Py_None);
}

static int
feed_size(const struct event *event, size_t size)
{
    (void)event;
    if (size != 1) {
        spam_state *state = get_spam_state_by_type(
            Py_TYPE((PyObject *)event->data));
        PyErr_Format(state->FeedError, "size %zd", (Py_ssize_t)size);
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
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));

    PyErr_Clear();
    PyObject *error = PyObject_CallNoArgs(state->FeedError);
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
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    PyObject *error = PyObject_CallFunction(state->FeedError, "i", number);
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
    spam_state *state = get_spam_state_by_type(Py_TYPE((PyObject *)data));
    if (PyList_Append(self->log, state->FeedError) < 0) {
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
        spam_state *state = get_spam_state_by_type(Py_TYPE((PyObject *)data));
        int result = PyList_Append(self->log, state->FeedError);
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
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(((FeedObject *)self)->log);
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
}

static PyMethodDef feed_methods[] = {
    {"run", feed_run, METH_NOARGS, NULL},
    {"run_in_thread", feed_run_in_thread, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
Feed_traverse(FeedObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->log);
    return 0;
}

static PyType_Slot Feed_Type_slots[] = {
    {Py_tp_methods, feed_methods},
    {Py_tp_new, feed_new},
    {Py_tp_dealloc, feed_dealloc},
    {Py_tp_traverse, Feed_traverse},
    {0, NULL},
};

static PyType_Spec Feed_Type_spec = {
    .name = "spam.Feed",
    .basicsize = sizeof(FeedObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Feed_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->FeedError);
    Py_VISIT(state->Feed_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->FeedError);
    Py_CLEAR(state->Feed_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->FeedError = PyErr_NewException("spam.FeedError", NULL, NULL);
    if (state->FeedError == NULL
        || (state->Feed_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Feed_Type_spec, NULL)) == NULL) {
        return -1;
    }
    Py_INCREF(state->Feed_Type);
    if (PyModule_AddObject(m, "Feed", (PyObject *)state->Feed_Type) < 0) {
        Py_DECREF(state->Feed_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
