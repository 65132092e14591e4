/* A constant whose address a constructor takes.  It needs Python 3.13. */
#include "../module.h"

struct Model {
    int n_states;
};
extern const Model model;
const Model model = {4};
static Model other = {5};

class Prober {
public:
    Prober(const Model *model, bool is_reversed, int n_tries);
    int n_states;
};

static PyObject *
count(PyObject *module, PyObject *ignored)
{
    Prober *prober = new Prober(&model, true, 3);
    Prober *second = new Prober(&other, false, 3);
    long n = prober->n_states + second->n_states;
    delete prober;
    delete second;
    return PyLong_FromLong(n);
}

static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, nullptr},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, 0, methods, slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
