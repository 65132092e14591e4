#include "../module.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {
PyObject *error;  // want: state-static-object
std::vector<PyObject *> pool;  // want: state-static-object
std::map<std::string, PyObject *> names;  // want: state-static-object
}

namespace spam {
inline PyObject *shared = nullptr;  // want: state-static-object
static inline PyObject *cached{nullptr};  // want: state-static-object

struct Cache {
    PyObject *item{};
    int n = 0;
};
Cache cache;  // want: state-static-object

/* An owner of a reference. */
class Ref {
  public:
    explicit Ref(PyObject *object = nullptr) : object_(object) {}
    ~Ref() { Py_XDECREF(object_); }
    Ref &operator=(PyObject *object)
    {
        Py_XSETREF(object_, object);
        return *this;
    }
    PyObject *get() const { return object_; }

  private:
    PyObject *object_;
};
Ref holder;  // want: state-static-object

class Names {
  public:
    static PyObject *empty;
    static inline PyObject *full = nullptr;  // want: state-static-object
    template <typename T> static PyObject *of(T number)
    {
        static PyObject *last = nullptr;  // want: state-static-object
        Py_XSETREF(last, PyLong_FromLong(number));
        return Py_NewRef(last);
    }
};
PyObject *Names::empty = nullptr;  // want: state-static-object
}

static PyObject *
first(PyObject *, PyObject *)
{
    static PyObject *const tuple = PyTuple_Pack(1, Py_None);  // want: state-static-object
    static spam::Ref once(PyList_New(0));  // want: state-static-object
    thread_local PyObject *mine = nullptr;  // want: state-static-object
    mine = tuple;
    return Py_NewRef(once.get() ? tuple : mine);
}

extern "C" PyObject *
use(PyObject *module, PyObject *arg)
{
    auto keep = [](PyObject *object) { error = Py_NewRef(object); };
    keep(arg);
    pool.push_back(Py_NewRef(arg));
    names["spam"] = Py_NewRef(arg);
    spam::shared = Py_NewRef(arg);
    spam::cached = Py_NewRef(arg);
    spam::cache.item = Py_NewRef(arg);
    spam::holder = Py_NewRef(arg);
    spam::Names::empty = PyUnicode_FromString("");
    spam::Names::full = PyUnicode_FromString("x");
    Py_XDECREF(spam::Names::of(3));
    return first(module, arg);
}
