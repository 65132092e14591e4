/* One tiny extension in many variants: each macro adds one behaviour.  Built by
 * test_scan.py for every Python. */
#include <Python.h>

#ifndef SLOT_INTERPRETERS
#define SLOT_INTERPRETERS
#endif
#ifndef STATE_SIZE
#define STATE_SIZE 0
#endif

#ifdef STATIC_COUNTER
static long spam_counter;

static PyObject *
spam_count(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return PyLong_FromLong(++spam_counter);
}
#endif

#ifdef STATIC_STATE
static long *spam_state;

static PyObject *
spam_number(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return PyLong_FromLong(++*spam_state);
}
#endif

#ifdef GUARD
static int spam_loaded;

static void
spam_free(void *module)
{
    (void)module;
    spam_loaded = 0;
}
#endif

#ifdef STATIC_MODE
static int spam_mode = 3;

static PyObject *
spam_set(PyObject *module, PyObject *number)
{
    (void)module;
    int before = spam_mode;
    spam_mode = (int)PyLong_AsLong(number);
    return PyLong_FromLong(before);
}
#endif

#ifdef TRAVERSE
static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    PyObject **state = PyModule_GetState(module);
    Py_VISIT(state[0]);
    return 0;
}
#endif

#ifdef STATIC_BUFFER
static char spam_buffer[64];

static PyObject *
spam_print(PyObject *module, PyObject *number)
{
    (void)module;
    PyOS_snprintf(spam_buffer, sizeof(spam_buffer), "%ld", PyLong_AsLong(number));
    return PyUnicode_FromString(spam_buffer);
}
#endif

static int
spam_exec(PyObject *module)
{
#ifdef GUARD
    if (spam_loaded) {
        PyErr_SetString(PyExc_ImportError,
                        "cannot load module more than once per process");
        return -1;
    }
    spam_loaded = 1;
#endif
#ifdef NEEDS_OTHER
    static int spam_prepared;
    spam_prepared = getenv("HOME") != NULL ? 2 : 3;
    if (getenv("SPAM_IS_BROKEN") != NULL) {
        PyErr_SetString(PyExc_ImportError, "spam is broken");
        return -1;
    }
#endif
#ifdef STATIC_ERROR
    static PyObject *spam_error;
    if (spam_error == NULL) {
        spam_error = PyErr_NewException("spam.Error", NULL, NULL);
    }
    Py_XINCREF(spam_error);
    if (PyModule_AddObject(module, "Error", spam_error) < 0) {
        return -1;
    }
#endif
#ifdef STATIC_STATE
    spam_state = PyModule_GetState(module);
#endif
#ifdef SET_ONCE
    static void *spam_capsule;
    spam_capsule = PyCapsule_Import("datetime.datetime_CAPI", 0);
    if (spam_capsule == NULL) {
        PyErr_Clear();
    }
#endif
#ifdef STATIC_TYPE
    extern PyTypeObject Spam_Type;
    if (PyType_Ready(&Spam_Type) < 0) {
        return -1;
    }
    Py_INCREF(&Spam_Type);
    if (PyModule_AddObject(module, "Spam", (PyObject *)&Spam_Type) < 0) {
        return -1;
    }
#endif
#ifdef STATIC_SEQUENCE
    static PyTypeObject spam_result;
    static PyStructSequence_Field fields[] = {{"a", NULL}, {NULL, NULL}};
    static PyStructSequence_Desc description = {"spam.result", NULL, fields, 1};
    if (PyStructSequence_InitType2(&spam_result, &description) < 0) {
        return -1;
    }
#endif
#ifdef THREAD_OBJECT
    static __thread PyObject *spam_local;
    if (spam_local == NULL) {
        spam_local = PyDict_New();
    }
#endif
#ifdef MARKERS
    static const char *const markers[] = {MARKERS};
    for (size_t i = 0; i < sizeof(markers) / sizeof(markers[0]); i++) {
        if (PyModule_AddStringConstant(module, "marker", markers[i]) < 0) {
            return -1;
        }
    }
#endif
    return module == NULL ? -1 : 0;
}

#ifdef STATIC_TYPE
PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "spam.Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};
#endif

static PyMethodDef spam_methods[] = {
#ifdef STATIC_COUNTER
    {"count", spam_count, METH_NOARGS, NULL},
#endif
#ifdef STATIC_STATE
    {"number", spam_number, METH_NOARGS, NULL},
#endif
#ifdef STATIC_MODE
    {"set", spam_set, METH_O, NULL},
#endif
#ifdef STATIC_BUFFER
    {"print", spam_print, METH_O, NULL},
#endif
    {NULL, NULL, 0, NULL},
};

#ifdef MODULE_EXPORT
PyABIInfo_VAR(spam_abi);
static PySlot spam_slots[] = {
    PySlot_DATA(Py_mod_name, "spam"),
    PySlot_DATA(Py_mod_abi, &spam_abi),
    PySlot_FUNC(Py_mod_exec, spam_exec),
    PySlot_DATA(Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED),
    PySlot_END,
};

PyMODEXPORT_FUNC
PyModExport_spam(void)
{
    return spam_slots;
}
#else
static PyModuleDef_Slot spam_slots[] = {
#ifndef SINGLE_PHASE
    {Py_mod_exec, spam_exec},
#endif
    SLOT_INTERPRETERS{0, NULL},
};

#ifdef SLOTS_MADE
static PyModuleDef_Slot spam_made[3];
#endif

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,       .m_name = "spam",
    .m_size = STATE_SIZE,        .m_methods = spam_methods,
#ifndef SINGLE_PHASE
    .m_slots = spam_slots,
#endif
#ifdef TRAVERSE
    .m_traverse = spam_traverse,
#endif
#ifdef GUARD
    .m_free = spam_free,
#endif
};

PyMODINIT_FUNC
PyInit_spam(void)
{
#ifdef SINGLE_PHASE
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL || spam_exec(module) < 0) {
        return NULL;
    }
    return module;
#else
#ifdef SLOTS_MADE
    spam_made[0].slot = Py_mod_exec;
    spam_made[0].value = (void *)spam_exec;
    spam_made[1].slot = Py_mod_multiple_interpreters;
    spam_made[1].value = Py_MOD_PER_INTERPRETER_GIL_SUPPORTED;
    spam_module.m_slots = spam_made;
#endif
#ifdef SLOTS_AT_RUN_TIME
    spam_slots[1].slot = getenv("SPAM_TWICE") != NULL ? Py_mod_exec : 0;
    spam_slots[1].value = (void *)spam_exec;
    spam_slots[0].value = getenv("SPAM") != NULL ? (void *)spam_exec : NULL;
#endif
    return PyModuleDef_Init(&spam_module);
#endif
}
#endif

#ifdef SECOND_ENTRY
static struct PyModuleDef eggs_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "eggs",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_eggs(void)
{
    return PyModule_Create(&eggs_module);
}
#endif
