#include "../module.h"

namespace spam {

struct Node {
    PyObject_HEAD
    PyObject *next;
};

struct State {
    PyTypeObject *node;
};

static int
traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    visit(reinterpret_cast<Node *>(op)->next, arg);  // want: gc-traverse-ignored
    return 0;
}

static int
counting(PyObject *op, visitproc visit, void *arg)
{
    PyObject *next = Py_NewRef(reinterpret_cast<Node *>(op)->next);  // want: gc-traverse-effect
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(next);
    Py_DECREF(next);
    return 0;
}

static void
free_own(void *op)
{
    PyMem_Free(op);
}

static PyObject *
make_tracked(PyTypeObject *type, PyObject *, PyObject *)
{
    PyObject *self = type->tp_alloc(type, 0);
    if (self != nullptr) {
        PyObject_GC_Track(self);  // want: gc-tracked-twice
    }
    return self;
}

static PyType_Slot node_slots[] = {
    {Py_tp_traverse, reinterpret_cast<void *>(traverse)},
    {Py_tp_new, reinterpret_cast<void *>(make_tracked)},
    {0, nullptr},
};
static PyType_Slot own_slots[] = {
    {Py_tp_traverse, reinterpret_cast<void *>(counting)},
    {Py_tp_free, reinterpret_cast<void *>(free_own)},  // want: gc-free-overridden
    {0, nullptr},
};
static PyType_Slot open_slots[] = {
    {Py_tp_new, reinterpret_cast<void *>(make_tracked)}, {0, nullptr}};
static PyType_Slot flagless_slots[] = {
    {Py_tp_traverse, reinterpret_cast<void *>(traverse)}, {0, nullptr}};  // want: gc-flag-missing

constexpr unsigned int flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE
                               | Py_TPFLAGS_DISALLOW_INSTANTIATION;
PyType_Spec node_spec = {
    "spam.Node", sizeof(Node), 0, flags | Py_TPFLAGS_HAVE_GC, node_slots};
PyType_Spec own_spec = {"spam.Own", sizeof(Node), 0, flags | Py_TPFLAGS_HAVE_GC, own_slots};
PyType_Spec flagless_spec = {
    "spam.Flagless", sizeof(Node), 0, flags, flagless_slots};
PyType_Spec open_spec = {
    "Open", 0, 0, Py_TPFLAGS_DEFAULT, open_slots};  // want: change-name

PyObject *
make(PyObject *module)
{
    auto *state = static_cast<State *>(PyModule_GetState(module));
    state->node = reinterpret_cast<PyTypeObject *>(
        PyType_FromModuleAndSpec(module, &node_spec, nullptr));
    if (state->node == nullptr) {
        return nullptr;
    }
    Node *node = PyObject_New(Node, state->node);  // want: gc-object-new
    return reinterpret_cast<PyObject *>(node);
}

}  // namespace spam
