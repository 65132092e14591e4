/* The rules that read C sources. */
#ifndef INSULATE_CHECKS_CHECK_H
#define INSULATE_CHECKS_CHECK_H

#include "base/macros.h"
#include "extension/configurations.h"
#include "extension/extension.h"
#include "extension/writes.h"
#include "model/finding.h"
#include "model/source.h"

/* The Pythons that the sources are for. */
struct check_versions {
    unsigned floor; /* PY_VERSION_HEX of the oldest; 0: not said */
    unsigned abi3;  /* Py_LIMITED_API; 0: not the limited API */
};

/* What a rule gets. */
struct check {
    struct arena *arena;
    const struct source *source;
    const struct extension *extension;
    struct findings *findings;
    struct check_versions versions;
    struct tour *tour; /* what else was read of the same sources; NULL: nothing */
};

/* Run all rules over SOURCE, obey its suppressions, add to FINDINGS. */
void checks_run(struct arena *arena, const struct source *source,
                struct findings *findings);
/* The same, for Pythons that are named. */
void checks_run_for(struct arena *arena, const struct source *source,
                    const struct check_versions *versions, struct findings *findings);

/* The same in steps, for sources that are read in more than one configuration: begin
 * with the first, add the others, end with what only all of them together tell.  All
 * is borrowed until the end. */
struct checks;
struct checks *checks_begin(struct arena *arena, const struct source *source,
                            const struct check_versions *versions,
                            struct findings *findings);
/* Findings count where the first configuration leaves something out, and say which
 * one showed them. */
void checks_add(struct checks *checks, const struct source *source,
                const struct configuration *configuration);
/* TOUR: the configurations that were added; may be NULL. */
void checks_end(struct checks *checks, struct tour *tour);

/* --- for the rules --- */

/* Add a finding of RULE about SYMBOL at OFFSET of FILE. */
struct finding *check_add(struct check *check, const char *rule,
                          const struct source_file *file, uint32_t offset,
                          const char *symbol, const char *format, ...)
    PRINTF_LIKE(6, 7);
/* The same, at the name of the variable. */
struct finding *check_add_variable(struct check *check, const char *rule,
                                   const struct variable *variable, const char *format,
                                   ...) PRINTF_LIKE(4, 5);
/* The same, at the name of the function where it is defined. */
struct finding *check_add_function(struct check *check, const char *rule,
                                   const struct function *function, const char *format,
                                   ...) PRINTF_LIKE(4, 5);
/* The same, at the node. */
struct finding *check_add_node(struct check *check, const char *rule,
                               const struct node *node, const char *symbol,
                               const char *format, ...) PRINTF_LIKE(5, 6);
/* FINDING is about state of FILE: where all modules that hold the file refuse a
 * second load, it is no fault but the price of the guard. */
void check_weigh_guard(struct check *check, struct finding *finding,
                       const struct source_file *file);

/* Add a line of evidence for each function in WRITES. */
void check_add_writers(struct check *check, struct finding *finding,
                       const struct writes *writes);
/* Add a finding of RULE for each slot of SLOTS whose function takes another number of
 * arguments, or gives another kind of result, than CPython's call.  OWNER is what the
 * slots belong to. */
void check_signatures(struct check *check, const char *rule, const struct slots *slots,
                      const char *owner);
/* The same for one function and what it is used as. */
void check_signature(struct check *check, const char *rule,
                     const struct function *function, const struct node *place,
                     const struct slot_kind *kind, const char *owner);
/* Add a finding of RULE for each module that declares CLAIM, said in words by PROMISE,
 * where a finding of LEVEL or worse tells of process-wide state. */
void check_claims(struct check *check, enum interpreters_claim claim, const char *rule,
                  const char *promise, enum level level);
/* Have each traverse function judged, of heap types (once) and of modules. */
void check_each_traverse(struct check *check,
                         void (*judge)(struct check *, const struct function *));

/* Rules about single calls get each one in a FUNCTION that may run. */
typedef void check_call_function(struct check *check, const struct function *function,
                                 const struct node *call);
