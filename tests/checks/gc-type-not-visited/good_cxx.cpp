#include "../module.h"

namespace {

struct Spam {
    PyObject_HEAD
    PyObject *item;
};

/* A method that visits, a template that does it for any struct. */
template <typename T>
int
visit_all(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(reinterpret_cast<T *>(op)->item);
    return 0;
}

class Cell {
  public:
    PyObject_HEAD
    PyObject *item;
    static int traverse(PyObject *op, visitproc visit, void *arg)
    {
        Py_VISIT(Py_TYPE(op));
        return reinterpret_cast<Cell *>(op)->visit_members(visit, arg);
    }

  private:
    int visit_members(visitproc visit, void *arg)
    {
        Py_VISIT(item);
        return 0;
    }
};

void
dealloc(PyObject *op)
{
    auto *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    Py_CLEAR(reinterpret_cast<Spam *>(op)->item);
    type->tp_free(op);
    Py_DECREF(type);
}

PyType_Slot slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void *>(dealloc)},
    {Py_tp_traverse, reinterpret_cast<void *>(visit_all<Spam>)},
    {0, nullptr},
};
PyType_Slot cell_slots[] = {
    {Py_tp_traverse, reinterpret_cast<void *>(&Cell::traverse)}, {0, nullptr}};
}

#define FLAGS                                                                         \
    (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION)

PyType_Spec spec{"spam.Spam", sizeof(Spam), 0, FLAGS | Py_TPFLAGS_HAVE_GC, slots};
PyType_Spec cell_spec{"spam.Cell", sizeof(Cell), 0, FLAGS | Py_TPFLAGS_HAVE_GC, cell_slots};
