#include <Python.h>

#include <string>
#include <vector>

namespace {
std::vector<int> sizes;       // want: state-static-data
int n_calls;                  // want: state-static-data
const std::string name("spam");
std::string never_changed;
}

class Counter {
  public:
    static int shared;      
    void add(int n) { total += n; }
    int get() const { return total; }

  private:
    int total = 0;
};
int Counter::shared = 0;      // want: state-static-data
static Counter counter;       // want: state-static-data
static Counter only_read;

static void
raise(int &target)
{
    target++;
}

PyObject *
use(PyObject *, PyObject *arg)
{
    static Counter *pointer = nullptr; // want: state-static-data
    sizes.push_back(1);
    raise(n_calls);
    counter.add(2);
    Counter::shared++;
    if (pointer == nullptr) {
        pointer = new Counter;
    }
    pointer->add(PyLong_AsLong(arg) > 0);
    return PyLong_FromSsize_t(static_cast<Py_ssize_t>(
        sizes.size() + name.size() + never_changed.size()) + counter.get()
        + only_read.get());
}
