/* Objects without `static` in a branch that is not compiled live as long, too. */
#include <Python.h>

static PyObject *name;
#ifdef HAVE_EXTRA
PyObject *extra_name;
extern PyObject *of_another_file;
PyObject *make_extra(const char *text);
struct extra {
    PyObject *item;
};
#endif

static int
intern_names(void)
{
#ifdef HAVE_EXTRA
    PyObject *text = PyUnicode_InternFromString("extra");
    if (text == NULL) {
        return -1;
    }
    extra_name = text;
#endif
    name = PyUnicode_InternFromString("name");
    return name == NULL ? -1 : 0;
}

static PyObject *
get_name(PyObject *self, PyObject *Py_UNUSED(args))
{
    return Py_NewRef(name);
}

static PyMethodDef spam_methods[] = {
    {"get_name", get_name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (intern_names() < 0) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
