#include <Python.h>

static PyObject *shell, *of_local, *of_member, *of_list, *of_new, *of_moved;
static struct { PyObject *inner; PyObject *more[2]; } box;

static PyObject *
local_shell(void)
{
    PyObject *result = shell;
    if (result == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "no shell");
    }
    return result;
}

static PyObject *
second_egg(void)
{
    return box.more[1];
}

static PyObject *
first_of_list(void)
{
    return PyList_GetItem(box.inner, 0);
}

/* The caller owns these two. */
static PyObject *
new_egg(void)
{
    PyObject *result = box.more[1];
    Py_XINCREF(result);
    return result;
}

static PyObject *
moved_egg(void)
{
    PyObject *result = box.more[0];
    box.more[0] = NULL;
    return result;
}

static PyObject *
spam_lay(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PyTuple_Pack(5, of_local, of_member, of_list, of_new, of_moved);
}

static PyMethodDef spam_methods[] = {
    {"lay", spam_lay, METH_NOARGS, NULL},
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
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    shell = PyList_New(0);
    box.inner = Py_BuildValue("[i]", 1000);
    box.more[0] = PyList_New(0);
    box.more[1] = PyList_New(0);
    if (shell == NULL || box.inner == NULL || box.more[0] == NULL || box.more[1] == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    of_local = local_shell();
    of_member = second_egg();
    of_list = first_of_list();
    of_new = new_egg();
    of_moved = moved_egg();
    return m;
}
