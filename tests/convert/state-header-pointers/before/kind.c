#include "spam.h"

spam_kind *spam_plain, *spam_round;
spam_limits spam_used;

PyTypeObject spam_kind_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Kind",
    .tp_basicsize = sizeof(spam_kind),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

spam_kind *
spam_kind_of(int number)
{
    spam_kind *kind = number ? spam_round : spam_plain;
    spam_used.calls++;
    spam_used.last = kind->shape;
    Py_INCREF(kind);
    return kind;
}
