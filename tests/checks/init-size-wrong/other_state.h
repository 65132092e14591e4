/* The state of another module, with functions that this header defines for who calls them. */
typedef struct {
    PyObject *error;
} other_state;

static inline other_state *
get_other_state(PyObject *module)
{
    return (other_state *)PyModule_GetState(module);
}

static inline PyObject *
get_other_error(PyObject *module)
{
    return get_other_state(module)->error;
}

#define OTHER_LIMIT 12
