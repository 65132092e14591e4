/* The first function is indented in a way of its own, most others with tabs. */
#include <Python.h>

static PyObject *Error;

static int
is_small(long n)
{
        return n < 10;
}

static PyObject *
spam_one(PyObject *module, PyObject *arg)
{
	long n = PyLong_AsLong(arg);
	(void)module;
	if (!is_small(n)) {
		PyErr_SetString(Error, "large");
		return NULL;
	}
	return PyLong_FromLong(n);
}

static PyObject *
spam_two(PyObject *module, PyObject *arg)
{
	(void)module;
	return PyLong_FromLong(PyLong_AsLong(arg) * 2);
}

static PyMethodDef spam_methods[] = {
	{"one", spam_one, METH_O, NULL},
	{"two", spam_two, METH_O, NULL},
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
	Error = PyErr_NewException("spam.Error", NULL, NULL);
	if (Error == NULL || PyModule_AddObjectRef(m, "Error", Error) < 0) {
		Py_DECREF(m);
		return NULL;
	}
	return m;
}
