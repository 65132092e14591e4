/* One class five times, and one function four times, each reading a number of the
 * state: (a) from a static variable, twice, (b) through the defining class or the module
 * object, (c) through PyType_GetModuleByDef, (d) as insulate.h does it. */
#include "insulate.h"

#include "insulate/backports.h"

#define FIELDS(X)                                                                      \
    X(TYPE, Static_type)                                                               \
    X(TYPE, Twin_type)                                                                 \
    X(TYPE, Class_type)                                                                \
    X(TYPE, Search_type)                                                               \
    X(TYPE, Fast_type)                                                                 \
    X(DATA, long number)
INSULATE_STATE(bench, FIELDS)

/* Set when the module is executed: of what nobody sets the compiler makes a constant. */
static long static_number;
static long twin_number;
static PyTypeObject *static_type;
static PyTypeObject *twin_type;

static PyObject *
answer(long number)
{
    PyObject *result = number == 42 ? Py_True : Py_False;
    Py_INCREF(result);
    return result;
}

/* ------------------------------------------------------------------ (d) */

#define FAST_FIELDS(X) X(OBJECT, value)
INSULATE_INSTANCE(Fast, bench, FAST_FIELDS)

static PyObject *
Fast_method(PyObject *self, PyObject *unused)
{
    (void)unused;
    return answer(Fast_of(self)->state->number);
}

static PyObject *
Fast_getter(PyObject *self, void *closure)
{
    (void)closure;
    return answer(Fast_of(self)->state->number);
}

static PyObject *
Fast_negative(PyObject *self)
{
    return answer(Fast_of(self)->state->number);
}

static PyObject *
Fast_add(PyObject *left, PyObject *right)
{
    return answer(Fast_either(left, right)->state->number);
}

static PyObject *
Fast_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    bench_state *state = Fast_state_from_type(type);
    (void)args;
    (void)kwargs;
    if (state == NULL || state->number != 42) {
        return NULL;
    }
    return Fast_alloc(type, state);
}

static PyObject *
fast_function(PyObject *module, PyObject *unused)
{
    (void)unused;
    return answer(bench_state_from_module(module)->number);
}

static PyMethodDef Fast_methods[] = {
    INSULATE_METHOD("method", Fast_method, METH_NOARGS, NULL), INSULATE_METHODS_END};
static PyGetSetDef Fast_getters[] = {{"getter", Fast_getter, NULL, NULL, NULL},
                                     {NULL, NULL, NULL, NULL, NULL}};

INSULATE_CLASS(Fast, "state_access.Fast", Py_TPFLAGS_BASETYPE, Fast_methods, Fast_new,
               INSULATE_SLOT(Py_tp_getset, Fast_getters),
               INSULATE_SLOT(Py_nb_negative, Fast_negative),
               INSULATE_SLOT(Py_nb_add, Fast_add),
               INSULATE_SLOT(Py_nb_subtract, Fast_add))

/* ------------------------------------------------------------------ (a), (b), (c) */

/* What a careful author writes by hand. */
typedef struct {
    PyObject_HEAD PyObject *value;
} Plain;

static int
Plain_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Plain *)self)->value);
    return 0;
}

static int
Plain_clear(PyObject *self)
{
    Py_CLEAR(((Plain *)self)->value);
    return 0;
}

static void
Plain_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    (void)Plain_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

/* The members of the family CLASS, whose state's number is NUMBER(type), and of two
 * operands OPERANDS(left, right), BLIND(left, right) where the way needs no operand. */
