/* What the passes share about the module they convert. */
#ifndef INSULATE_CONVERT_CONVERSION_H
#define INSULATE_CONVERT_CONVERSION_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "convert/options.h"
#include "extension/extension.h"
#include "model/finding.h"

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
    KEPT_FOR_VALUE,       /* the exec function cannot assign what it begins with */
    KEPT_FOR_OBSTACLE,    /* keeps_data: the second attempt, see convert.c */
};

/* The stage that moves it: fields stand in this order in the state struct. */
enum field_group {
    GROUP_STATE,      /* can move while the types are static */
    GROUP_TYPES_ONLY, /* what only functions of types' instances reach */
    GROUP_TYPES,
};

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
};

/* A field of a static type, as it is given at run time. */
struct given_field {
    const char *name; /* "tp_new" */
    const struct node *node;
    const struct initializer
        *item;     /* of the table that gives it; NULL: an assignment */
    size_t number; /* of all such fields of the module */
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
    bool is_sub_table; /* tp_as_number and the like: goes into the slots */
    /* FIELD_TYPE, given at run time: */
    const struct node *base;   /* tp_base */
    struct given_field *slots; /* the rest */
    size_t n_slots, slots_capacity;
    const struct node **assignments; /* that the spec stands for */
    size_t n_assignments, assignments_capacity;
    enum kept_for kept_for;
    enum field_kind awaits;   /* a later stage moves it: as what */
    const struct node *ready; /* the PyType_Ready that is replaced, or NULL */
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
    bool looks_up;            /* asked PyState_FindModule: module_lookups.c */
    bool is_converter;        /* of PyArg_Parse…'s "O&": converters.c */
    bool is_grouped;    /* the state goes with calls through pointers: callbacks.c */
    bool gets_module;   /* is to get a new first parameter `module` */
    bool is_exec;       /* becomes Py_mod_exec */
    bool has_own_state; /* has the state in a local or parameter already */
    const struct variable *nested_state; /* has_own_state, but in an inner block only */
    bool may_lack_state;                 /* runs when an instance dies: teardown.c */
    const struct variable
        *own_type; /* the one type of its instances, if that is final */
    const struct function *torn_down_by; /* may_lack_state: its caller; NULL: a slot */
    size_t refusal; /* 1 + the number of the finding that says it cannot be; 0: none */
};

struct macro_plan {
    const struct macro *macro;
    bool needs_state;
    bool is_generator;           /* its expansions define functions */
    bool is_alias;               /* another name of one function that needs it */
    bool is_accessor;            /* stands for the state by way of PyState_FindModule */
    const struct function *home; /* defined in its body, and used nowhere else; NULL */
};

/* One identifier that means a project variable, function or macro. */
struct mention {
    const struct source_file *file;
    uint32_t begin, end; /* of the word */
    uint32_t address;    /* of the & in front of it; `begin` if there is none */
    uint32_t member;     /* behind the dot that follows; `end` if there is none */
    bool is_inactive;    /* in code that no configuration of the run compiles */
    bool is_behind_type; /* a word that can be a type's, or a star, is in front */
    bool is_joined;      /* # or ## stands beside it */
    const struct variable *variable; /* exactly one of the three is set */
    const struct function *function;
    const struct macro *macro;
    const struct function *within; /* the function whose body holds it */
    const struct macro *in_macro;  /* the macro whose body holds it */
    const struct variable *holder; /* the variable in whose initialiser it is */
    const struct node *node;       /* NULL in inactive code and in arguments of
                                       macros that drop them */
    bool is_pasted; /* the token begins a name that in_macro puts together, of the
                       variable and, in other uses of the macro, of others: token_pasting.c */
};

struct style {
    const char *indent; /* one level */
    const char *newline;
    bool brace_on_own_line;  /* of a function's body */
    bool result_on_own_line; /* "static int" above the function's name */
};