check_call_function check_access_dict_unchecked;
check_call_function check_access_find_module;
check_call_function check_access_gil_state;
check_call_function check_access_main_interpreter;
check_call_function check_access_own_import;
check_call_function check_gc_not_tracked;
check_call_function check_init_single_phase;
check_call_function check_lifetime_borrowed_dropped;
check_call_function check_lifetime_stolen_reference;

/* The others: one rule a file; in the order of their names. */
typedef void check_function(struct check *check);
check_function check_access_lookup_unchecked;
check_function check_access_method_flags;
check_function check_access_method_signature;
check_function check_access_operand;
check_function check_access_subclass_type;
check_function check_change_instantiable;
check_function check_change_mutable;
check_function check_change_name;
check_function check_change_pickle;
check_function check_claim_gil_not_used;
check_function check_claim_missing;
check_function check_claim_own_gil_false;
check_function check_claim_shared_gil_false;
check_function check_claim_size_false;
check_function check_gc_dict_not_visited;
check_function check_gc_flag_missing;
check_function check_gc_free_overridden;
check_function check_gc_member_not_visited;
check_function check_gc_no_traverse;
check_function check_gc_not_untracked;
check_function check_gc_object_new;
check_function check_gc_state_not_visited;
check_function check_gc_tracked_twice;
check_function check_gc_traverse_effect;
check_function check_gc_traverse_ignored;
check_function check_gc_type_not_visited;
check_function check_gc_type_visited_twice;
check_function check_generated_code;
check_function check_global_process_call;
check_function check_global_unlocked;
check_function check_guard_missing;
check_function check_guard_not_locked;
check_function check_guard_not_reset;
check_function check_init_abi_missing;
check_function check_init_export_alpha;
check_function check_init_signature;
check_function check_init_size_negative;
check_function check_init_size_wrong;
check_function check_init_slot_repeated;
check_function check_lifetime_borrowed_stored;
check_function check_lifetime_callback_unheld;
check_function check_lifetime_free_wrong;
check_function check_lifetime_hook_unsafe;
check_function check_lifetime_resource_kept;
check_function check_lifetime_self_after_free;
check_function check_lifetime_state_in_teardown;
check_function check_lifetime_state_not_cleared;
check_function check_lifetime_state_unheld;
check_function check_lifetime_trashcan_wrong;
check_function check_lifetime_type_dropped_early;
check_function check_lifetime_type_not_dropped;
check_function check_lifetime_weakrefs_left;
check_function check_parse_error;
check_function check_state_field_unread;
check_function check_state_not_visible;
check_function check_state_static_data;
check_function check_state_static_object;
check_function check_type_doc_assigned;
check_function check_type_immutable_base;
check_function check_type_immutable_written;
check_function check_type_metatype_ignored;
check_function check_type_offset_wrong;
check_function check_type_signature;
check_function check_type_slot_null;
check_function check_type_slot_repeated;
check_function check_type_static;
check_function check_type_without_module;
check_function check_version_abi3;
check_function check_version_floor;

/* One `insulate: ignore[rule, …] reason` comment. */
struct suppression {
    const struct source_file *file;
    uint32_t offset;
    unsigned first_line, last_line; /* of the comment */
    const char *const *rules;
    bool *is_own; /* of each rule: it hides a finding on the comment's own lines, and so
                     none on the line below */
    size_t n_rules;
    bool has_reason;
    bool is_used;
    bool is_reached; /* a configuration that was read compiles the place */
};

/* All of a run.  ignore-unused, ignore-without-reason are about these. */
struct suppressions {
    struct suppression *items;
    size_t n_items, capacity;
};

/* Add those of CHECK's source; one that is known from another configuration stays one. */
void suppressions_read(struct check *check, struct suppressions *suppressions);
/* Drop the findings so far that a comment names. */
void suppressions_apply(struct check *check, struct suppressions *suppressions);
/* Add findings about comments without reason or effect. */
void suppressions_report(struct check *check, const struct suppressions *suppressions);

#endif
