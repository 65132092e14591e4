/* Statics of class templates, and what a lambda gives. */
#include "../module.h"

namespace {

template <int N>
struct Cache {
    static PyObject *list;
};
template <int N>
PyObject *Cache<N>::list = nullptr;  // want: state-static-object

}  // namespace

PyObject *
cached(PyObject *module, PyObject *)
{
    static PyObject *empty = [] { return PyTuple_New(0); }();  // want: state-static-object
    if (Cache<1>::list == nullptr) {
        Cache<1>::list = PyList_New(0);
    }
    return PyTuple_Pack(2, empty, Cache<1>::list);
}
