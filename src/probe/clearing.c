#include "probe/clearing.h"

#include "probe/definition.h"
#include "probe/image.h"
#include "probe/object.h"

#include <string.h>

#define METHOD_O 8 /* METH_O */

static py_clear
clear_function(struct py_object *object)
{
    const struct py_object *type = object_type(object);
    if (object_is_exact(object, py.PyModule_Type)) {
        return definition_clear(object);
    }
    return py.PyObject_IS_GC(object) ? type_clear(type) : NULL;
}

static struct py_object *
clear(struct py_object *self, struct py_object *object)
{
    (void)self;
    py_clear function = clear_function(object);
    uintptr_t address;
    memcpy(&address, &function, sizeof address);
    bool is_own = function != NULL && image_is_target(address);
    if (is_own) {
        (void)function(object);
    }
    return py.PyLong_FromLong(is_own);
}

static struct py_object *
state_objects(struct py_object *self, struct py_object *module)
{
    (void)self;
    struct py_object *found = py.PyList_New(0);
    size_t size = definition_state_size(module);
    const char *state =
        size > 0 && py.PyModule_GetState != NULL ? py.PyModule_GetState(module) : NULL;
    memory_refresh();
    for (size_t at = 0; found != NULL && state != NULL && at + sizeof(void *) <= size;
         at += sizeof(void *))
    {
        struct py_object *object;
        memcpy(&object, state + at, sizeof object);
        if (object != module && object_is_live((uintptr_t)object)) {
            (void)py.PyList_Append(found, object);
        }
    }
    py.PyErr_Clear();
    return found;
}

bool
clearing_add_functions(struct py_object *names)
{
    static struct py_method methods[] = {
        {"_clear", clear, METHOD_O, NULL},
        {"_state_objects", state_objects, METHOD_O, NULL},
    };
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof methods / sizeof methods[0]; i++) {
        struct py_object *function = py.PyCFunction_NewEx(&methods[i], NULL, NULL);
        ok = function != NULL
             && py.PyDict_SetItemString(names, methods[i].name, function) == 0;
        py.Py_DecRef(function);
    }
    return ok;
}