#define FAMILY(CLASS, NUMBER, OPERANDS, BLIND, METHODS)                                \
    static PyObject *CLASS##_getter(PyObject *self, void *closure)                     \
    {                                                                                  \
        (void)closure;                                                                 \
        return answer(NUMBER(Py_TYPE(self)));                                          \
    }                                                                                  \
    static PyObject *CLASS##_negative(PyObject *self)                                  \
    {                                                                                  \
        return answer(NUMBER(Py_TYPE(self)));                                          \
    }                                                                                  \
    static PyObject *CLASS##_add(PyObject *left, PyObject *right)                      \
    {                                                                                  \
        return answer(OPERANDS(left, right));                                          \
    }                                                                                  \
    static PyObject *CLASS##_subtract(PyObject *left, PyObject *right)                 \
    {                                                                                  \
        return answer(BLIND(left, right));                                             \
    }                                                                                  \
    static PyObject *CLASS##_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) \
    {                                                                                  \
        (void)args;                                                                    \
        (void)kwargs;                                                                  \
        return NUMBER(type) == 42 ? type->tp_alloc(type, 0) : NULL;                    \
    }                                                                                  \
    static PyGetSetDef CLASS##_getters[] = {                                           \
        {"getter", CLASS##_getter, NULL, NULL, NULL}, {NULL, NULL, NULL, NULL, NULL}}; \
    static PyMethodDef CLASS##_methods[] = {METHODS, INSULATE_METHODS_END};            \
    static PyType_Slot CLASS##_slots[] = {                                             \
        INSULATE_SLOT(Py_tp_new, CLASS##_new),                                         \
        INSULATE_SLOT(Py_tp_traverse, Plain_traverse),                                 \
        INSULATE_SLOT(Py_tp_clear, Plain_clear),                                       \
        INSULATE_SLOT(Py_tp_dealloc, Plain_dealloc),                                   \
        INSULATE_SLOT(Py_tp_methods, CLASS##_methods),                                 \
        INSULATE_SLOT(Py_tp_getset, CLASS##_getters),                                  \
        INSULATE_SLOT(Py_nb_negative, CLASS##_negative),                               \
        INSULATE_SLOT(Py_nb_add, CLASS##_add),                                         \
        INSULATE_SLOT(Py_nb_subtract, CLASS##_subtract),                               \
        INSULATE_SLOT_END};                                                            \
    static PyType_Spec CLASS##_spec = {                                                \
        "state_access." #CLASS, (int)sizeof(Plain), 0,                                 \
        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE, CLASS##_slots};

/* A binary slot has to find out which operand is its own: also here the exact classes
 * first. */
#define IS_OWN(TYPE, LEFT, RIGHT)                                                      \
    (Py_TYPE(LEFT) == (TYPE) || Py_TYPE(RIGHT) == (TYPE)                               \
     || PyType_IsSubtype(Py_TYPE(LEFT), (TYPE))                                        \
     || PyType_IsSubtype(Py_TYPE(RIGHT), (TYPE)))

static PyObject *
Static_method(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    return answer(static_number);
}

static PyObject *
static_function(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return answer(static_number);
}

#define STATIC_NUMBER(TYPE) ((void)(TYPE), static_number)
#define STATIC_OPERANDS(LEFT, RIGHT) (IS_OWN(static_type, LEFT, RIGHT) ? static_number : -1)
#define STATIC_BLIND(LEFT, RIGHT) ((void)(LEFT), (void)(RIGHT), static_number)
#define STATIC_METHODS INSULATE_METHOD("method", Static_method, METH_NOARGS, NULL)
FAMILY(Static, STATIC_NUMBER, STATIC_OPERANDS, STATIC_BLIND, STATIC_METHODS)

static PyObject *
Twin_method(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    return answer(twin_number);
}

static PyObject *
twin_function(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return answer(twin_number);
}

#define TWIN_NUMBER(TYPE) ((void)(TYPE), twin_number)
#define TWIN_OPERANDS(LEFT, RIGHT) (IS_OWN(twin_type, LEFT, RIGHT) ? twin_number : -1)
#define TWIN_BLIND(LEFT, RIGHT) ((void)(LEFT), (void)(RIGHT), twin_number)
#define TWIN_METHODS INSULATE_METHOD("method", Twin_method, METH_NOARGS, NULL)
FAMILY(Twin, TWIN_NUMBER, TWIN_OPERANDS, TWIN_BLIND, TWIN_METHODS)

static long
number_of_class(PyTypeObject *cls)
{
    return ((bench_state *)PyType_GetModuleState(cls))->number;
}

static PyObject *
Class_method(PyObject *self, PyTypeObject *cls, PyObject *const *args,
             Py_ssize_t n_args, PyObject *names)
{
    (void)self;
    (void)args;
    (void)names;
    if (n_args != 0) {
        PyErr_SetString(PyExc_TypeError, "method() takes no arguments");
        return NULL;
    }
    return answer(number_of_class(cls));
}

static PyObject *
class_function(PyObject *module, PyObject *unused)
{
    (void)unused;
    return answer(((bench_state *)PyModule_GetState(module))->number);
}

/* Right only without subclasses: what the guide warns of; the figure is a lower
 * bound. */
#define CLASS_NUMBER(TYPE) number_of_class(TYPE)
#define CLASS_OPERANDS(LEFT, RIGHT)                                                    \
    CLASS_NUMBER(PyType_CheckExact(Py_TYPE(LEFT))                                      \
                         && PyType_HasFeature(Py_TYPE(LEFT), Py_TPFLAGS_HEAPTYPE)      \
                     ? Py_TYPE(LEFT)                                                   \
                     : Py_TYPE(RIGHT))
#define CLASS_METHODS INSULATE_CLASS_METHOD("method", Class_method, NULL)
FAMILY(Class, CLASS_NUMBER, CLASS_OPERANDS, CLASS_OPERANDS, CLASS_METHODS)

/* As the guide writes it; before 3.11 with the header's back-port. */
static long
searched_number(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, bench_module_token());
    return module == NULL ? -1 : ((bench_state *)PyModule_GetState(module))->number;
}

static long
searched_number_of(PyObject *left, PyObject *right)
{
    PyObject *module = PyType_GetModuleByDef(Py_TYPE(left), bench_module_token());
    if (module == NULL) {
        PyErr_Clear();
        module = PyType_GetModuleByDef(Py_TYPE(right), bench_module_token());
    }
    return module == NULL ? -1 : ((bench_state *)PyModule_GetState(module))->number;
}

static PyObject *
Search_method(PyObject *self, PyObject *unused)
{
    (void)unused;
    return answer(searched_number(Py_TYPE(self)));
}

#define SEARCH_NUMBER(TYPE) searched_number(TYPE)
#define SEARCH_OPERANDS(LEFT, RIGHT) searched_number_of(LEFT, RIGHT)
#define SEARCH_METHODS INSULATE_METHOD("method", Search_method, METH_NOARGS, NULL)
FAMILY(Search, SEARCH_NUMBER, SEARCH_OPERANDS, SEARCH_OPERANDS, SEARCH_METHODS)

/* ------------------------------------------------------------------ the module */

static PyMethodDef functions[] = {
    INSULATE_METHOD("static_function", static_function, METH_NOARGS, NULL),
    INSULATE_METHOD("twin_function", twin_function, METH_NOARGS, NULL),
    INSULATE_METHOD("class_function", class_function, METH_NOARGS, NULL),
    INSULATE_METHOD("fast_function", fast_function, METH_NOARGS, NULL),
    INSULATE_METHODS_END};

static int
bench_exec(PyObject *module, bench_state *state)
{
    state->number = 42;
    static_number = state->number;
    twin_number = state->number;
    if (Insulate_AddType(module, &state->Static_type, &Static_spec, NULL) < 0
        || Insulate_AddType(module, &state->Twin_type, &Twin_spec, NULL) < 0
        || Insulate_AddType(module, &state->Class_type, &Class_spec, NULL) < 0
        || Insulate_AddType(module, &state->Search_type, &Search_spec, NULL) < 0
        || Insulate_AddType(module, &state->Fast_type, &Fast_spec, NULL) < 0)
    {
        return -1;
    }
    static_type = state->Static_type;
    twin_type = state->Twin_type;
    return 0;
}

INSULATE_MODULE(bench, state_access, "Ways to the state.", functions, bench_exec,
                OWN_GIL, GIL_NOT_USED)
