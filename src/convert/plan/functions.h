/* What is decided of each function. */
#ifndef INSULATE_CONVERT_PLAN_FUNCTIONS_H
#define INSULATE_CONVERT_PLAN_FUNCTIONS_H

#include <stdbool.h>

#include "convert/conversion.h"

/* Where a function gets the module state from. */
enum access {
    ACCESS_PARAMETER,   /* its callers hand it over (the default) */
    ACCESS_MODULE,      /* its first argument is the module */
    ACCESS_SELF,        /* the type of its first argument */
    ACCESS_CLASS,       /* its first argument is a type of the module */
    ACCESS_EITHER,      /* its first argument is the module, or an instance */
    ACCESS_OBJECT,      /* the type of another argument, an instance of the module's */
    ACCESS_OPERANDS,    /* the type of either of its first two arguments */
    ACCESS_HOOK,        /* m_traverse, m_clear, m_free: the module */
    ACCESS_INIT,        /* runs the module's initialisation */
    ACCESS_TEARDOWN,    /* tp_dealloc and the like: the state may be gone */
    ACCESS_UNREACHABLE, /* called by code that knows nothing of the module */
    ACCESS_INTERPRETER, /* the same, and finds it through the interpreter */
};

struct function_plan {
    const struct function *function;
    bool belongs;
    bool is_reached;  /* can be reached from the module's entry */
    bool is_init;     /* runs only while the module is initialised */
    bool needs_state; /* needs the state */
    bool makes_types; /* needs the module object itself */
    bool binds;       /* so it does to make functions: bindings.c */
    bool has_context;
    enum access access;
    const char *why;          /* ACCESS_UNREACHABLE: who calls it */
    const struct node *where; /* the place that shows it */
    int module_parameter;     /* index of the parameter that is the module; -1 */
    int object_parameter;     /* ACCESS_OBJECT: its index */
    const char *object_member; /* ACCESS_OBJECT: of that, which is the instance; or NULL */
    const struct variable *object_local; /* ACCESS_OBJECT: the instance; or NULL: it is the
                                            parameter */
    const struct type *object_type; /* ACCESS_OBJECT: points to the struct of the instance */
    const struct node *object_behind; /* the statement behind which the local is one */
    const struct node *lookup_behind; /* the statement behind which the state is looked up;
                                         NULL: the beginning */
    uint32_t lookup_endif; /* offset of the #endif of branches that only that statement is in,
                              behind which instead; 0: there are none */
    bool looks_up;            /* asked PyState_FindModule: module_lookups.c */
    bool is_converter;        /* of PyArg_Parse…'s "O&": converters.c */
    bool is_static;     /* gets instances of a type that stays static: RUNG_SOME_STATICS */
    bool is_grouped;    /* the state goes with calls through pointers: callbacks.c */
    bool gets_module;   /* is to get a new first parameter `module` */
    bool is_exec;       /* becomes Py_mod_exec */
    bool has_own_state; /* has the state in a local or parameter already */
    const struct variable *nested_state; /* has_own_state, but in an inner block only */
    const struct variable
        *own_type; /* the one type of its instances, if that is final; where it deallocates
                      them, it may have subclasses */
};

/* Before the first question: nothing is decided of any. */
void functions_begin(struct conversion *c);

/* The plan of FUNCTION: a constant one for who was handed a constant conversion. */
struct function_plan *function_plan_of(struct conversion *c,
                                       const struct function *function);
const struct function_plan *known_function(const struct conversion *c,
                                           const struct function *function);

#define plan_of_function(c, function)                                                  \
    BY_CONSTANCY(c, known_function, function_plan_of)(c, function)

#endif
