/* Variables that only another build writes: here they look like constants. */
#include <Python.h>

static long n_calls;
static int depth, limit = 2;
static char last_name[16];
static int constant = 7;

#ifdef TRACE
#define ENTER() (++depth > limit ? -1 : 0)
#define LEAVE() (depth -= 1)
#else
#define ENTER() 0
#define LEAVE() (void)0
#endif

static PyObject *
call(PyObject *Py_UNUSED(module), PyObject *arg)
{
    if (ENTER() < 0) {
        LEAVE();
        PyErr_SetString(PyExc_RecursionError, "too deep");
        return NULL;
    }
#ifdef TRACE
    n_calls++;
    PyOS_snprintf(last_name, sizeof(last_name), "%s", Py_TYPE(arg)->tp_name);
#endif
    PyObject *result = PyObject_CallNoArgs(arg);
    LEAVE();
    return result;
}

static PyObject *
report(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
#ifdef TRACE
    if (constant == 7) {
        return Py_BuildValue("(lis)", n_calls, depth, last_name);
    }
#endif
    return PyLong_FromLong(constant);
}

static PyMethodDef methods[] = {
    {"call", call, METH_O, NULL},
    {"report", report, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
