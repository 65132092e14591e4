/* The first function is indented in a way of its own, most others with tabs. */
#include <Python.h>

static int
is_small(long n)
{
        return n < 10;
}

typedef struct {
	PyObject *Error;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
	return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_one(PyObject *module, PyObject *arg)
{
	long n = PyLong_AsLong(arg);
	(void)module;
	if (!is_small(n)) {
		spam_state *state = get_spam_state(module);
		PyErr_SetString(state->Error, "large");
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

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
	spam_state *state = get_spam_state(module);
	Py_VISIT(state->Error);
	return 0;
}

static int
spam_clear(PyObject *module)
{
	spam_state *state = get_spam_state(module);
	Py_CLEAR(state->Error);
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
	{Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
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
spam_exec(PyObject *m)
{
	spam_state *state = get_spam_state(m);
	state->Error = PyErr_NewException("spam.Error", NULL, NULL);
	if (state->Error == NULL || PyModule_AddObjectRef(
			m, "Error", state->Error) < 0) {
		return -1;
	}
	return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
	return PyModuleDef_Init(&spam_module);
}
