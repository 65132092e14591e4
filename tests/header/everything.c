/* Every part of insulate.h in one module, for the tests to exercise. */
#include "insulate.h"

#include "insulate/backports.h"
#include "insulate/callbacks.h"
#include "insulate/capsules.h"
#include "insulate/class_state.h"
#include "insulate/extension_class.h"

/* -------------------------------------------------- state */

#define API_FIELDS(X)                                                                  \
    X(TYPE, item_type)                                                                 \
    X(DATA, long (*twice)(long))
INSULATE_API(everything_api, API_FIELDS)

#define EVERYTHING_FIELDS(X)                                                           \
    X(OBJECT, Error)                                                                   \
    X(TYPE, Item_type)                                                                 \
    X(TYPE, Special_type)                                                              \
    X(TYPE, Sealed_type)                                                               \
    X(TYPE, Counted_type)                                                              \
    X(TYPE, Table_type)                                                                \
    X(TYPE, Dotless_type)                                                              \
    X(OBJECTS, words, 3)                                                               \
    X(OWNED, char *, buffer, PyMem_Free)                                               \
    X(OWNED, Insulate_Handle *, handle, Insulate_HandleFree)                           \
    X(API, everything_api, api)                                                        \
    X(OBJECT, imported)                                                                \
    X(DATA, long limit)
INSULATE_STATE(everything, EVERYTHING_FIELDS)

/* -------------------------------------------------- a class */

#define ITEM_FIELDS(X)                                                                 \
    X(OBJECT, value)                                                                   \
    X(WEAKREFS, weakrefs)                                                              \
    X(DICT, dict)                                                                      \
    X(DATA, int number)
INSULATE_INSTANCE(Item, everything, ITEM_FIELDS)

static PyObject *
Item_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    everything_state *state = Item_state_from_type(type);
    PyObject *self;
    (void)args;
    (void)kwargs;
    if (state == NULL) {
        return NULL;
    }
    self = Item_alloc(type, state);
    if (self != NULL) {
        Item_of(self)->number = 7;
    }
    return self;
}

static PyObject *
Item_limit(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyLong_FromLong(Item_of(self)->state->limit);
}

static PyObject *
Item_defining(PyObject *self, PyTypeObject *cls, PyObject *const *args,
              Py_ssize_t n_args, PyObject *names)
{
    everything_state *state = everything_state_from_class(cls);
    (void)self;
    (void)args;
    (void)n_args;
    (void)names;
    return state == NULL ? NULL : PyLong_FromLong(state->limit);
}

static PyObject *
Item_searched(PyObject *self, PyObject *unused)
{
    everything_state *state = everything_state_from_self(self);
    (void)unused;
    return state == NULL ? NULL : PyLong_FromLong(state->limit);
}

static PyObject *
Item_of_class(PyObject *cls, PyObject *unused)
{
    everything_state *state = everything_state_from_type((PyTypeObject *)cls);
    (void)unused;
    return state == NULL ? NULL : PyLong_FromLong(state->limit);
}

static PyObject *
Item_set(PyObject *self, PyObject *value)
{
    PyObject *old;
    Py_INCREF(value);
    Py_BEGIN_CRITICAL_SECTION(self);
    old = Item_of(self)->value;
    Item_of(self)->value = value;
    Py_END_CRITICAL_SECTION();
    Py_XDECREF(old);
    Py_INCREF(Py_None);
    return Py_None;
}

static PyMethodDef Item_methods[] = {
    INSULATE_METHOD("limit", Item_limit, METH_NOARGS,
                    "limit($self, /)\n--\n\nThe limit."),
    INSULATE_CLASS_METHOD("defining", Item_defining, NULL),
    INSULATE_METHOD("searched", Item_searched, METH_NOARGS, NULL),
    INSULATE_METHOD("of_class", Item_of_class, METH_NOARGS | METH_CLASS, NULL),
    INSULATE_METHOD("set", Item_set, METH_O, NULL),
    INSULATE_METHODS_END};

