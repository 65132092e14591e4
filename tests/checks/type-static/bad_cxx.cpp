#include "../module.h"

namespace spam {

struct Object {
    PyObject_HEAD
    int number;
};

static PyObject *
make(PyTypeObject *type, PyObject *, PyObject *)
{
    return type->tp_alloc(type, 0);
}

extern PyTypeObject Type;
PyTypeObject Type = {  // want: type-static
    PyVarObject_HEAD_INIT(nullptr, 0)
    .tp_name = "spam.Object",
    .tp_basicsize = sizeof(Object),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = make,
};

class Holder {
  public:
    static PyTypeObject type;
};
PyTypeObject Holder::type{};  // want: type-static

template <typename T> struct Wrapped {
    static PyTypeObject type;
};
template <typename T> PyTypeObject Wrapped<T>::type{};  // want: type-static
}

extern "C" int
ready(PyObject *module)
{
    static PyTypeObject local = {PyVarObject_HEAD_INIT(nullptr, 0) "spam.Local"};  // want: type-static
    spam::Holder::type.tp_name = "spam.Holder";
    spam::Wrapped<int>::type.tp_name = "spam.Wrapped";
    return PyType_Ready(&spam::Type) < 0 || PyType_Ready(&spam::Holder::type) < 0
           || PyType_Ready(&spam::Wrapped<int>::type) < 0 || PyType_Ready(&local) < 0;
}
