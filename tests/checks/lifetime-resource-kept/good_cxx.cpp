/* Members of the method's own object; calls that a template leaves open. */
#include "../module.h"

#include <cstdlib>

template <typename T>
class Buffer {
  public:
    Buffer() { data_ = static_cast<char *>(std::malloc(10)); }
    ~Buffer() { std::free(data_); }
    T value() const { return T(); }
    void reset()
    {
        data_ = nullptr;
        this->size_ = 0;
        size_++;
    }

  private:
    char *data_;
    int size_ = 0;
};

struct State {
    Buffer<int> *buffer;
    char *text;
    void fill() { text = static_cast<char *>(PyMem_Malloc(1)); }
    void release()
    {
        PyMem_Free(text);
        delete buffer;
    }
};

static int
exec(PyObject *module)
{
    auto *state = static_cast<State *>(PyModule_GetState(module));
    state->fill();
    state->buffer = new Buffer<int>;
    state->buffer->reset();
    return state->text != nullptr ? state->buffer->value() : -1;
}

static void
free_state(void *module)
{
    static_cast<State *>(PyModule_GetState(static_cast<PyObject *>(module)))->release();
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, reinterpret_cast<void *>(exec)}, INTERPRETERS_SLOT {0, nullptr}};
static PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(State),
    .m_slots = slots, .m_free = free_state,
};

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&definition);
}
