/* A heap type in the collector: a stack whose instances hold objects, have weak
 * references and a subclass in C.
 *
 * Traverse, clear and dealloc functions follow from the lists of fields: the type and the
 * module are visited, the object is untracked first, its type dropped last (guide:
 * "Garbage-Collection Protocol"). */
#include <insulate.h>

#define CLASSES_FIELDS(X) \
    X(TYPE, Stack_type)   \
    X(TYPE, Named_type)   \
    X(OBJECT, Empty)
INSULATE_STATE(classes, CLASSES_FIELDS)

/* ------------------------------------------------------------------ Stack */

#define STACK_FIELDS(X) \
    X(OBJECT, items)    \
    X(WEAKREFS, weakrefs)
INSULATE_INSTANCE(Stack, classes, STACK_FIELDS)

static PyObject *
Stack_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *self = Stack_new_default(type, args, kwargs);
    if (self == NULL) {
        return NULL;
    }
    Stack_of(self)->items = PyList_New(0);
    if (Stack_of(self)->items == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return self;
}

/* The collector may have cleared an object that Python code still reaches. */
static PyObject *
Stack_items(PyObject *self)
{
    PyObject *items = Stack_of(self)->items;
    if (items == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the stack is being taken apart");
    }
    return items;
}

static PyObject *
Stack_push(PyObject *self, PyObject *value)
{
    PyObject *items = Stack_items(self);
    if (items == NULL || PyList_Append(items, value) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
Stack_pop(PyObject *self, PyObject *unused)
{
    PyObject *items = Stack_items(self);
    (void)unused;
    if (items == NULL) {
        return NULL;
    }
    if (PyList_Size(items) == 0) {
        PyErr_SetString(Stack_state_of(self)->Empty, "nothing on the stack");
        return NULL;
    }
    return PyObject_CallMethod(items, "pop", NULL);
}

static Py_ssize_t
Stack_length(PyObject *self)
{
    PyObject *items = Stack_items(self);
    return items == NULL ? -1 : PyList_Size(items);
}

static PyMethodDef Stack_methods[] = {
    INSULATE_METHOD("push", Stack_push, METH_O, "push($self, value, /)\n--\n\n"),
    INSULATE_METHOD("pop", Stack_pop, METH_NOARGS, "pop($self, /)\n--\n\n"),
    INSULATE_METHODS_END};

static PyMemberDef Stack_members[] = {INSULATE_MEMBER_WEAKREFS(Stack, weakrefs),
                                      INSULATE_MEMBERS_END};

INSULATE_CLASS(Stack, "classes.Stack", Py_TPFLAGS_BASETYPE | INSULATE_IMMUTABLE_IF_POSSIBLE,
               Stack_methods, Stack_new,
               INSULATE_SLOT(Py_tp_doc, "Stack()\n--\n\nLast in, first out."),
               INSULATE_SLOT(Py_tp_members, Stack_members),
               INSULATE_SLOT(Py_sq_length, Stack_length))

/* ------------------------------------------------------------------ NamedStack */

#define NAMED_FIELDS(X) X(OBJECT, name)
INSULATE_DERIVED_INSTANCE(Named, Stack, classes, NAMED_FIELDS)

static PyObject *
Named_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *words[] = {(char *)"name", NULL};
    PyObject *name;
    PyObject *self;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "U:NamedStack", words, &name)) {
        return NULL;
    }
    self = Stack_new(type, args, kwargs);
    if (self != NULL) {
        Py_INCREF(name);
        Named_of(self)->name = name;
    }
    return self;
}

static PyObject *
Named_repr(PyObject *self)
{
    return PyUnicode_FromFormat("<stack %R>", Named_of(self)->name);
}

static PyMethodDef Named_methods[] = {INSULATE_METHODS_END};

INSULATE_CLASS(Named, "classes.NamedStack", INSULATE_IMMUTABLE_IF_POSSIBLE, Named_methods,
               Named_new, INSULATE_SLOT(Py_tp_repr, Named_repr))

/* ------------------------------------------------------------------ the module */

static PyMethodDef classes_methods[] = {INSULATE_METHODS_END};

static int
classes_exec(PyObject *module, classes_state *state)
{
    if (Insulate_AddException(module, &state->Empty, "classes.Empty", NULL,
                              PyExc_IndexError) < 0 ||
        Insulate_AddType(module, &state->Stack_type, &Stack_spec, NULL) < 0) {
        return -1;
    }
    return Insulate_AddType(module, &state->Named_type, &Named_spec,
                            (PyObject *)state->Stack_type);
}

INSULATE_MODULE(classes, classes, "Stacks.", classes_methods, classes_exec, OWN_GIL,
                GIL_NOT_USED)
