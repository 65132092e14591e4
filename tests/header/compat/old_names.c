/* A module that knows the header as one file, with the names of that time. */
#include <insulate/deprecated.h>

#define OLD_FIELDS(X) X(TYPE, Old_type)
INSULATE_STATE(old, OLD_FIELDS)
#define OLD_INSTANCE(X) X(OBJECT, value)
INSULATE_INSTANCE(Old, old, OLD_INSTANCE)

static Insulate_Lock lock = INSULATE_LOCK_INIT;

static PyObject *
Old_set(PyObject *self, PyObject *value)
{
    PyObject *module = Insulate_GetModuleByDef(Py_TYPE(self), old_module_token());
    PyObject *before;
    if (module == NULL || Insulate_LockAcquire(&lock) < 0) {
        return NULL;
    }
    Insulate_LockRelease(&lock);
    Py_INCREF(value);
    INSULATE_BEGIN_CRITICAL_SECTION(self);
    before = Old_of(self)->value;
    Old_of(self)->value = value;
    INSULATE_END_CRITICAL_SECTION();
    Py_XDECREF(before);
    return PyLong_FromLong(
        Insulate_IsHeapType(Py_TYPE(self))
        + (Insulate_TypeModule_DuringGC(Py_TYPE(self)) == module)
        + (Insulate_ModuleState_DuringGC(module) == PyModule_GetState(module))
        + (Insulate_TypeModuleState_DuringGC(Py_TYPE(self)) == PyModule_GetState(module)));
}

static PyMethodDef Old_methods[] = {INSULATE_METHOD("set", Old_set, METH_O, NULL),
                                    INSULATE_METHODS_END};
INSULATE_CLASS(Old, "old.Old", 0, Old_methods, Old_new_default, INSULATE_SLOT_END)

static PyMethodDef functions[] = {INSULATE_METHODS_END};

static int
old_exec(PyObject *module, old_state *state)
{
    if (Insulate_AddType(module, &state->Old_type, &Old_spec, NULL) < 0) {
        return -1;
    }
#ifdef INSULATE_HAS_FREEZE
    if (Insulate_FreezeType(state->Old_type) < 0) {
        return -1;
    }
#endif
    return Insulate_AddObjectRef(module, "same", (PyObject *)state->Old_type);
}

INSULATE_MODULE(old, old, "Old names.", functions, old_exec, OWN_GIL, GIL_NOT_USED)
