#ifndef STATE_H
#define STATE_H

typedef struct {
    PyObject *error;
} module_state;

#define STATE_FROM_MODULE(module) \
    module_state *const _state = (module_state *)PyModule_GetState(module); \
    assert(_state != NULL);

#define MODULE_STATE (1 ? _state : NULL)

#endif
