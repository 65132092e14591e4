/* The call stands before the body of a constructor. */
#include "../module.h"

namespace {

class Attached {
public:
    Attached() : state(PyGILState_Ensure()) {}  // want: access-gil-state
    ~Attached() { PyGILState_Release(state); }

private:
    PyGILState_STATE state;
};

}  // namespace

void
on_event()
{
    Attached attached;
    PyErr_CheckSignals();
}