static PyObject *
Item_get_error(PyObject *self, void *closure)
{
    PyObject *error = Item_of(self)->state->Error;
    (void)closure;
    if (error == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the module is gone");
        return NULL;
    }
    Py_INCREF(error);
    return error;
}

static int
Item_set_error(PyObject *self, PyObject *value, void *closure)
{
    (void)value;
    (void)closure;
    PyErr_SetString(Item_of(self)->state->Error, "no");
    return -1;
}

static PyGetSetDef Item_getters[] = {
    {"error", Item_get_error, Item_set_error, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyMemberDef Item_members[] = {
    INSULATE_MEMBER("number", Py_T_INT, Item, number, Py_READONLY, NULL),
    INSULATE_MEMBER_WEAKREFS(Item, weakrefs), INSULATE_MEMBER_DICT(Item, dict),
    INSULATE_MEMBERS_END};

static PyObject *
Item_add(PyObject *left, PyObject *right)
{
    Item *item = Item_either(left, right);
    if (item == NULL) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    return PyLong_FromLong(item->state->limit + 2 * Item_is(left) + Item_is(right));
}

static PyObject *
Item_subtract(PyObject *left, PyObject *right)
{
    everything_state *state = everything_state_from_operands(left, right);
    return state == NULL ? NULL : PyLong_FromLong(state->limit);
}

static PyObject *
Item_power(PyObject *base, PyObject *exponent, PyObject *modulus)
{
    everything_state *state = everything_state_from_power(base, exponent, modulus);
    return state == NULL ? NULL : PyLong_FromLong(state->limit);
}

static void
Item_finalize(PyObject *self)
{
    PyObject *kind, *value, *traceback;
    PyErr_Fetch(&kind, &value, &traceback);
    Item_of(self)->number = (int)Item_of(self)->state->limit;
    PyErr_Restore(kind, value, traceback);
}

INSULATE_CLASS(Item, "everything.Item",
               Py_TPFLAGS_BASETYPE | INSULATE_IMMUTABLE_IF_POSSIBLE, Item_methods,
               Item_new, INSULATE_SLOT(Py_tp_doc, "Item()\n--\n\nAn item."),
               INSULATE_SLOT(Py_tp_getset, Item_getters),
               INSULATE_SLOT(Py_tp_members, Item_members),
               INSULATE_SLOT(Py_tp_finalize, Item_finalize),
               INSULATE_SLOT(Py_nb_subtract, Item_subtract),
               INSULATE_SLOT(Py_nb_power, Item_power),
               INSULATE_SLOT(Py_nb_add, Item_add))

/* -------------------------------------------------- a derived class */

#define SPECIAL_FIELDS(X) X(OBJECT, extra)
INSULATE_DERIVED_INSTANCE(Special, Item, everything, SPECIAL_FIELDS)

static PyObject *
Special_set_extra(PyObject *self, PyObject *value)
{
    PyObject *old = Special_of(self)->extra;
    Py_INCREF(value);
    Special_of(self)->extra = value;
    Py_XDECREF(old);
    return PyLong_FromLong(Special_state_of(self)->limit + Item_of(self)->number);
}

static PyMethodDef Special_methods[] = {
    INSULATE_METHOD("set_extra", Special_set_extra, METH_O, NULL),
    INSULATE_METHOD("reduce", Insulate_RefuseOldReduce, METH_O, NULL),
    INSULATE_METHODS_END};

INSULATE_CLASS(Special, "everything.Special", Py_TPFLAGS_BASETYPE, Special_methods,
               Special_new_default, INSULATE_SLOT_END)

/* -------------------------------------------------- no instances */

#define SEALED_FIELDS(X) X(DATA, int unused)
INSULATE_INSTANCE(Sealed, everything, SEALED_FIELDS)

static PyMethodDef Sealed_methods[] = {
    INSULATE_METHOD("__reduce_ex__", Insulate_RefuseReduce, METH_O, NULL),
    INSULATE_METHODS_END};

INSULATE_CLASS_WITHOUT_NEW(Sealed, "everything.Sealed", INSULATE_IMMUTABLE_IF_POSSIBLE,
                           Sealed_methods, INSULATE_SLOT_END)

/* -------------------------------------------------- state of a class */

#define COUNTER_FIELDS(X)                                                              \
    X(OBJECT, registry)                                                                \
    X(OWNED, char *, text, PyMem_Free)                                                 \
    X(DATA, long count)
INSULATE_CLASS_STATE(counter, everything, COUNTER_FIELDS)

#define COUNTED_FIELDS(X) X(DATA, long serial)
INSULATE_INSTANCE(Counted, everything, COUNTED_FIELDS)

static PyObject *
Counted_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *self = Counted_new_default(type, args, kwargs);
    PyObject *holder;
    if (self == NULL) {
        return NULL;
    }
    holder = counter_hold(Counted_of(self)->state, type);
    if (holder == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    Counted_of(self)->serial = ++counter_held(holder)->count;
    Py_DECREF(holder);
    return self;
}

static PyObject *
Counted_count(PyObject *self, PyObject *unused)
{
    counter *own = counter_from_self(Counted_of(self)->state, self);
    (void)unused;
    return own == NULL ? NULL : PyLong_FromLong(own->count);
}

static PyObject *
Counted_remember(PyObject *self, PyObject *value)
{
    counter *own = counter_from_self(Counted_of(self)->state, self);
    PyObject *old;
    if (own == NULL) {
        return NULL;
    }
    old = own->registry;
    Py_INCREF(value);
    own->registry = value;
    Py_XDECREF(old);
    Py_INCREF(Py_None);
    return Py_None;
}

static PyObject *
Counted_attach(PyObject *cls, PyObject *unused)
{
    everything_state *state = Counted_state_from_type((PyTypeObject *)cls);
    counter *own;
    (void)unused;
    if (state == NULL) {
        return NULL;
    }
    own = counter_attach(state, (PyTypeObject *)cls);
    if (own == NULL) {
        return NULL;
    }
    own->text = (char *)PyMem_Malloc(8);
    if (own->text == NULL) {
        return PyErr_NoMemory();
    }
    Py_INCREF(Py_None);
    return Py_None;
}

static PyMethodDef Counted_methods[] = {
    INSULATE_METHOD("count", Counted_count, METH_NOARGS, NULL),
    INSULATE_METHOD("remember", Counted_remember, METH_O, NULL),
    INSULATE_METHOD("attach", Counted_attach, METH_NOARGS | METH_CLASS, NULL),
    INSULATE_METHODS_END};

INSULATE_CLASS(Counted, "everything.Counted", Py_TPFLAGS_BASETYPE, Counted_methods,
               Counted_new, INSULATE_SLOT_END)

/* -------------------------------------------------- a foreign base */

#define TABLE_FIELDS(X)                                                                \
    X(OBJECT, note)                                                                    \
    X(DATA, long size)
INSULATE_EXTENSION(Table, everything, TABLE_FIELDS)

static PyObject *
Table_annotate(PyObject *self, PyObject *note)
{
    PyObject *old = Table_of(self)->note;
    Py_INCREF(note);
    Table_of(self)->note = note;
    Py_XDECREF(old);
    return PyLong_FromLong(Table_state_of(self)->limit);
}

static PyMethodDef Table_methods[] = {
    INSULATE_METHOD("annotate", Table_annotate, METH_O, NULL), INSULATE_METHODS_END};

INSULATE_EXTENSION_CLASS(Table, "everything.Table", Py_TPFLAGS_BASETYPE, Table_methods,
                         Table_new_default, INSULATE_SLOT_END)

/* -------------------------------------------------- a name without a dot */

#ifndef Py_LIMITED_API
#  define DOTLESS_FIELDS(X) X(DATA, int unused)
INSULATE_INSTANCE(Dotless, everything, DOTLESS_FIELDS)

static PyMethodDef Dotless_methods[] = {INSULATE_METHODS_END};

/* insulate: ignore[change-name] Insulate_NewType makes it what a static type was */
INSULATE_CLASS(Dotless, "Dotless", 0, Dotless_methods, Dotless_new_default,
               INSULATE_SLOT_END)
#endif

/* -------------------------------------------------- functions */

static PyObject *
get_limit(PyObject *module, PyObject *unused)
{
    (void)unused;
    return PyLong_FromLong(everything_state_from_module(module)->limit);
}

static PyObject *
set_limit(PyObject *module, PyObject *number)
{
    long limit = PyLong_AsLong(number);
    if (limit == -1 && PyErr_Occurred()) {
        return NULL;
    }
    everything_state_from_module(module)->limit = limit;
    Py_INCREF(Py_None);
    return Py_None;
}

static PyObject *
make_sealed(PyObject *module, PyObject *unused)
{
    everything_state *state = everything_state_from_module(module);
    (void)unused;
    return Sealed_alloc(state->Sealed_type, state);
}

/* The client of a capsule: keeps it and its API in the state. */
static PyObject *
import_api(PyObject *module, PyObject *name)
{
    everything_state *state = everything_state_from_module(module);
    PyObject *text = PyUnicode_AsUTF8String(name);
    PyObject *old = state->imported;
    everything_api *api = NULL;
    void *pointer = NULL;
    if (text == NULL) {
        return NULL;
    }
    state->imported = Insulate_ImportCapsule(PyBytes_AsString(text), &pointer);
    Py_DECREF(text);
    Py_XDECREF(old);
    if (state->imported == NULL) {
        return NULL;
    }
    api = (everything_api *)pointer;
    return PyLong_FromLong(api->item_type == NULL ? -1 : api->twice(21));
}

/* A foreign library's thread that calls back. */
typedef struct {
    Insulate_Handle *handle;
    PyThread_type_lock done;
    int refused;
} job;

static void
run_job(job *own)
{
    Insulate_Entry entry;
    if (Insulate_HandleEnter(own->handle, &entry) < 0) {
        own->refused = 1;
    }
    else {
        PyObject *module = Insulate_HandleModule(own->handle);
        PyObject *number = PyLong_FromLong(everything_state_from_module(module)->limit);
        PyObject *result = NULL;
        if (number != NULL) {
            result = PyObject_CallFunctionObjArgs(Insulate_HandleObject(own->handle),
                                                  number, NULL);
        }
        Py_XDECREF(number);
        if (result == NULL) {
            PyErr_Clear();
        }
        Py_XDECREF(result);
        Insulate_HandleLeave(&entry);
    }
}

static void
run_thread(void *argument)
{
    job *own = (job *)argument;
    run_job(own);
    PyThread_release_lock(own->done);
}

static PyObject *
call_back(PyObject *module, PyObject *function)
{
    job own = {Insulate_HandleNew(module, function), PyThread_allocate_lock(), 0};
    if (own.handle == NULL || own.done == NULL) {
        Insulate_HandleFree(own.handle);
        if (own.done != NULL) {
            PyThread_free_lock(own.done);
        }
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    (void)PyThread_acquire_lock(own.done, WAIT_LOCK);
    Py_BEGIN_ALLOW_THREADS;
    PyThread_start_new_thread(run_thread, &own);
    (void)PyThread_acquire_lock(own.done, WAIT_LOCK);
    PyThread_release_lock(own.done);
    /* The library's own thread may be this one, inside or outside of the
     * interpreter. */
    run_job(&own);
    Py_END_ALLOW_THREADS;
    run_job(&own);
    PyThread_free_lock(own.done);
    Insulate_HandleFree(own.handle);
    return PyLong_FromLong(own.refused);
}

/* Keeps a handle until the module ends or take_handle() is called. */
static PyObject *
keep_handle(PyObject *module, PyObject *function)
{
    everything_state *state = everything_state_from_module(module);
    Insulate_HandleFree(state->handle);
    state->handle = Insulate_HandleNew(module, function);
    if (state->handle == NULL) {
        return NULL;
    }
    return PyLong_FromVoidPtr(state->handle);
}

static PyObject *
drop_handle(PyObject *module, PyObject *unused)
{
    everything_state *state = everything_state_from_module(module);
    Insulate_Handle *handle = state->handle;
    (void)unused;
    state->handle = NULL;
    Insulate_HandleFree(handle);
    Py_INCREF(Py_None);
    return Py_None;
}

/* A handle that only the foreign library knows: its address. */
static PyObject *
open_handle(PyObject *module, PyObject *function)
{
    Insulate_Handle *handle;
    if (!PyCallable_Check(function)) {
        PyErr_SetString(PyExc_TypeError, "open_handle() takes a function");
        return NULL;
    }
    handle = Insulate_HandleNew(module, function);
    return handle == NULL ? NULL : PyLong_FromVoidPtr(handle);
}

/* Whether the handle's interpreter can be entered from this one; calls its object. */
static PyObject *
enter_handle(PyObject *module, PyObject *address)
{
    Insulate_Handle *handle = (Insulate_Handle *)PyLong_AsVoidPtr(address);
    Insulate_Entry entry;
    (void)module;
    if (handle == NULL) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_ValueError, "enter_handle() takes a handle");
        }
        return NULL;
    }
    if (Insulate_HandleEnter(handle, &entry) < 0) {
        return PyLong_FromLong(0);
    }
    PyObject *result =
        PyObject_CallFunctionObjArgs(Insulate_HandleObject(handle), NULL);
    if (result == NULL) {
        PyErr_Clear();
    }
    Py_XDECREF(result);
    Insulate_HandleLeave(&entry);
    return PyLong_FromLong(1);
}

