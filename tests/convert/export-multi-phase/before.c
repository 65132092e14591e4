/* A module in multi-phase initialisation that lacks only the hook of Python 3.15. */
#include <Python.h>

PyDoc_STRVAR(spam_doc, "Spam.");

static PyObject *
spam_egg(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
	return PyLong_FromLong(1);
}

static PyMethodDef spam_methods[] = {
	{"egg", spam_egg, METH_NOARGS, NULL},
	{NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
	return PyModule_AddIntConstant(module, "ham", 2);
}

static PyModuleDef_Slot spam_slots[] = {
	{Py_mod_exec, spam_exec},
#if PY_VERSION_HEX >= 0x030C0000
	{Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
	{0, NULL},
};

static struct PyModuleDef spam_module = {
	PyModuleDef_HEAD_INIT, "spam", spam_doc, 0, spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_spam(void)
{
	return PyModuleDef_Init(&spam_module);
}
