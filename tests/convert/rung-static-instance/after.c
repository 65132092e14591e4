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
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->callable);
    tp->tp_free(self);
    Py_DECREF(tp);
}

typedef struct {
    PyTypeObject *Reader_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec)
{
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
#if PY_VERSION_HEX < 0x030A0000
    if (type != NULL && (spec->flags & Py_TPFLAGS_DISALLOW_INSTANTIATION)) {
        type->tp_new = NULL;
    }
#endif
    return type;
}

static int
Reader_traverse(Reader *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->callable);
    return 0;
}

static PyType_Slot Reader_Type_slots[] = {
    {Py_tp_dealloc, reader_dealloc},
    {Py_tp_traverse, Reader_traverse},
    {0, NULL},
};

static PyType_Spec Reader_Type_spec = {
    .name = "spam.Reader",
    .basicsize = sizeof(Reader),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Reader_Type_slots,
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
    spam_state *state = get_spam_state(self);
    Reader *reader = (Reader *)state->Reader_Type->tp_alloc(state->Reader_Type,
                                                            0);
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

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Reader_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Reader_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

/* Static variables outlive the module object that filled them, and its
 * interpreter: no other can have them. */
static int spam_loaded;
#ifdef Py_GIL_DISABLED
static PyMutex spam_once_mutex;
#define SPAM_LOCK_LOADED() PyMutex_Lock(&spam_once_mutex)
#define SPAM_UNLOCK_LOADED() PyMutex_Unlock(&spam_once_mutex)
#else /* protected by the GIL */
#define SPAM_LOCK_LOADED()
#define SPAM_UNLOCK_LOADED()
#endif

static int
spam_exec_once(PyObject *module)
{
    SPAM_LOCK_LOADED();
    if (spam_loaded != 0) {
        SPAM_UNLOCK_LOADED();
        PyErr_SetString(PyExc_ImportError,
            "cannot load module more than once per process");
        return -1;
    }
    spam_loaded = 1;
    SPAM_UNLOCK_LOADED();
    if (spam_exec(module) < 0) {
        SPAM_LOCK_LOADED();
        spam_loaded = 0;
        SPAM_UNLOCK_LOADED();
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec_once},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    /* All interpreters share the static variables. */
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    if (PyType_Ready(&Record_Type) < 0
        || (state->Reader_Type = spam_new_type(module,
                                               &Reader_Type_spec)) == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
