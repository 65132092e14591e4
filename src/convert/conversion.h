/* The conversion of one module: what it is of, what is known, and what is decided.  What a
 * struct holds that is only named here stands in the header of the file that writes it. */
#ifndef INSULATE_CONVERT_CONVERSION_H
#define INSULATE_CONVERT_CONVERSION_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "convert/options.h"
#include "extension/extension.h"
#include "model/finding.h"
#include "model/plan.h"

struct conversion {
    const struct source *source;
    const struct extension *extension;   /* what is known of the source */
    const struct module *const *modules; /* all modules of the run */
    size_t n_modules;
    const struct module *module; /* the one that is converted: a PyModuleDef */
    const char *full_name;       /* of that, as in m_name */
    const struct convert_options *options;
    struct arena *arena;
    enum rung rung;
    /* RUNG_SOME_STATICS: why each variable stays, by id; NULL: it may move. */
    const char *const *kept_statics;
    /* Which variables stay because they stand in the way, and need not move: by id; NULL:
     * none.  See facts/process_constants.h. */
    const bool *constants;
    /* Why each setting that stands in the way stays, and becomes atomic: by id; NULL: none. */
    const char *const *settings;
    /* What needs the state for assertions only does not get it, and they go. */
    bool leaves_out_assertions;
    /* In the stage that moves the state only: the same module planned to its end, which
     * says where what is written now will be wanted. */
    const struct conversion *whole;

    struct findings *findings;
    size_t n_earlier_findings; /* of other modules */
    bool is_refused;
    bool is_done; /* nothing is left to do: no further pass runs */

    /* facts */
    const struct language *language; /* facts/cxx.h */
    const struct conditions *conditions; /* facts/inactive/conditionals.h */
    struct mentions *mentions;       /* facts/mentions.h */
    const struct style *styles;      /* text/style.h: by file id */

    /* plan */
    struct variable_plans *variables;        /* plan/variables.h */
    struct function_plans *functions;        /* plan/functions.h */
    struct macro_plans *macros;              /* plan/macros.h */
    struct assertions *assertions;           /* plan/assertions.h */
    const struct callbacks *callbacks;             /* plan/callbacks.h */
    struct inactive_functions *inactive;     /* plan/inactive_functions.h */
    const struct instances *instances;             /* plan/instances.h */
    const struct existing_state *existing;   /* plan/existing_state.h */
    const struct foreign_code *foreign_code; /* plan/foreign_code.h */
    const struct gil_answer *gil;            /* plan/gil_slot.h */
    const struct guards *guards;             /* plan/guards.h; NULL: none are planned */
    const struct gil_claim_plan *gil_claim;  /* plan/gil_claim.h; the same */
    const struct lazy_objects *lazy_objects;  /* the same */
    const struct strong_references *strong_references; /* the same */
    const struct init_plan *init;            /* plan/module.h */
    const struct module_lookups *lookups;    /* plan/module_lookups.h */
    const struct names *names;               /* plan/names.h */
    const struct opt_out *opt_out;           /* plan/opt_out.h */
    const struct retained_globals *retained; /* plan/retained_globals.h */
    const struct run_time_slots *given;      /* plan/run_time_slots.h */
    const struct selection *selection;       /* plan/variable_selection.h */
    const struct stage_plan *stages;         /* plan/stages.h */
    const struct state_demand *demand;       /* plan/state_demand.h */
    const struct module_holders *module_holders; /* plan/module_holders.h */
    const struct state_keepers *state_keepers; /* plan/state_keepers.h */
    const struct lone_module *lone_module;   /* plan/lone_module.h */
    const struct teardown *teardown;         /* plan/teardown.h */

    /* what is written, by the file of plan/ that decides it */
    const struct references *references;
    const struct clinic_plan *clinic; /* plan/clinic.h */
    const struct whole_writes *whole_writes;
    const struct macro_uses *macro_uses;
    const struct passing_list *state_passing, *state_calls; /* plan/state_passing.h */
    const struct macro_arguments *macro_arguments;
    const struct class_methods *class_methods; /* plan/static_methods.h */
    const struct converted_arguments *converted_arguments; /* plan/converters.h */
    const struct closures *closures;                       /* plan/closures.h */
    const struct bindings *bindings;
    const struct spec_modules *spec_modules;
    const struct state_capsules *capsules; /* plan/capsules.h */
    const struct lazy_types *lazy_types;
    const struct callback_heads *callback_heads;
    const struct sequence_creations *sequences; /* plan/sequence_creation.h */
    const struct allocations *allocations;
    const struct instance_releases *instance_frees;
    const struct free_lists *free_lists;
    const struct stored_references *stored_references;
    const struct kept_references *kept_references;
    const struct surplus_references *surplus_references;
    const struct failure_releases *failure_releases;
    const struct allocated_vectors *vectors;
    const struct type_specs *type_specs;
    const struct gc_functions *gc_functions; /* plan/type_specs.h */
    const struct member_visits *member_visits;
    const struct annotations *annotations;
    const struct pickling *pickling;
    const struct slot_table_plan *slot_table; /* plan/module_slots.h */
    const struct opaque_members *opaque_members;
    const struct teardown_steps *teardown_steps;
    const struct init_steps *init_steps;           /* plan/init_steps.h */
    const struct type_creations *type_creations;   /* plan/type_creations.h */
    const struct state_placement *state_placement;
    const struct exec_body *exec_body;
    const struct early_types *early; /* plan/early_types.h */
    const struct own_release *own_release;
    const struct entry_work *entry_work;
};

/* KNOWN of what a constant conversion C has, OWN of what another has. */
#define BY_CONSTANCY(c, known, own)                                                    \
    _Generic((c), const struct conversion * : known, struct conversion * : own)

#endif
