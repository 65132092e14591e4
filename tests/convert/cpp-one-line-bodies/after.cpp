#include <Python.h>

#include <algorithm>
#include <vector>

namespace {
struct Counter {
	int n;
	explicit Counter(int start) : n(start) { }
	int next() { return n++; }
};
}

typedef struct {
	PyObject *last;
} spam_state;

static inline spam_state *get_spam_state(PyObject *module) {
	return (spam_state *)PyModule_GetState(module);
}

static PyObject *largest(PyObject *module, PyObject *list) {
	spam_state *state = get_spam_state(module);
	std::vector<long> all;
	for (Py_ssize_t i = 0; i < PyList_Size(list); i++) {
		all.push_back(PyLong_AsLong(PyList_GetItem(list, i)));
	}
	auto less = [](long a, long b) { bool is_less = a < b; return is_less; };
	auto found = std::max_element(all.begin(), all.end(), less);
	Py_CLEAR(state->last);
	return found == all.end() ? Py_NewRef(Py_None)
			: PyLong_FromLong(*found);
}
static PyObject *keep(PyObject *module, PyObject *o) {
	spam_state *state = get_spam_state(module);
	Py_XSETREF(state->last, Py_NewRef(o));
	Py_RETURN_NONE;
}
static PyObject *kept(PyObject *module, PyObject *unused) {
	spam_state *state = get_spam_state(module);
	Counter counter(1);
	if (state->last == nullptr) {
		PyErr_SetString(PyExc_ValueError, "nothing was kept");
		return nullptr;
	}
	return Py_BuildValue("Oi", state->last, counter.next());
}

static PyMethodDef methods[] = {
	{"largest", largest, METH_O, nullptr},
	{"keep", keep, METH_O, nullptr},
	{"kept", kept, METH_NOARGS, nullptr},
	{nullptr, nullptr, 0, nullptr},
};
static int spam_traverse(PyObject *module, visitproc visit, void *arg) {
	spam_state *state = get_spam_state(module);
	Py_VISIT(state->last);
	return 0;
}

static int spam_clear(PyObject *module) {
	spam_state *state = get_spam_state(module);
	Py_CLEAR(state->last);
	return 0;
}

static void spam_free(void *module) {
	(void)spam_clear((PyObject *)module);
}

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
	{Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
	{0, nullptr},
};

static PyModuleDef def = {
	PyModuleDef_HEAD_INIT, "spam", nullptr, sizeof(spam_state), methods,
	spam_slots,
	spam_traverse,
	spam_clear,
	spam_free,
};

PyMODINIT_FUNC PyInit_spam(void) {
	return PyModuleDef_Init(&def);
}
