/* What the passes share about the module they convert. */
#ifndef INSULATE_CONVERT_CONVERSION_H
#define INSULATE_CONVERT_CONVERSION_H

#include <stdbool.h>

#include "convert/convert.h"

/* --- the plan: who moves, who reads, through what -------------------------- */

enum field_kind {
    FIELD_NONE,   /* the variable stays */
    FIELD_OBJECT, /* PyObject *, or an array of them */
    FIELD_TYPE,   /* PyTypeObject by value: a heap type in the state */
    FIELD_RECORD, /* a C struct that holds objects */
    FIELD_DATA,   /* C data that changes at run time */
    FIELD_VECTOR, /* an array of objects, allocated at run time: vectors.c */
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

struct slot {
    const char *name;  /* "tp_new" */
    const char *value; /* as text; NULL: not used */
    const struct node *node;
};

struct variable_plan {
    const struct variable *variable;
    bool belongs;   /* can be reached from the module */
    bool is_shared; /* and from another module of the run too */
    enum field_kind kind;
    const char *field; /* its name in the state struct */
    enum field_group group;
    bool is_created;   /* FIELD_TYPE: some edit makes the type */
    bool is_sequence;  /* FIELD_TYPE: sequences.c makes it */
    bool is_final;     /* FIELD_TYPE: it can have no subclasses */
    bool is_collected; /* FIELD_TYPE: the garbage collector sees its instances */
    bool is_automatic; /* a table in a function, no longer static: tables.c */
    bool is_atomic;    /* FIELD_NONE: a setting that all interpreters share: atomics.c */
    bool is_free_list; /* FIELD_OBJECT: of dead instances: free_lists.c */
    const struct variable *free_count; /* how many are on it */
    bool is_sub_table; /* tp_as_number and the like: goes into the slots */
    /* FIELD_TYPE, given at run time: */
    const struct node *base; /* tp_base */
    struct slot *slots;      /* the rest */
    size_t n_slots, slots_capacity;
    const char *stays; /* why no stage moves it, though it changes; NULL */
    enum field_kind awaits; /* a later stage moves it: as what */
    const char *added_flags;  /* what its tp_flags got, once it is edited */
    const struct node *ready; /* the PyType_Ready that is replaced, or NULL */
};

struct function_plan {
    const struct function *function;
    bool belongs;
    bool is_reached;  /* can be reached from the module's entry */
    bool is_init;     /* runs only while the module is initialised */
    bool is_needy;    /* needs the state */
    bool makes_types; /* needs the module object itself */
    bool binds;       /* so it does to make functions: bindings.c */
    bool has_role;
    enum access access;
    const char *why;          /* ACCESS_UNREACHABLE: who calls it */
    const struct node *where; /* the place that shows it */
    int module_parameter;     /* index of the parameter that is the module; -1 */
    int object_parameter;     /* ACCESS_OBJECT: its index */
    bool looks_up;            /* asked PyState_FindModule: look_ups.c */
    bool is_converter;        /* of PyArg_Parse…'s "O&": converters.c */
    bool is_grouped;          /* the state goes with calls through pointers: callbacks.c */
    bool gets_module;         /* is to get a new first parameter `module` */
    bool is_exec;             /* becomes Py_mod_exec */
    bool has_own_state;       /* has the state in a local or parameter already */
    const char *look_up;      /* the declaration that it was given, and where that */
    const struct node *look_up_block; /* stands; NULL: none: sinking.c */
    const struct variable *nested_state; /* has_own_state, but in an inner block only */
    bool may_lack_state;      /* runs when an instance dies: teardown.c */
    const struct variable *own_type; /* the one type of its instances, if that is final */
    const struct function *torn_down_by; /* may_lack_state: its caller; NULL: a slot */
    size_t refusal; /* 1 + the number of the finding that says it cannot be; 0: none */
};

struct macro_plan {
    const struct macro *macro;
    bool is_needy;
    bool is_generator; /* its expansions define functions */
    bool is_alias;     /* another name of one needy function */
    bool is_accessor;  /* stands for the state by way of PyState_FindModule */
    const struct function *home; /* defined in its body, and used nowhere else; NULL */
};

/* One identifier that means a project variable, function or macro. */
struct mention {
    const struct source_file *file;
    size_t token;
    const struct variable *variable; /* exactly one of the three is set */
    const struct function *function;
    const struct macro *macro;
    const struct function *within; /* the function whose body holds it */
    const struct macro *in_macro;  /* the macro whose body holds it */
    const struct variable *holder; /* the variable in whose initialiser it is */
    const struct node *node;       /* NULL in inactive code and in arguments of
                                       macros that drop them */
    bool is_pasted; /* the token begins a name that in_macro puts together, of the
                       variable and, in other uses of the macro, of others: pastes.c */
};

struct style {
    const char *indent; /* one level */
    const char *newline;
    bool brace_on_own_line;  /* of a function's body */
    bool result_on_own_line; /* "static int" above the function's name */
};

/* An opt-out that the module has already, around its exec function and m_free. */
struct guard {
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
struct idle_functions;
struct index;

struct header_want {
    const struct source_file *file;
    uint32_t offset;
};

struct conversion {
    const struct source *source;
    const struct convert_options *options;
    struct arena *arena;
    struct findings *findings;
    struct edits edits;
    bool is_refused;
    bool is_plus;     /* the module's definition stands in a C++ file: plus.c */
    bool is_pedantic; /* its build warns of what ISO C does not know */
    bool keeps_data; /* C data stays static: a second attempt, see convert.c */
    const char *obstacle; /* keeps_data: why the state cannot hold it; NULL: see kept */
    size_t *kept;         /* keeps_data: the findings that say so, by number */
    size_t n_kept, kept_capacity;

