/* Slots that are lambdas, or go through a template that casts. */
#include "../module.h"

namespace {

template <typename F>
void *
pointer(F function)
{
    return reinterpret_cast<void *>(function);
}

void
dealloc(PyObject *op)  // want: lifetime-type-not-dropped
{
    Py_TYPE(op)->tp_free(op);
}

PyType_Slot spam_slots[] = {
    {Py_tp_dealloc, pointer(+[](PyObject *op) {  // want: lifetime-type-not-dropped
        Py_TYPE(op)->tp_free(op);
    })},
    {0, nullptr},
};
PyType_Slot egg_slots[] = {{Py_tp_dealloc, pointer(&dealloc)}, {0, nullptr}};
PyType_Slot ham_slots[] = {
    {Py_tp_dealloc, pointer(+[](PyObject *op) {
        PyTypeObject *type = Py_TYPE(op);
        type->tp_free(op);
        Py_DECREF(type);
    })},
    {0, nullptr},
};

constexpr unsigned flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE;

}  // namespace

PyType_Spec spam_spec = {"spam.Spam", sizeof(PyObject), 0, flags, spam_slots};
PyType_Spec egg_spec = {"spam.Egg", sizeof(PyObject), 0, flags, egg_slots};
PyType_Spec ham_spec = {"spam.Ham", sizeof(PyObject), 0, flags, ham_slots};
