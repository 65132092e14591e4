#include <Python.h>

#if PY_MAJOR_VERSION >= 3
#define IS_PYTHON3
#endif

static PyObject *pattern;

static PyObject *
speedups_find(PyObject *self, PyObject *arg)
{
    return PyNumber_Add(pattern, arg);
}

static PyMethodDef methods[] = {
    {"find", speedups_find, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

#ifdef IS_PYTHON3
static struct PyModuleDef speedups_module = {
    PyModuleDef_HEAD_INIT,
    "speedups",         /* m_name */
    NULL,               /* m_doc */
    -1,                 /* m_size */
    methods,            /* m_methods */
    NULL,               /* m_reload */
    NULL,               /* m_traverse */
    NULL,               /* m_clear */
    NULL,               /* m_free */
};

PyMODINIT_FUNC
PyInit_speedups(void)
{
    PyObject *m = PyModule_Create(&speedups_module);
#else
void
initspeedups(void)
{
    PyObject *m = Py_InitModule("speedups", methods);
#endif
    pattern = PyUnicode_FromString("egg");
    if (pattern == NULL) {
#ifdef IS_PYTHON3
        return NULL;
#else
        return;
#endif
    }
#ifdef SPEEDUPS_LIMIT
    PyModule_AddIntConstant(m, "LIMIT", SPEEDUPS_LIMIT);
#endif
#ifdef IS_PYTHON3
    return m;
#endif
}