static PyObject *
free_handle(PyObject *module, PyObject *address)
{
    (void)module;
    Insulate_HandleFree((Insulate_Handle *)PyLong_AsVoidPtr(address));
    Py_INCREF(Py_None);
    return Py_None;
}

/* (list[0], dict[key], dict["key"], referent or None, whether NewRef and XNewRef keep the
 * object, the module of that name) by the calls that give strong references; None for what
 * is not there. */
static PyObject *
strong(PyObject *module, PyObject *args)
{
    PyObject *list, *dict, *key, *reference;
    PyObject *items[5] = {NULL, NULL, NULL, NULL, NULL};
    PyObject *result = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOO", &list, &dict, &key, &reference)) {
        return NULL;
    }
    items[0] = PyList_GetItemRef(list, 0);
    if (items[0] != NULL && PyDict_GetItemRef(dict, key, &items[1]) >= 0
        && PyDict_GetItemStringRef(dict, "key", &items[2]) >= 0
        && PyWeakref_GetRef(reference, &items[3]) >= 0)
    {
        items[4] = PyImport_AddModuleRef("everything_of_the_test");
    }
    if (items[4] != NULL) {
        PyObject *same = Py_XNewRef(Py_NewRef(key));
        Py_DECREF(same);
        Py_DECREF(key);
        result = PyList_New(0);
    }
    for (int i = 0; i < 5; i++) {
        if (result != NULL
            && PyList_Append(result, items[i] == NULL ? Py_None : items[i]) < 0)
        {
            Py_CLEAR(result);
        }
    }
    for (int i = 0; i < 5; i++) {
        Py_XDECREF(items[i]);
    }
    return result;
}