/* An opt-out that the module has already, around its exec function and m_free. */
struct opt_out {
    const struct function *exec;          /* NULL: there is none */
    const struct function *inner;         /* what it executes, or NULL */
    const struct function *release;       /* in m_free, or NULL */
    const struct function *inner_release; /* what that calls, or NULL */
    const struct variable *owner;         /* says whether the statics are taken */
    const struct source_file *file;
    uint32_t begin, end; /* all of it */

    /* The other form: the exec function itself asks, and is `inner`, too. */
    const struct node *question;  /* the `if`; NULL: not this form */
    const struct variable *mutex; /* held around it, or NULL */
};

struct module_seed;

struct inactive_functions;

struct conditions;

struct plan_index;

struct instances;

struct records;

/* A statement that goes. */
struct assertion {
    const struct source_file *file;
    uint32_t begin, end;
};

struct conversion {
    const struct source *source;
    const struct extension *extension; /* what is known of the source */
    struct conditions *conditions;     /* of #if: facts/branches.c */
    const struct convert_options *options;
    struct arena *arena;
    struct findings *findings;
    bool is_refused;
    bool is_done;              /* nothing is left to do: no further pass runs */
    size_t n_earlier_findings; /* of other modules */
    bool is_cxx;               /* the module's definition stands in a C++ file: cxx.c */
    bool is_pedantic;          /* its build warns of what ISO C does not know */
    bool keeps_data;      /* C data stays static: a second attempt, see convert.c */
    const char *obstacle; /* keeps_data: why the state cannot hold it; NULL: see kept */
    size_t *kept;         /* keeps_data: the findings that say so, by number */
    size_t n_kept, kept_capacity;

    struct variable_plan *variables; /* by variable id */
    struct function_plan *functions; /* by function id */
    struct macro_plan *macros;       /* by macro id */
    struct mention *mentions;
    size_t n_mentions, mentions_capacity;

    struct assertion *assertions; /* assertions.c */
    size_t n_assertions, assertions_capacity;

    struct plan_index *index;            /* index.c */
    struct instances *instances;         /* instances.c */
    const struct style **styles;         /* by file id; NULL: not read yet: style.c */
    struct callbacks *callbacks;         /* callbacks.c */
    struct inactive_functions *inactive; /* inactive_functions.c */
    const struct module_seed *seeds;     /* all modules of the run */
    size_t n_seeds;

    /* In the stage that moves the state only: the same module planned to its end, which
     * says where what is written now will be wanted. */
    const struct conversion *whole;

    /* the module */
    const struct module *known;        /* what is known of it */
    const struct variable *definition; /* its PyModuleDef */
    const struct function *entry;      /* PyInit_x */
    const struct function *setup;      /* calls PyModule_Create; or the exec slot */
    const struct node *create;         /* the call; NULL: multi-phase already */
    const struct variable *module_variable; /* local of setup, or NULL */
    bool keeps_variable; /* it means other things too, and gets its own reference */
    bool is_multi_phase;
    bool needs_exec;        /* a later stage will have something to execute */
    const char *full_name;  /* as in m_name */
    const char *base;       /* "speedups": generated names begin with it */
    const char *module;     /* name of the module object in exec */
    const char *new_module; /* name of the parameter that functions get for it */

    /* the state */
    bool moves_types;                   /* static types become heap types */
    bool has_state;                     /* the module has a state struct at the end */
    const struct record *old_state;     /* the struct it had before, or NULL */
    const struct function *getter;      /* gives it, by the module; or NULL */
    const struct function *type_getter; /* the same, by a type; or NULL */
    const char *existing_name; /* name of the locals that hold it already, or NULL */
    const struct variable *const *fields; /* all variables, in the order of fields */
    const char *old_state_type;           /* its name; NULL: none */
    const char *state_type;               /* "speedups_state" */
    const char *state;                    /* name of the local and parameter */
    const char *get;                      /* get_speedups_state */
    const char *get_by_type;
    const char *get_by_operands;
    const char *get_at_end; /* by a type that may have lost its module */
    const char *new_type;   /* helper that makes a heap type */
    bool has_module_field;  /* the state knows its module: module_lookups.c */
    const char *module_field;
    bool has_plain_names;     /* a tp_name without a dot, which is kept */
    size_t n_given_fields;    /* by types, at run time */
    bool uses_at_end;         /* a function may run after the module is gone */
    const char *gil_slot;     /* value of Py_mod_gil, or NULL */
    struct range gil_call;    /* what says it: goes with that comment */
    const char *gil_comment;  /* lines that stood above what says it, or NULL */
    const char *not_isolated; /* why the own-GIL slot cannot be given, or NULL */
    bool is_once;             /* a later stage moves what is shared: opt-out */
    bool leaves_objects;      /* Python objects or types are among it */
    struct opt_out opt_out;
};