    struct variable_plan *variables; /* by variable id */
    struct function_plan *functions; /* by function id */
    struct macro_plan *macros;       /* by macro id */
    struct mention *mentions;
    size_t n_mentions, mentions_capacity;

    struct index *index;             /* index.c */
    struct callbacks *callbacks;     /* callbacks.c */
    struct idle_functions *idle;     /* idle_functions.c */
    const struct module_seed *seeds; /* all modules of the run */
    size_t n_seeds;

    /* In the stage that moves the state only: the same module planned to its end, which
     * says where what is written now will be wanted. */
    const struct conversion *whole;

    /* the module */
    const struct variable *definition; /* its PyModuleDef */
    const struct function *entry;      /* PyInit_x */
    const struct function *setup;      /* calls PyModule_Create; or the exec slot */
    const struct node *create;         /* the call; NULL: multi-phase already */
    const struct variable *module_variable; /* local of setup, or NULL */
    bool keeps_variable; /* it means other things too, and gets its own reference */
    bool is_multi_phase;
    bool needs_exec;        /* a later stage will have something to execute */
    size_t n_head_lines;    /* of exec's body, with its brace: the state, and what it
                               begins with; 0: none */
    bool has_exec;          /* something is left to do when it is executed */
    const char *full_name;  /* as in m_name */
    const char *base;       /* "speedups": generated names begin with it */
    const char *module;     /* name of the module object in exec */
    const char *new_module; /* name of the parameter that functions get for it */

