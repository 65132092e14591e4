#include <Python.h>

#include <algorithm>
#include <vector>

static PyObject *last;

namespace {
struct Counter {
	int n;
	explicit Counter(int start) : n(start) { }
	int next() { return n++; }
};
}

static PyObject *largest(PyObject *module, PyObject *list) { std::vector<long> all; for (Py_ssize_t i = 0; i < PyList_Size(list); i++) { all.push_back(PyLong_AsLong(PyList_GetItem(list, i))); } auto less = [](long a, long b) { bool is_less = a < b; return is_less; }; auto found = std::max_element(all.begin(), all.end(), less); Py_CLEAR(last); return found == all.end() ? Py_NewRef(Py_None) : PyLong_FromLong(*found); }
static PyObject *keep(PyObject *module, PyObject *o) { Py_XSETREF(last, Py_NewRef(o)); Py_RETURN_NONE; }
static PyObject *kept(PyObject *module, PyObject *unused) {
	Counter counter(1);
	if (last == nullptr) { PyErr_SetString(PyExc_ValueError, "nothing was kept"); return nullptr; }
	return Py_BuildValue("Oi", last, counter.next());
}

static PyMethodDef methods[] = {
	{"largest", largest, METH_O, nullptr},
	{"keep", keep, METH_O, nullptr},
	{"kept", kept, METH_NOARGS, nullptr},
	{nullptr, nullptr, 0, nullptr},
};
static PyModuleDef def = {PyModuleDef_HEAD_INIT, "spam", nullptr, -1, methods};

PyMODINIT_FUNC PyInit_spam(void) { return PyModule_Create(&def); }
