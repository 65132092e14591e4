#include "cache.hpp"
#include "spam_state.h"

/* A member that is called as locals for the state often are. */
class Reader {
public:
    explicit Reader(int state) : state(state) {}
    bool is_open() const { return state != 0; }
    static PyObject *read(PyObject *self, PyObject *key);

private:
    int state;
};

PyObject *
Reader::read(PyObject *module, PyObject *key)
{
    spam_state *st = get_spam_state(module);
    Reader reader(PyUnicode_Check(key));
    Cache::calls(st, true);
    return reader.is_open() ? Cache::find(st, key)
        : Py_XNewRef(Cache::empty(st));
}

static PyObject *
count(PyObject *module, PyObject *)
{
    spam_state *st = get_spam_state(module);
    return PyLong_FromLong(Cache::calls(st, false));
}

static PyMethodDef methods[] = {
    {"read", &Reader::read, METH_O, nullptr},
    {"clear", Cache::clear, METH_NOARGS, nullptr},
    {"count", count, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *st = get_spam_state(module);
    Py_VISIT(st->error);
    Py_VISIT(st->tuple);
    Py_VISIT(st->found);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *st = get_spam_state(module);
    Py_CLEAR(st->error);
    Py_CLEAR(st->tuple);
    Py_CLEAR(st->found);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, nullptr},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *st = get_spam_state(m);
    st->error = PyErr_NewException("spam.Error", nullptr, nullptr);
    if (st->error == nullptr
        || PyModule_AddObjectRef(m, "Error", st->error) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&spam_module);
}
