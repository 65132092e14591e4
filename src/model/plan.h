/* The plan of a conversion as a value: filled by convert/, printed by report/ in
 * Markdown and in JSON.  Lists are in the order in which they are printed. */
#ifndef INSULATE_MODEL_PLAN_H
#define INSULATE_MODEL_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "model/finding.h"
#include "model/left_out.h"
#include "model/source.h"
#include "model/verdict.h"

/* How far a module is converted, from the top down. */
enum rung {
    RUNG_WHOLE,      /* to the stage that was asked for */
    RUNG_LIBRARY_DATA, /* but the C data of units without Python.h, which stays static */
    RUNG_STATIC_DATA, /* but all its C data */
    RUNG_SOME_STATICS, /* but those in the way, and what depends on them */
    RUNG_STATE,      /* its types stay static, and what functions of theirs need */
    RUNG_INIT,       /* only its initialisation */
};

struct plan_place {
    const char *path; /* as the user named it */
    unsigned line;    /* 1-based; 0: it has no place */
    unsigned column;  /* 1-based, in bytes; 0: unknown */
    uint32_t offset;
};

struct plan_names {
    const char *const *items;
    size_t n_items, capacity;
};

/* A variable that moves into the module state. */
struct planned_variable {
    const char *name;  /* in the source */
    const char *field; /* in the state struct */
    struct plan_place place;
    const char *kind;  /* "object", "type" … */
    const char *words; /* what it is, in words */
    const char *stage; /* that moves it, if they are applied one after another */
    struct plan_names writers, readers; /* functions that use it */
};

/* A function that needs the module state. */
struct planned_function {
    const char *name;
    struct plan_place place;
    const char *access; /* "module", "self" …: where it gets the state from */
    const char *words;  /* the same in words */
    const char *why;    /* it cannot reach the state: who calls it; else NULL */
    struct plan_place where;    /* the place that shows it */
    struct plan_names uses;     /* variables that move; none: what it calls uses them */
    struct plan_names calls;    /* functions that need the state, too */
    bool needs_module;          /* needs the module object itself */
};

/* An attribute of instances that a heap type cannot keep. */
struct lost_attribute {
    const char *name;
    struct plan_place place; /* its entry in a table of the type */
    const char *message;
};

/* A static type that becomes a heap type. */
struct planned_type {
    const char *name, *field;
    struct plan_place place;
    const char *flags;       /* its tp_flags as they are, in C */
    const char *added_flags; /* what is added to them; NULL: nothing is known of it */
    bool is_collected;       /* the garbage collector tracks its instances now */
    struct lost_attribute *lost;
    size_t n_lost, lost_capacity;
};

/* Why a variable stays. */
enum retention {
    RETAINED_FOR_STAGE,  /* a later stage moves it */
    RETAINED_SETTING,    /* one interpreter sets it for all */
    RETAINED_CONSTRUCTOR, /* C++ would not call it for the module state */
    RETAINED_CAPSULE,    /* other modules have its address */
    RETAINED_VALUE,      /* its initial value cannot be assigned */
    RETAINED_LIBRARY,    /* it is data of C code that does not use the C API */
    RETAINED_UNMOVABLE,  /* something else of the module needs it where it is */
    RETAINED_SET_ONCE,   /* the same, but it is set once, to what is the same for all */
    RETAINED_OPT_OUT,    /* it belongs to the module's opt-out */
    RETAINED_THREAD,     /* each thread has its own */
    RETAINED_LOCK,       /* it protects process-wide data */
};

/* A variable that stays and can change, or serves one that does. */
struct retained_variable {
    const char *name;
    struct plan_place place;
    enum retention cause;
    const char *words; /* what it is */
    const char *why;   /* it stays */
    const char *stage; /* that moves it; NULL: none, or it is not known which */
};

/* A foreign library that keeps the module from a per-interpreter GIL. */
struct planned_library {
    const char *name;
    bool is_unsafe; /* known to be; else nothing is known of it */
    struct plan_names functions; /* of it that the module uses */
    struct plan_place place; /* the first use */
    const char *remedy;
};

/* Data that threads share where there is no GIL: with --threads. */
struct planned_guard {
    const char *name;  /* of the field or variable */
    const char *owner; /* "state", "instance", "process" */
    const char *type;  /* the struct of a field; NULL: a variable */
    struct plan_place place;
    const char *guard; /* "critical-section", "atomic", "once"; NULL: none */
    bool is_there;     /* the source has it already */
    const char *why;   /* it has none; NULL: it has */
};

