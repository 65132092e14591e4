/* The module is made where the definition is not named: by a constructor before its
 * body, by a template, by a function literal. */
#include <Python.h>

static PyModuleDef spam_module = {PyModuleDef_HEAD_INIT, "spam", nullptr, -1};
static PyModuleDef ham_module = {PyModuleDef_HEAD_INIT, "ham", nullptr, -1};
static PyModuleDef egg_module = {PyModuleDef_HEAD_INIT, "egg", nullptr, -1};

static PyObject *
require(PyObject *object)
{
    if (object == nullptr) {
        throw 1;
    }
    return object;
}

class Owned {
  public:
    explicit Owned(PyObject *object) : object_(object) {}
    PyObject *get() const { return object_; }

  private:
    PyObject *object_;
};

class Module : public Owned {
  public:
    explicit Module(PyModuleDef &def)
        : Owned(require(PyModule_Create(&def))) {}  // want: init-single-phase
};

static PyObject *
make_spam()
{
    try {
        Module module(spam_module);
        return module.get();
    }
    catch (int) {
        return nullptr;
    }
}

template <typename Definition> PyObject *
make(Definition *def)
{
    return PyModule_Create(def);  // want: init-single-phase
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return make_spam();
}

PyMODINIT_FUNC
PyInit_ham(void)
{
    return make(&ham_module);
}

PyMODINIT_FUNC
PyInit_egg(void)
{
    auto create = [](PyModuleDef *def) {
        return PyModule_Create(def);  // want: init-single-phase
    };
    return create(&egg_module);
}
