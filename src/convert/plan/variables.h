/* What is decided of each variable. */
#ifndef INSULATE_CONVERT_PLAN_VARIABLES_H
#define INSULATE_CONVERT_PLAN_VARIABLES_H

#include <stdbool.h>

#include "convert/conversion.h"

enum field_kind {
    FIELD_NONE,   /* the variable stays */
    FIELD_OBJECT, /* PyObject *, or an array of them */
    FIELD_TYPE,   /* PyTypeObject by value: a heap type in the state */
    FIELD_RECORD, /* a C struct that holds objects */
    FIELD_DATA,   /* C data that changes at run time */
    FIELD_VECTOR, /* an array of objects, allocated at run time: vectors.c */
};

/* Why no stage moves a variable that changes. */
enum kept_for {
    KEPT_FOR_NOTHING,     /* it moves, or it does not change */
    KEPT_FOR_CONSTRUCTOR, /* C++ would not call it for the module state */
    KEPT_FOR_CAPSULE,     /* other modules have its address */
    KEPT_FOR_ADDRESS,     /* code that outlives the module has its address */
    KEPT_FOR_PROCESS,     /* it leads to memory that there is once in a process */
    KEPT_FOR_ONCE,        /* code that runs once in a process sets it */
    KEPT_FOR_SAME,        /* each module would set it to what stands there already */
    KEPT_FOR_FLAG,        /* it tells what the process has done with a library */
    KEPT_FOR_LITERAL,     /* it leads to an object without a name */
    KEPT_FOR_COPIES,      /* each unit that includes its header has its own */
    KEPT_FOR_VALUE,       /* the exec function cannot assign what it begins with */
    KEPT_FOR_BUILDS,      /* other builds begin with something else */
    KEPT_FOR_NAME,        /* nor name it: only its file can */
    KEPT_FOR_LIBRARY,     /* RUNG_LIBRARY_DATA */
    KEPT_FOR_OBSTACLE,    /* RUNG_STATIC_DATA */
    KEPT_FOR_REST,        /* RUNG_SOME_STATICS: so that the others can move */
};

/* The stage that moves it: fields stand in this order in the state struct. */
enum field_group {
    GROUP_STATE,      /* can move while the types are static */
    GROUP_TYPES_ONLY, /* what only functions of types' instances reach */
    GROUP_TYPES,
};

struct variable_plan {
    const struct variable *variable;
    bool belongs;   /* can be reached from the module */
    bool is_shared; /* and from another module of the run too */
    enum field_kind kind;
    const char *field; /* its name in the state struct */
    enum field_group group;
    bool is_sequence;  /* FIELD_TYPE: struct_sequences.c makes it */
    bool is_final;     /* FIELD_TYPE: it can have no subclasses */
    bool is_collected; /* FIELD_TYPE: the garbage collector sees its instances */
    bool is_automatic; /* a table in a function, no longer static: tables.c */
    bool is_atomic; /* FIELD_NONE: a setting that all interpreters share: atomics.c */
    bool is_free_list; /* FIELD_OBJECT: of dead instances: free_lists.c */
    const struct variable *free_count; /* how many are on it */
    const char *constant; /* the constant that it begins as a copy of, or NULL */
    bool is_sub_table; /* tp_as_number and the like: goes into the slots */
    const struct given_type *given; /* at run time: plan/run_time_slots.h; NULL: nothing */
    enum kept_for kept_for;
    enum field_kind awaits;   /* a later stage moves it: as what */
    const struct node *ready; /* the PyType_Ready that is replaced, or NULL */
    const struct node *early; /* what uses the type before that, or NULL: early_types.c */
};

/* Before the first question: nothing is decided of any. */
void variables_begin(struct conversion *c);

/* The plan of VARIABLE; moving: if it moves into the state, else NULL; NULL is taken.  Who was
 * handed a constant conversion gets constant plans: the table itself is seen by variables.c
 * alone. */
struct variable_plan *variable_plan_of(struct conversion *c,
                                       const struct variable *variable);
const struct variable_plan *known_variable(const struct conversion *c,
                                           const struct variable *variable);
struct variable_plan *moving_plan(struct conversion *c,
                                  const struct variable *variable);
const struct variable_plan *known_moving(const struct conversion *c,
                                         const struct variable *variable);

#define plan_of_variable(c, variable)                                                  \
    BY_CONSTANCY(c, known_variable, variable_plan_of)(c, variable)
#define moving(c, variable) BY_CONSTANCY(c, known_moving, moving_plan)(c, variable)

/* Enter PLAN under the name of its field.  The plan that was entered last under NAME, or
 * NULL. */
void enter_field(struct conversion *c, struct variable_plan *plan);
const struct variable_plan *plan_of_field(const struct conversion *c, const char *name);

#endif