/* A finding that names the module. */
struct plan_finding {
    const char *rule;
    enum level level;
    struct plan_place place;
    const char *symbol; /* NULL: none */
    const char *message;
    const char *const *evidence; /* further places, one short line each */
    size_t n_evidence;
};

/* A stage, if they are applied one after another, and what it costs. */
struct planned_stage {
    const char *name;
    size_t n_variables; /* that it moves, besides types */
    size_t n_types;     /* heap types that it creates */
    size_t n_by_type;   /* functions that get the state from a type */
    size_t n_others;    /* that get it from the module or a parameter */
    bool is_once;       /* a second module object gets an ImportError */
};

struct planned_costs {
    size_t n_edits;
    bool has_new_header;
    size_t n_by_module; /* functions that call PyModule_GetState */
    size_t n_by_type;   /* that look the module up by a type */
    size_t n_handed;    /* that get one more parameter */
    size_t n_holders;   /* types whose instances hold the module */
    size_t n_collected; /* types whose instances the garbage collector tracks now */
    bool is_once;       /* a second module object gets an ImportError */
};

struct module_plan {
    const char *name;        /* importable; of a broken file: of the definition */
    const char *definition;  /* its PyModuleDef */
    struct plan_place place; /* of that */
    const char *entry;       /* PyInit_x; NULL: unknown */
    enum init_kind init;     /* as it is: single-phase or multi-phase */
    enum init_kind new_init; /* as it is to be; the same if it is refused */
    const char *claim; /* value of its slot Py_mod_multiple_interpreters; NULL: none */
    bool is_broken;          /* its files do not parse: nothing else is known */
    bool is_refused;         /* nothing of it is changed; the findings say why */
    enum rung rung;
    bool waits_for_types;    /* nothing moves in stage `state`, all in `types` */
    const char *state_type;  /* of the state struct; NULL: it has none */
    struct planned_variable *variables;
    size_t n_variables, variables_capacity;
    struct planned_function *functions;
    size_t n_functions, functions_capacity;
    struct planned_type *types;
    size_t n_types, types_capacity;
    struct retained_variable *retained;
    size_t n_retained, retained_capacity;
    struct plan_names constants; /* static variables that nothing writes */
    const char *not_isolated; /* why a per-interpreter GIL cannot be declared; NULL */
    struct planned_library *libraries;
    size_t n_libraries;
    bool has_guards; /* the next three are known */
    struct planned_guard *guards;
    size_t n_guards, guards_capacity;
    struct plan_names sections; /* functions that take a critical section now */
    bool is_gil_unused; /* it declares Py_MOD_GIL_NOT_USED, now or before */
    struct plan_finding *findings; /* notes, too */
    size_t n_findings, findings_capacity;

    /* From here on only if it is not refused: */
    enum support declares;
    const char *interpreters; /* the same as value of Py_mod_multiple_interpreters */
    const char *gil;          /* of Py_mod_gil; NULL: no such slot */
    bool has_mutable_types;   /* on 3.9 */
    struct planned_costs costs;
    struct planned_stage *stages; /* none: one stage has all that there is to do */
    size_t n_stages, stages_capacity;
    bool moves_objects, moves_data, moves_types;
    struct plan_names counters; /* fields whose values mean that they differ, only */
};

struct conversion_plan {
    const char *stage;   /* the last one that is converted: "init", "state", "all" */
    unsigned floor;      /* minor version of the oldest CPython */
    unsigned abi3;       /* minor version of the limited API; 0: none */
    struct module_plan *modules;
    size_t n_modules, modules_capacity;
    struct left_out_list left_out; /* of other projects; paths as they are shown */
    struct plan_names unverified; /* branches that the result was not read with, and why */
};

/* Append NAME, also if it is there. */
void plan_names_add(struct arena *arena, struct plan_names *names, const char *name);
bool plan_names_have(const struct plan_names *names, const char *name);

struct plan_place plan_place_at(const struct source_file *file, uint32_t offset);

/* Call VISIT with each place of the plan that it has one for, but those of findings. */
void plan_visit_places(struct conversion_plan *plan,
                       void (*visit)(struct plan_place *place, const void *context),
                       const void *context);

/* Nothing of MODULE is changed. */
void module_plan_refuse(struct module_plan *module);

/* Give each module those FINDINGS that name it. */
void plan_set_findings(struct arena *arena, struct conversion_plan *plan,
                       const struct findings *findings);

/* As in JSON. */
const char *rung_name(enum rung rung);

/* What protects a variable that stays for CAUSE, and the cause itself, as in JSON. */
const char *retention_name(enum retention cause);
const char *retention_protection(enum retention cause);

#endif
