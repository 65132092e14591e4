/* The same detours, to a definition of two phases. */
#include "../module.h"

static int
spam_exec(PyObject *module)
{
    return PyModule_AddIntConstant(module, "LIMIT", 10);
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    INTERPRETERS_SLOT
    {0, nullptr},
};

static PyModuleDef spam_module = {PyModuleDef_HEAD_INIT, "spam", nullptr, 0, nullptr,
                                  spam_slots};

class Definition {
  public:
    explicit Definition(PyModuleDef &def) : object_(PyModuleDef_Init(&def)) {}
    PyObject *get() const { return object_; }

  private:
    PyObject *object_;
};

template <typename Def> PyObject *
init(Def &def)
{
    return Definition(def).get();
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return init(spam_module);
}
