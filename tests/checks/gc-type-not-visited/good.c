#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
} SpamObject;

/* Directly, through a local, through a helper, handed to a base. */
static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((SpamObject *)self)->item);
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static int
Local_traverse(SpamObject *self, visitproc visit, void *arg)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_VISIT(type);
    return 0;
}

static int
Helped_traverse(PyObject *self, visitproc visit, void *arg)
{
    int result = Spam_traverse(self, visit, arg);
    return result ? result : visit(((SpamObject *)self)->item, arg);
}

static int
Delegating_traverse(PyObject *self, visitproc visit, void *arg)
{
    return Py_TYPE(self)->tp_base->tp_traverse(self, visit, arg);
}

/* No heap type's: a static type is not visited. */
int
other_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((SpamObject *)self)->item);
    return 0;
}

#define SPEC(name)                                                                 \
    static PyType_Slot name##_slots[] = {{Py_tp_traverse, name##_traverse}, {0, NULL}}; \
    PyType_Spec name##_spec = {                                                    \
        "spam." #name, sizeof(SpamObject), 0,                                      \
        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, name##_slots,                     \
    }

SPEC(Spam);  // want-note: change-pickle
SPEC(Local);  // want-note: change-pickle
SPEC(Helped);  // want-note: change-pickle
SPEC(Delegating);
