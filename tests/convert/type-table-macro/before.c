/* The table that goes and the macro that nothing uses any more stand side by side. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int number;
} EggObject;

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(EggObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct {
    const char *name;
    PyTypeObject *type;
} type_table[] = {
    {"Egg", &Egg_Type},
    {NULL, NULL},
};

#define INITERROR return NULL

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        INITERROR;
    }
    for (int i = 0; type_table[i].type != NULL; i++) {
        if (PyType_Ready(type_table[i].type) < 0) {
            INITERROR;
        }
        Py_INCREF(type_table[i].type);
        if (PyModule_AddObject(m, type_table[i].name, (PyObject *)type_table[i].type) < 0) {
            INITERROR;
        }
    }
    return m;
}