/* The plans, by id; moving: the plan of VARIABLE if it moves into the state, else NULL;
 * NULL is taken.  Who was handed a constant conversion gets constant plans. */
struct variable_plan *variable_plan_of(struct conversion *c,
                                       const struct variable *variable);
const struct variable_plan *known_variable(const struct conversion *c,
                                           const struct variable *variable);
struct function_plan *function_plan_of(struct conversion *c,
                                       const struct function *function);
const struct function_plan *known_function(const struct conversion *c,
                                           const struct function *function);
struct macro_plan *macro_plan_of(struct conversion *c, const struct macro *macro);
const struct macro_plan *known_macro(const struct conversion *c,
                                     const struct macro *macro);
struct variable_plan *moving_plan(struct conversion *c,
                                  const struct variable *variable);
const struct variable_plan *known_moving(const struct conversion *c,
                                         const struct variable *variable);

#define BY_CONSTANCY(c, known, own)                                                    \
    _Generic((c), const struct conversion * : known, struct conversion * : own)
#define plan_of_variable(c, variable)                                                  \
    BY_CONSTANCY(c, known_variable, variable_plan_of)(c, variable)
#define plan_of_function(c, function)                                                  \
    BY_CONSTANCY(c, known_function, function_plan_of)(c, function)
#define plan_of_macro(c, macro) BY_CONSTANCY(c, known_macro, macro_plan_of)(c, macro)
#define moving(c, variable) BY_CONSTANCY(c, known_moving, moving_plan)(c, variable)

/* Give up on the module: a finding of RULE at OFFSET of FILE. */
void refuse(struct conversion *c, const char *rule, const struct source_file *file,
            uint32_t offset, const char *symbol, const char *format, ...)
    PRINTF_LIKE(6, 7);
void refuse_at(struct conversion *c, const char *rule, const struct node *node,
               const char *symbol, const char *format, ...) PRINTF_LIKE(5, 6);

/* A finding that does not give up on the module: something is left to do by hand.
 * Borrowed (until the next finding is added). */
struct finding *report(struct conversion *c, const char *rule,
                       const struct source_file *file, uint32_t offset,
                       const char *symbol, const char *format, ...) PRINTF_LIKE(6, 7);

/* The same as a note: something that is done, and that a reviewer should know. */
void note(struct conversion *c, const char *rule, const struct source_file *file,
          uint32_t offset, const char *symbol, const char *format, ...)
    PRINTF_LIKE(6, 7);

/* Text in the arena, formatted. */
#define TEXT(c, ...) arena_format((c)->arena, __VA_ARGS__)

/* Bytes [BEGIN, END) of FILE, in the arena. */
char *text_of(const struct conversion *c, const struct source_file *file,
              uint32_t begin, uint32_t end);

/* The project's record that NAME, also with "struct", means in FILE: units may each have
 * one of that name; or NULL. */
const struct record *record_called(const struct conversion *c, const char *name,
                                   const struct source_file *file);

/* "state->field" of a moving variable. */
char *field_access(const struct conversion *c, const struct variable *variable);

/* "spam.c:12", where the declaration has its name. */
const char *place_words(const struct conversion *c,
                        const struct declaration *declaration);

#endif
