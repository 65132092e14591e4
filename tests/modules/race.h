/* The frame of modules that several threads use: each keeps what it shares in the module
 * state, without a lock, unless LOCKED is defined. */
#include "module.h"

#include <stdatomic.h>

#define STRING_(x) #x
#define STRING(x) STRING_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

#ifdef LOCKED
#define LOCK(mutex) PyMutex_Lock(mutex)
#define UNLOCK(mutex) PyMutex_Unlock(mutex)
#else
#define LOCK(mutex) (void)(mutex)
#define UNLOCK(mutex) (void)(mutex)
#endif

/* A module NAME with struct state, whose member `object` it owns. */
#define STATEFUL_MODULE(methods, execute)                                              \
    static int traverse(PyObject *module, visitproc visit, void *arg)                  \
    {                                                                                  \
        struct state *state = PyModule_GetState(module);                               \
        Py_VISIT(state->object);                                                       \
        return 0;                                                                      \
    }                                                                                  \
    static int clear(PyObject *module)                                                 \
    {                                                                                  \
        struct state *state = PyModule_GetState(module);                               \
        Py_CLEAR(state->object);                                                       \
        return 0;                                                                      \
    }                                                                                  \
    static void free_module(void *module)                                              \
    {                                                                                  \
        (void)clear(module);                                                           \
    }                                                                                  \
    static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute},                 \
                                       OWN_GIL NO_GIL{0, NULL}};                       \
    static struct PyModuleDef definition = {                                           \
        .m_base = PyModuleDef_HEAD_INIT,                                               \
        .m_name = STRING(NAME),                                                        \
        .m_size = sizeof(struct state),                                                \
        .m_methods = methods,                                                          \
        .m_slots = slots,                                                              \
        .m_traverse = traverse,                                                        \
        .m_clear = clear,                                                              \
        .m_free = free_module,                                                         \
    };                                                                                 \
    PyMODINIT_FUNC JOIN(PyInit_, NAME)(void)                                           \
    {                                                                                  \
        return PyModuleDef_Init(&definition);                                          \
    }

static inline int
do_nothing(PyObject *module)
{
    (void)module;
    return 0;
}