/* (whether the key was there, its value): the default is set twice, without a place for the
 * value at first if the key is not there. */
static PyObject *
set_default(PyObject *module, PyObject *args)
{
    PyObject *dict, *key, *value, *found = NULL;
    int was_there;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOO", &dict, &key, &value)) {
        return NULL;
    }
    was_there = PyDict_SetDefaultRef(dict, key, value, NULL);
    if (was_there < 0 || PyDict_SetDefaultRef(dict, key, value, &found) < 0) {
        return NULL;
    }
    return Py_BuildValue("iN", was_there, found);
}

/* Whether the ways to the module for traverse functions agree with the others. */
static PyObject *
during_gc(PyObject *module, PyObject *object)
{
    everything_state *state = everything_state_from_module(module);
    PyTypeObject *type = state->Item_type;
    int is_same = PyModule_GetState_DuringGC(module) == (void *)state
                  && PyType_GetModule_DuringGC(type) == module
                  && PyType_GetModuleState_DuringGC(type) == (void *)state
                  && PyType_GetModule_DuringGC(&PyBaseObject_Type) == NULL
                  && PyObject_GetTypeData(object, state->Table_type)
                         == PyObject_GetTypeData_DuringGC(object, state->Table_type);
    return PyErr_Occurred() ? NULL : PyLong_FromLong(is_same);
}

