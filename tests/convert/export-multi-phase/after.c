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

#if PY_VERSION_HEX >= 0x030F0000
/* Python 3.15 and newer call this instead of PyInit. */
PyABIInfo_VAR(spam_abi);

static PySlot spam_export[] = {
	PySlot_STATIC_DATA(Py_mod_abi, &spam_abi),
	PySlot_DATA(Py_mod_name, "spam"),
	PySlot_DATA(Py_mod_doc, spam_doc),
	PySlot_STATIC_DATA(Py_mod_methods, spam_methods),
	PySlot_STATIC_DATA(Py_mod_slots, spam_slots),
	PySlot_STATIC_DATA(Py_mod_token, &spam_module),
	PySlot_END,
};

PyMODEXPORT_FUNC
PyModExport_spam(void)
{
	return spam_export;
}
#endif