    /* the state */
    bool moves_types;               /* static types become heap types */
    bool has_state;                 /* the module has a state struct at the end */
    const struct record *old_state; /* the struct it had before, or NULL */
    const struct function *getter;      /* gives it, by the module; or NULL */
    const struct function *type_getter; /* the same, by a type; or NULL */
    const char *resumed; /* name of the locals that hold it already, or NULL */
    const struct variable *const *fields; /* all variables, in the order of fields */
    const char *state_type;         /* "speedups_state" */
    const char *state;              /* name of the local and parameter */
    const char *get;                /* get_speedups_state */
    const char *get_by_type;
    const char *get_by_operands;
    const char *get_at_end; /* by a type that may have lost its module */
    const char *new_type; /* helper that makes a heap type */
    bool has_module_field;    /* the state knows its module: look_ups.c */
    const char *module_field;
    bool has_plain_names; /* a tp_name without a dot, which is kept */
    bool uses_get, uses_by_type, uses_by_operands, uses_at_end, uses_new_type;
    bool needs_structmember;
    bool uses_header; /* insulate.h */
    struct header_want *wants; /* where it is needed first, by file */
    size_t n_wants, wants_capacity;
    const char *refuse_reduce; /* name of a __reduce_ex__: reducing.c */
    bool uses_refuse_reduce;
    const char *gil_slot;     /* value of Py_mod_gil, or NULL */
    const char *gil_comment;  /* lines that stood above what says it, or NULL */
    const char *not_isolated; /* why the own-GIL slot cannot be given, or NULL */
    bool is_once;             /* a later stage moves what is shared: opt-out */
    bool leaves_objects;      /* Python objects or types are among it */
    struct guard guard;
    bool is_header;           /* the state goes into a header of its own */
};

/* --- helpers (conversion.c, style.c) --------------------------------------- */

struct variable_plan *plan_of_variable(const struct conversion *c,
                                       const struct variable *variable);
struct function_plan *plan_of_function(const struct conversion *c,
                                       const struct function *function);
struct macro_plan *plan_of_macro(const struct conversion *c, const struct macro *macro);
/* The plan of VARIABLE if it moves into the state, else NULL; NULL is taken. */
struct variable_plan *moving(const struct conversion *c,
                             const struct variable *variable);

/* Give up on the module: a finding of RULE at OFFSET of FILE. */
void refuse(struct conversion *c, const char *rule, const struct source_file *file,
            uint32_t offset, const char *symbol, const char *format, ...)
    PRINTF_LIKE(6, 7);
void refuse_at(struct conversion *c, const char *rule, const struct node *node,
               const char *symbol, const char *format, ...) PRINTF_LIKE(5, 6);

/* Text in the arena, formatted. */
#define TEXT(c, ...) arena_format((c)->arena, __VA_ARGS__)
char *text_of(const struct conversion *c, const struct source_file *file,
              uint32_t begin, uint32_t end);
/* The same with the edits made so far; an overlap refuses the module. */
char *rendered(struct conversion *c, const struct source_file *file, uint32_t begin,
               uint32_t end);
/* The project's record of that name or tag, with or without "struct"; or NULL. */
const struct record *record_called(const struct conversion *c, const char *name);
bool node_text_is(const struct node *node, const char *text);
/* Replace, with the file's own newlines. */
void change(struct conversion *c, const struct source_file *file, uint32_t begin,
            uint32_t end, const char *text, const char *reason);
/* In front of what is inserted at PLACE already. */
void change_first(struct conversion *c, const struct source_file *file, uint32_t place,
                  const char *text, const char *reason);
void change_cover(struct conversion *c, const struct source_file *file, uint32_t begin,
                  uint32_t end, const char *text, const char *reason);
/* Let EDIT, an insertion, be TEXT at PLACE instead. */
void change_place(struct conversion *c, const struct edit *edit, uint32_t place,
                  const char *text);
/* Remove a statement or declaration: with its lines and the comment behind it
 * when nothing else stands on them. */
void remove_text(struct conversion *c, const struct source_file *file, uint32_t begin,
                 uint32_t end, const char *reason);

/* Let blank lines around declarations that go together not meet. */
void join_removals(struct conversion *c);

uint32_t line_begin(const struct source_file *file, uint32_t offset);
/* Behind the newline. */
uint32_t line_end(const struct source_file *file, uint32_t offset);
/* Where an argument goes that is put in front of those in the parentheses that open at
 * token OPEN: behind it, or on the next line, if the others begin there. */
uint32_t argument_place(const struct source_file *file, size_t open);
char *indent_at(const struct conversion *c, const struct source_file *file,
                uint32_t offset);
/* LINES (each ended by \n) with FILE's indentation unit for each leading tab. */
char *indented(const struct conversion *c, const struct source_file *file,
               const char *lines, const char *prefix);
const struct style *style_of(const struct conversion *c,
                             const struct source_file *file);
/* "static int" and "f(void)" as the head of a definition, up to and with "{\n". */
char *function_head(const struct conversion *c, const struct source_file *file,
                    const char *result, const char *declarator);
/* Where a new top-level item can go in front of OFFSET: the beginning of the line,
 * above the comment that belongs to it. */
uint32_t place_before(const struct source_file *file, uint32_t offset);
/* The end of the line behind which FILE can include one more header: the last include
 * in front of LIMIT that stands in no more branches than any other; UINT32_MAX if
 * there is none. */
uint32_t include_place(const struct source_file *file, uint32_t limit);
/* Behind the semicolon that ends what ends at OFFSET (OFFSET if there is none). */
uint32_t after_semicolon(const struct source_file *file, uint32_t offset);
char *token_text(const struct conversion *c, const struct source_file *file, size_t i);
/* The token at OFFSET. */
size_t token_at(const struct source_file *file, uint32_t offset);
/* index.c: is NAME an identifier of the project's text? */
bool name_is_used(const struct conversion *c, const char *name);

/* "state->field" of a moving variable. */
char *field_access(const struct conversion *c, const struct variable *variable);
/* Parameter I of a function as [begin, end) between the commas of its DECLARATION. */
bool parameter_range(const struct declaration *declaration, size_t i,
                     uint32_t *out_begin, uint32_t *out_end);
/* The name of parameter I in the definition; gives it one where it has none, and
 * takes away Py_UNUSED. */
const char *parameter_name(struct conversion *c, const struct function *function,
                           size_t i, const char *fallback);
/* Does the mention need the module state where it stands? */
bool mention_is_needy(const struct conversion *c, const struct mention *mention);
/* initial_values.c: does a static that moves begin with a value that is not zero? */
bool has_initial_values(const struct conversion *c);
/* Does the text of FUNCTION's body name the state once it is converted? */
bool names_state(const struct conversion *c, const struct function *function);
/* The module object as FUNCTION, which runs at initialisation, names it. */
const char *module_name_in(const struct conversion *c, const struct function *function);
/* TEXT, a statement, as it stands at the beginning of the body that opens at token I;
 * and put it there. */
const char *body_text(const struct conversion *c, const struct source_file *file, size_t i,
                      const char *text, uint32_t *out_place);
void begin_body(struct conversion *c, const struct source_file *file, size_t i,
                const char *text, const char *reason);
/* The declaration of FUNCTION's state, made of its parameters; NULL after a refusal. */
const char *look_up_text(struct conversion *c, const struct function *function);
/* sinking.c: the reason of edits that put it in; let those of functions in which one block
 * alone needs the state stand there. */
extern const char look_up_reason[];
void sink_look_ups(struct conversion *c);
/* Is FUNCTION's state a parameter? */
bool takes_state(const struct conversion *c, const struct function *function);
/* The call of which NAME is the callee, or NULL. */
const struct node *direct_call(const struct node *name);
bool is_null(const struct node *node);
/* init_module.c: does STATEMENT end with a return or a goto? */
bool leaves(const struct node *statement);
/* roles.c: the initialiser of FIELD that belongs to the same element as ITEM. */
const struct initializer *initializer_beside(const struct variable *variable,
                                             const struct initializer *item,
                                             const char *field);
bool is_type_record(const char *record);
bool is_teardown_slot(const char *slot);
/* "nb_add" for Py_nb_add's number; NULL if there is none. */
const char *slot_name(int64_t number);

/* branches.c: is OFFSET in a branch that no Python from the floor on takes? */
bool is_dead(const struct conversion *c, const struct source_file *file,
             uint32_t offset);
/* Take such branches, and the directives around what is always taken, out of
 * [begin, end). */
void prune_branches(struct conversion *c, const struct source_file *file,
                    uint32_t begin, uint32_t end);

/* The same of the first conditional that stands partly inside of [begin, end); false: there
 * is none, or it is not known which of its branches counts. */
bool prune_across(struct conversion *c, const struct source_file *file, uint32_t begin,
                  uint32_t end);
/* Where a line that goes begins: the one at BEGIN, or the blank one before it, if another
 * follows. */
uint32_t lone_begin(const struct source_file *file, uint32_t begin);
/* Where a conditional begins that is taken away whole, from the line at BEGIN to END: with
 * the comment directly above, unless code follows directly, which it may mean, too. */
uint32_t conditional_begin(const struct source_file *file, uint32_t begin, uint32_t end);

/* --- passes, in their order ------------------------------------------------- */

/* modules.c: the PyModuleDefs of SOURCE with their functions; how many. */
struct module_seed {
    const struct variable *definition;
    const struct function *entry, *setup;
    const struct node *create;
    bool is_multi_phase;
};
size_t find_modules(struct arena *arena, const struct source *source,
                    struct module_seed **out_seeds);
/* Which functions and variables can be reached from the module: belongs. */
void plan_ownership(struct conversion *c, const struct module_seed *seeds,
                    size_t n_seeds, size_t own);
void plan_guard(struct conversion *c);           /* guard.c */
void plan_names(struct conversion *c);           /* conversion.c */
void plan_mentions(struct conversion *c);        /* mentions.c */
void plan_roles(struct conversion *c);           /* roles.c */
void plan_old_state(struct conversion *c);       /* policy.c */
void plan_resume(struct conversion *c);          /* resume.c */
void plan_own_states(struct conversion *c);      /* resume.c */
void plan_state(struct conversion *c);           /* policy.c */
void plan_groups(struct conversion *c);          /* stages.c */
/* stages.c: in the stage init, everything static stays, also what cannot move: the
 * findings since N_FINDINGS are for a later stage. */
void keep_statics(struct conversion *c, size_t n_findings);
/* stages.c: in the stage state, the types stay, and what belongs to them alone. */
void keep_types(struct conversion *c);
void plan_new_modules(struct conversion *c);     /* stages.c */
void plan_module_variable(struct conversion *c); /* init_module.c */
void plan_needs(struct conversion *c);           /* needs.c */
void plan_receivers(struct conversion *c);       /* collector.c */
void plan_collector(struct conversion *c);       /* collector.c */
void edit_references(struct conversion *c);      /* references.c */
void edit_macros(struct conversion *c);          /* macros.c */
void edit_functions(struct conversion *c);       /* functions.c */
void edit_teardown(struct conversion *c);        /* teardown.c */
void edit_members(struct conversion *c);         /* abi3.c */
void edit_allocations(struct conversion *c);     /* allocations.c */
void edit_frees(struct conversion *c);           /* frees.c */
void edit_ownership(struct conversion *c);       /* ownership.c */
void plan_types(struct conversion *c);           /* run_time_slots.c */
void edit_init(struct conversion *c);            /* init.c */
void edit_types(struct conversion *c);           /* types.c */
void edit_definition(struct conversion *c);      /* definition.c */
void edit_state(struct conversion *c);           /* state.c */
void remove_idle_returns(struct conversion *c);  /* leavings.c */
void tidy_exec(struct conversion *c);            /* tidying.c: blank lines, unused names */
void check_mentions(struct conversion *c);       /* mentions.c: the cross-check */
void write_plan(const struct conversion *c, struct strbuf *plan); /* plan.c */
/* plan.c: what a field of that kind is, in words; where a declaration stands. */
const char *kind_words(const struct variable_plan *plan, enum field_kind kind);
const char *place_words(const struct conversion *c,
                        const struct declaration *declaration);

/* stays.c: VARIABLE stays process-wide by decision: the module is converted, but says
 * honestly that it is not isolated.  REASON: after "stays process-wide: ". */
void let_stay(struct conversion *c, const struct variable *variable,
              const char *reason);
/* The reason of the second attempt of a module, which keeps its C data. */
const char *kept_reason(struct conversion *c);
/* One finding for all that stay for one reason. */
void tell_stays(struct conversion *c);
/* The reason why C data is kept is known now: OBSTACLE, which that overcame. */
void explain_stays(struct conversion *c, const char *obstacle);
/* The plan's section: what stays, why, and what guards it. */
void write_stays(const struct conversion *c, struct strbuf *plan);
/* steps.c: the plan's section on the stages, where more than one has something to do. */
void write_steps(const struct conversion *c, struct strbuf *plan);

/* guard.c: the opt-out's functions by name; its text around the exec function INNER and
 * the m_free INNER_RELEASE (each may be NULL); one more function for the one there is to
 * call when the module is freed; the one there is taken away. */
const char *guard_exec_name(const struct conversion *c);
const char *guard_release_name(const struct conversion *c);
void add_guard(const struct conversion *c, struct strbuf *out, const char *inner,
               const char *inner_release);
void extend_guard(struct conversion *c, const char *name);
void lift_guard(struct conversion *c);

/* atomics.c: is VARIABLE a number that the process can share without harm?  Make those of
 * the plan atomic. */
bool is_shared_setting(const struct conversion *c, const struct variable *variable);
void edit_atomics(struct conversion *c);

/* free_lists.c: which arrays hold dead instances for new ones; their edits. */
void plan_free_lists(struct conversion *c);
void edit_free_lists(struct conversion *c);
/* Does the assignment NODE in a dealloc function put the instance on such a list?  Does
 * CALL make an object of one that was taken from it? */
bool is_kept_on_list(const struct conversion *c, const struct node *node);
bool is_revival(const struct conversion *c, const struct node *call);
/* Append lines that free what is on the list. */
void add_drain(const struct conversion *c, struct strbuf *out, const char *state,
               const struct variable_plan *plan);

/* resources.c: is there memory or a lock in the state that only m_free can give back?
 * Append lines that do. */
bool has_resources(const struct conversion *c);
void add_resource_releases(const struct conversion *c, struct strbuf *out,
                           const char *state);

/* pastes.c: names that macros put together, all of which move. Is the USE of VARIABLE one
 * of those? Variables of one such macro stay together: CLOSED is by variable id. */
void plan_pastes(struct conversion *c);
bool is_converted_paste(const struct conversion *c, const struct variable *variable,
                        const struct node *use);
void close_pastes(const struct conversion *c, bool *closed);

/* static_methods.c: can FUNCTION, a static method by FLAGS, be one of the class? Make those
 * that need the state so. */
bool can_be_class_method(const struct function *function,
                         const struct initializer *flags);
void edit_static_methods(struct conversion *c);

/* static_instances.c: if VARIABLE is an object in static memory, write it as a pointer. */
void prepare_instance(const struct source *source, struct arena *arena,
                      struct edits *edits, const struct variable *variable);

/* idle_functions.c: functions that are not compiled here; one step of the growing set of
 * those that need the state; their edits. Does MENTION stand in one that has it? */
void plan_idle_functions(struct conversion *c);
bool grow_idle_functions(struct conversion *c);
void edit_idle_functions(struct conversion *c);
bool has_state_idly(const struct conversion *c, const struct mention *mention);
/* arguments.c: is the function that MENTION means given to a macro, which calls it?  Does
 * FUNCTION, made by a macro, need the state for such calls only?  Let those hand it over. */
bool is_called_by_macro(const struct conversion *c, const struct mention *mention);
bool is_served_by_names(const struct conversion *c, const struct function *function);
void edit_arguments(struct conversion *c);
/* functions.c: the state of FUNCTION as an expression of its parameters; NULL after a
 * refusal. */
const char *state_expression(struct conversion *c, const struct function *function);
/* functions.c: put PARAMETER first into the parentheses that open at token OPEN. */
void add_parameter(struct conversion *c, const struct source_file *file, size_t open,
                   const char *parameter);

/* generated.c: did a program write the module? Say so. */
bool is_generated(const struct conversion *c);
void report_generated(struct conversion *c);

/* grown_vectors.c: the static that is the length of the array of objects that VARIABLE
 * points to and that grows, and the name of what frees it; NULL: it is no such array.
 * Append the lines that apply MACRO to what is in it. */
const struct variable *length_of_grown(const struct variable *variable,
                                       const char **out_freeing);
void add_grown_lines(const struct conversion *c, struct strbuf *out, const char *macro,
                     const char *state, const struct variable_plan *plan);
/* Tell of allocated memory that leads to objects, and moves as it is. */
void report_unvisited(struct conversion *c, const struct variable *variable);

/* vectors.c: the only value but NULL that VARIABLE is ever given, or NULL.  Does
 * VARIABLE point to an array of objects, allocated in one place or growing? */
const struct node *only_value(const struct variable *variable);
bool is_vector(const struct conversion *c, const struct variable *variable);
bool has_vectors(const struct conversion *c);
/* Append the field of its length; lines that apply MACRO to what is in it; lines that free
 * all of them. */
void add_vector_field(const struct conversion *c, struct strbuf *out,
                      const struct variable_plan *plan);
void add_vector_lines(const struct conversion *c, struct strbuf *out, const char *macro,
                      const char *state, const struct variable_plan *plan);
void add_vector_frees(const struct conversion *c, struct strbuf *out, const char *state);
void edit_vectors(struct conversion *c);

/* plus.c: is the file's language C++, by its name? */
bool is_plus_file(const struct source_file *file);
/* Does a static of TYPE have a constructor, or a part that has, as C++ objects do? */
bool type_is_constructed(const struct conversion *c, const struct type *type);
/* Refuse functions that need the state and are members or templates. */
void check_plus(struct conversion *c);
/* TEXT as FILE would write it: nullptr for NULL, if it says nullptr itself. */
const char *with_null(const struct conversion *c, const struct source_file *file,
                      const char *text);
/* The cast that turns a function's address into void *, or "": C knows none, compilers
 * take it without, and are silent of one by way of a number. */
const char *slot_cast(const struct conversion *c);

/* teardown.c: which functions can do without the state when it is gone; refuses those
 * that cannot.  Is FUNCTION one that runs then? */
void plan_teardown(struct conversion *c);
bool may_lack_state(const struct conversion *c, const struct function *function);
/* Is VARIABLE, which moves, a number that is counted up and nothing else, so that its
 * values mean no more than that they differ? */
bool only_counts_up(const struct conversion *c, const struct variable *variable);

/* objects.c: functions that foreign code or a pointer calls with an instance. */
void plan_objects(struct conversion *c);
/* Does TYPE point to an instance of a type that moves? */
bool is_own_instance(const struct conversion *c, const struct type *type);
/* callbacks.c: which functions are called through pointers of the module's own; one step
 * of the growing set of those that need the state; the edits. */
void plan_callbacks(struct conversion *c);
bool grow_callbacks(struct conversion *c);
bool calls_callback(const struct conversion *c, const struct function *function);
void edit_callbacks(struct conversion *c);
/* Where pointer number I is declared, if its functions take the state (*OUT_FILE: NULL
 * if not); false behind the last. */
bool callback_place(const struct conversion *c, size_t i,
                 const struct source_file **out_file, uint32_t *out_offset);
/* abi3.c: the function in FIELD of TYPE, an expression for a pointer to a type. */
const char *type_function(const struct conversion *c, const char *type,
                          const char *field);
void check_abi3(struct conversion *c);
/* The cast that Py_TYPE and Py_INCREF want of another struct than PyObject, or "". */
const char *object_cast(const struct conversion *c);
/* Has the limited API that is kept to, if one is, the slot FIELD, and
 * PyType_GetModuleByDef? */
bool slot_is_limited(const struct conversion *c, const char *field);
bool finds_by_definition(const struct conversion *c);
/* The body of what finds the state by a type, without PyType_GetModuleByDef. */
void add_limited_by_type(const struct conversion *c, struct strbuf *out,
                         const char *type);
/* Are there slots that are newer than the limited API?  Then a function of that name
 * adds them, VALUE for Py_mod_multiple_interpreters among them, when it is known which
 * Python runs. */
bool slots_are_late(const struct conversion *c);
const char *late_slots_name(const struct conversion *c);
void add_late_slots(const struct conversion *c, struct strbuf *out, const char *value);
void edit_late_slots(struct conversion *c, const char *value);
void move_late_slots(struct conversion *c);

/* insulate_header.c: the flags of a type as the oldest Python knows them; let FILE include
 * the header in front of OFFSET, and do it where it was asked for. */
const char *immutable_flag(struct conversion *c);
const char *no_instances_flag(struct conversion *c);
void want_insulate(struct conversion *c, const struct source_file *file,
                   uint32_t offset);
void include_wanted(struct conversion *c);
/* Can Insulate_Free stand for all CALLS that free the instance in a dealloc function?
 * Let it stand for CALL: it drops the type, too. */
bool can_free_by_header(const struct conversion *c, const struct node *const *calls,
                        size_t n_calls);
void free_by_header(struct conversion *c, const struct node *call, const char *reason);

/* module_slots.c: what the module says of interpreters. */
const char *interpreters_value(const struct conversion *c);

/* export.c: the definition's fields as they are in the end; NULL: not set. */
struct definition_text {
    const char *name, *doc, *methods, *size, *traverse, *clear, *release;
    const char *slots;                    /* the table; or, without one: */
    const char *exec, *interpreters, *gil;
};
/* Is PyModExport_x to be written; and is it all, with no definition and no PyInit_x? */
bool needs_export(const struct conversion *c);
bool replaces_definition(const struct conversion *c);
const char *export_name(const struct conversion *c);
/* What stands for a module without a definition. */
const char *token_name(const struct conversion *c);
const char *export_hook(const struct conversion *c);
void edit_export(struct conversion *c, const struct definition_text *text);
/* annotations.c: let TYPE repeat the attribute `__annotations__` of instances that a base
 * has: in its own table, or in a new one, which is appended to OUT and named; else NULL. */
const char *annotations_table(struct conversion *c, const struct variable *type,
                              struct strbuf *out);
/* lost_attributes.c: entry number I of TYPE's tables whose name the heap type has for
 * itself, and what is lost; NULL behind the last. Tell of them. */
const struct initializer *lost_attribute(const struct conversion *c,
                                         const struct variable *type, size_t i,
                                         const char **out_message);
/* Whether TYPE has both a text and a __doc__ for its instances.  Of a heap type the text
 * would take that name in the dictionary (seen from 3.11 on), and the instances' own
 * would be lost. */
bool loses_documentation(const struct conversion *c, const struct variable *type);
void report_lost_attributes(struct conversion *c);
/* public_headers.c: tell of headers that are changed, and that other modules include. */
void report_public_headers(struct conversion *c);
/* reducing.c: what FIELD of TYPE is given, in its initialiser or at run time; NULL. */
const struct node *slot_value(const struct conversion *c, const struct variable *type,
                              const char *field);
/* reducing.c: what keeps refusing the pickling protocols 0 and 1: let method tables have
 * it; append one of nothing else for TYPE to OUT, and give its name, or NULL; its text;
 * and itself, in each file that needs it. */
void edit_reducing(struct conversion *c);
const char *reducing_table(struct conversion *c, const struct variable *type,
                           struct strbuf *out);
void add_refuse_reduce(struct conversion *c, struct strbuf *out,
                       const struct source_file *file, const char *specifiers);
void define_refuse_reduce(struct conversion *c);
/* bindings.c: does the table of functions that USE hands to a call become functions of
 * the module?  Notes which function makes them. */
bool is_bound_to_module(struct conversion *c, const struct node *use);
/* Is it bound to an instance of a type of the module? */
bool is_bound_to_instance(const struct conversion *c, const struct node *use);
void edit_bindings(struct conversion *c);
/* allocations.c: the tokens of argument I in the parentheses that open at OPEN. */
bool argument_range(const struct source_file *file, size_t open, size_t i,
                    uint32_t *out_begin, uint32_t *out_end);
/* collector.c: does the garbage collector see instances that are a RECORD each?  Those of
 * which no type is known: yes. */
bool is_collected(const struct conversion *c, const struct record *record);
/* Do instances of TYPE own nothing but their type that its base knows of?  So it is with
 * object, and with the tzinfo that PyDateTimeAPI offers. */
bool base_owns_nothing(const struct variable *type);
/* Is FUNCTION called for instances of types that can have no subclasses, and for those
 * types, only?  Then Py_TYPE(self) is such a type itself. */
bool is_called_for_final_types(const struct conversion *c,
                               const struct function *function);
/* Does MENTION mean the type of its function's first argument, for certain?  Then it is
 * Py_TYPE(self), and the state is not needed for it. */
bool is_own_type(const struct conversion *c, const struct mention *mention);

/* sequences.c: is the static TYPE filled as a struct sequence? */
bool is_sequence(const struct variable *type);
void edit_sequences(struct conversion *c);
/* converters.c: what PyArg_Parse… calls for "O&". */
void plan_converters(struct conversion *c);
void edit_converters(struct conversion *c);
/* look_ups.c: functions that ask PyState_FindModule for their own module. */
void plan_look_ups(struct conversion *c);
void edit_look_ups(struct conversion *c);
/* ready_calls.c: the call of PyType_Ready whose argument USE of a type is, or NULL. */
const struct node *ready_call(const struct node *use);
/* tables.c: the type, itself moving into the state, whose address a table has in ITEM;
 * NULL. */
const struct variable *moved_type_at(const struct conversion *c,
                                     const struct initializer *item);
/* tables.c: tables with addresses of what moves. Let those stay as they are that hold
 * nothing that moves in this stage. */
void plan_tables(struct conversion *c);
void keep_tables(struct conversion *c);
void edit_tables(struct conversion *c);
/* policy.c: make the table VARIABLE a field; false: it cannot be one. */
bool move_table(struct conversion *c, const struct variable *variable);
/* init_macros.c: is the macro use that NODE, a return, comes from nothing else? */
bool is_only_return(const struct node *node);
/* Let the return NODE in a macro's body say RESULT. */
void edit_return_in_macro(struct conversion *c, const struct node *node,
                          const char *result);
/* sizes.c: append to OUT, and take away where they are, the macros that are the lengths of
 * arrays in the state, and that PLACE in FILE does not know yet; FILE NULL: a header. */
void carry_sizes(struct conversion *c, struct strbuf *out, const struct source_file *file,
                 uint32_t place);
/* resume.c: the name of most locals and parameters that hold the old state; NULL if it
 * means more. The one of FUNCTION, or NULL.  Is NAME one that the module's own state
 * or hook has? */
const char *resumed_local(const struct conversion *c);
const struct variable *own_state(const struct conversion *c,
                                 const struct function *function);
bool is_own_name(const struct conversion *c, const char *name);
/* protocol.c: the GC protocol of a type's functions. */
/* Is LOCAL nothing but the instance that FUNCTION is handed? */
bool is_made_of_self(const struct function *function, const struct variable *local);
void fix_dealloc(struct conversion *c, const struct function *function,
                 bool is_tracked);
void fix_traverse(struct conversion *c, const struct function *function);
/* Let TRAVERSE visit the members that RELEASING, dealloc or clear, gives up, of instances
 * that are a RECORD each. */
void visit_members(struct conversion *c, const struct function *traverse,
                   const struct function *releasing, const char *record);
/* type_values.c: what TYPE has in FIELD, given with the type or at run time; NULL: nothing. */
const struct node *type_field(const struct variable *type, const char *field);
/* type_creation.c: the expression that makes the heap type of TYPE. */
char *type_creation(struct conversion *c, const struct variable *type,
                    const char *module);
/* The moving type that is the base of TYPE, or NULL. */
const struct variable *own_base(const struct conversion *c,
                                const struct variable *type);
/* protocol.c: the field NAME of a `Py_XDECREF(self->name)` and the like in FUNCTION,
 * number I; NULL behind the last. */
const char *released_member(struct conversion *c, const struct function *function,
                            size_t i);

#endif