static PyMethodDef functions[] = {
    INSULATE_METHOD("strong", strong, METH_VARARGS, NULL),
    INSULATE_METHOD("set_default", set_default, METH_VARARGS, NULL),
    INSULATE_METHOD("during_gc", during_gc, METH_O, NULL),
    INSULATE_METHOD("open_handle", open_handle, METH_O, NULL),
    INSULATE_METHOD("enter_handle", enter_handle, METH_O, NULL),
    INSULATE_METHOD("free_handle", free_handle, METH_O, NULL),
    INSULATE_METHOD("get_limit", get_limit, METH_NOARGS, NULL),
    INSULATE_METHOD("set_limit", set_limit, METH_O, NULL),
    INSULATE_METHOD("make_sealed", make_sealed, METH_NOARGS, NULL),
    INSULATE_METHOD("import_api", import_api, METH_O, NULL),
    INSULATE_METHOD("call_back", call_back, METH_O, NULL),
    INSULATE_METHOD("keep_handle", keep_handle, METH_O, NULL),
    INSULATE_METHOD("drop_handle", drop_handle, METH_NOARGS, NULL),
    INSULATE_METHODS_END};

static long
twice(long number)
{
    return 2 * number;
}

static int
everything_exec(PyObject *module, everything_state *state)
{
    state->limit = 42;
    state->buffer = (char *)PyMem_Malloc(100);
    if (state->buffer == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    state->words[1] = PyUnicode_FromString("a word of its own");
    if (state->words[1] == NULL) {
        return -1;
    }
    if (Insulate_AddException(module, &state->Error, "everything.Error", "Wrong.",
                              PyExc_ValueError)
            < 0
        || Insulate_AddType(module, &state->Item_type, &Item_spec, NULL) < 0
        || Insulate_AddType(module, &state->Special_type, &Special_spec,
                            (PyObject *)state->Item_type)
               < 0
        || Insulate_AddType(module, &state->Sealed_type, &Sealed_spec, NULL) < 0
        || Insulate_AddType(module, &state->Counted_type, &Counted_spec, NULL) < 0
        || Insulate_AddType(module, &state->Table_type, &Table_spec,
                            (PyObject *)&PyDict_Type)
               < 0)
    {
        return -1;
    }
#ifndef Py_LIMITED_API
    if (Insulate_AddType(module, &state->Dotless_type, &Dotless_spec, NULL) < 0) {
        return -1;
    }
#endif
    if (counter_attach(state, state->Counted_type) == NULL) {
        return -1;
    }
#ifdef INSULATE_HAS_FREEZE
    if (PyType_Freeze(state->Counted_type) < 0) {
        return -1;
    }
#endif
    state->api = everything_api_new();
    if (state->api == NULL) {
        return -1;
    }
    Py_INCREF((PyObject *)state->Item_type);
    state->api->item_type = state->Item_type;
    state->api->twice = twice;
    if (PyModule_Add(module, "NUMBER", PyLong_FromLong(state->limit)) < 0) {
        return -1;
    }
    return Insulate_AddCapsule(module, "everything._C_API", state->api);
}

INSULATE_MODULE(everything, everything, "All of it.", functions, everything_exec,
                OWN_GIL, GIL_NOT_USED)
