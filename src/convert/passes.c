/* The passes in their order. */
#include "convert/passes.h"

#include "convert/facts/mentions.h"
#include "convert/plan/allocations.h"
#include "convert/plan/annotations.h"
#include "convert/plan/assertions.h"
#include "convert/plan/bindings.h"
#include "convert/plan/call_contexts.h"
#include "convert/plan/callback_heads.h"
#include "convert/plan/callbacks.h"
#include "convert/plan/clinic.h"
#include "convert/plan/closures.h"
#include "convert/plan/collector.h"
#include "convert/plan/capsules.h"
#include "convert/plan/completion.h"
#include "convert/plan/converters.h"
#include "convert/plan/cxx.h"
#include "convert/plan/definition.h"
#include "convert/plan/early_types.h"
#include "convert/plan/entry_work.h"
#include "convert/plan/exec_body.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/exit_registrations.h"
#include "convert/plan/exported_names.h"
#include "convert/plan/failure_releases.h"
#include "convert/plan/foreign_code.h"
#include "convert/plan/foreign_threads.h"
#include "convert/plan/free_lists.h"
#include "convert/plan/gil_claim.h"
#include "convert/plan/gil_slot.h"
#include "convert/plan/guards.h"
#include "convert/plan/hidden_objects.h"
#include "convert/plan/inactive_functions.h"
#include "convert/plan/inherited_leaks.h"
#include "convert/plan/init_body.h"
#include "convert/plan/initial_values.h"
#include "convert/plan/instance_frees.h"
#include "convert/plan/instance_receivers.h"
#include "convert/plan/kept_references.h"
#include "convert/plan/lazy_objects.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/interpreter_state.h"
#include "convert/plan/lookup_places.h"
#include "convert/plan/macro_arguments.h"
#include "convert/plan/macro_functions.h"
#include "convert/plan/macro_uses.h"
#include "convert/plan/member_visits.h"
#include "convert/plan/module.h"
#include "convert/plan/module_lookups.h"
#include "convert/plan/module_name.h"
#include "convert/plan/module_slots.h"
#include "convert/plan/names.h"
#include "convert/plan/opaque_members.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/own_release.h"
#include "convert/plan/partial_imports.h"
#include "convert/plan/pickling.h"
#include "convert/plan/reach.h"
#include "convert/plan/resources.h"
#include "convert/plan/references.h"
#include "convert/plan/retained_globals.h"
#include "convert/plan/run_time_slots.h"
#include "convert/plan/sealed_bases.h"
#include "convert/plan/sequence_creation.h"
#include "convert/plan/spec_modules.h"
#include "convert/plan/stages.h"
#include "convert/plan/state_demand.h"
#include "convert/plan/state_keepers.h"
#include "convert/plan/state_passing.h"
#include "convert/plan/state_placement.h"
#include "convert/plan/static_methods.h"
#include "convert/plan/stored_references.h"
#include "convert/plan/stray_mentions.h"
#include "convert/plan/strong_references.h"
#include "convert/plan/surplus_references.h"
#include "convert/plan/tables.h"
#include "convert/plan/teardown.h"
#include "convert/plan/teardown_steps.h"
#include "convert/plan/token_pasting.h"
#include "convert/plan/type_creations.h"
#include "convert/plan/type_specs.h"
#include "convert/plan/unchecked_results.h"
#include "convert/plan/variable_selection.h"
#include "convert/plan/vectors.h"
#include "convert/plan/whole_writes.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/cleanup/assertions.h"
#include "convert/rewrite/cleanup/clinic_sums.h"
#include "convert/rewrite/cleanup/dead_code.h"
#include "convert/rewrite/cleanup/exec_cleanup.h"
#include "convert/rewrite/cleanup/lookup_placement.h"
#include "convert/rewrite/cleanup/mention_check.h"
#include "convert/rewrite/functions/bindings.h"
#include "convert/rewrite/functions/capsules.h"
#include "convert/rewrite/functions/callbacks.h"
#include "convert/rewrite/functions/closures.h"
#include "convert/rewrite/functions/converters.h"
#include "convert/rewrite/functions/functions.h"
#include "convert/rewrite/functions/inactive_functions.h"
#include "convert/rewrite/functions/macro_arguments.h"
#include "convert/rewrite/functions/module_lookups.h"
#include "convert/rewrite/functions/static_methods.h"
#include "convert/rewrite/functions/teardown.h"
#include "convert/rewrite/init/definition.h"
#include "convert/rewrite/init/exec_parameter.h"
#include "convert/rewrite/init/init.h"
#include "convert/rewrite/init/module_slots.h"
#include "convert/rewrite/state/atomics.h"
#include "convert/rewrite/state/free_lists.h"
#include "convert/rewrite/state/macros.h"
#include "convert/rewrite/state/references.h"
#include "convert/rewrite/state/state.h"
#include "convert/rewrite/state/tables.h"
#include "convert/rewrite/state/vectors.h"
#include "convert/rewrite/types/clinic.h"
#include "convert/rewrite/threads/guards.h"
#include "convert/rewrite/threads/lazy_objects.h"
#include "convert/rewrite/threads/strong_references.h"
#include "convert/rewrite/types/allocations.h"
#include "convert/rewrite/types/frees.h"
#include "convert/rewrite/types/lazy_types.h"
#include "convert/rewrite/types/members.h"
#include "convert/rewrite/types/ownership.h"
#include "convert/rewrite/types/run_time_slots.h"
#include "convert/rewrite/types/spec_modules.h"
#include "convert/rewrite/types/struct_sequences.h"
#include "convert/rewrite/types/types.h"

/* What each reads and writes is held against the code by tests/project/passes.py. */
static const struct pass passes[] = {
    {"plan-opt-out", PHASE_SELECTION, plan_opt_out,
     "plan/module plan/opt_out",
     "plan/opt_out"},
    {"plan-setup", PHASE_SELECTION, plan_setup,
     "plan/module plan/opt_out",
     "plan/module"},
    {"plan-module-name", PHASE_SELECTION, plan_module_name,
     "",
     "plan/names"},
    {"plan-old-struct", PHASE_SELECTION, plan_old_struct,
     "plan/names",
     "plan/existing_state"},
    {"plan-existing-state", PHASE_SELECTION, plan_existing_state,
     "plan/existing_state plan/ownership",
     "plan/existing_state"},
    {"plan-names", PHASE_SELECTION, plan_names,
     "plan/existing_state plan/names plan/opt_out plan/ownership",
     "plan/names"},
    {"select-variables", PHASE_SELECTION, select_variables,
     "plan/existing_state plan/module plan/names plan/opt_out plan/ownership "
     "plan/retained_globals plan/variable_selection",
     "plan/retained_globals plan/variable_selection"},
    {"plan-tables", PHASE_SELECTION, plan_tables,
     "plan/existing_state plan/ownership plan/retained_globals plan/tables "
     "plan/variable_selection",
     "plan/tables plan/variable_selection"},
    {"report-retained", PHASE_SELECTION, report_retained,
     "plan/names plan/retained_globals plan/tables plan/variable_selection",
     "plan/retained_globals"},
    {"plan-has-state", PHASE_SELECTION, plan_has_state,
     "plan/existing_state plan/variable_selection",
     "plan/variable_selection"},
    {"keep-statics", PHASE_PLAN, keep_statics,
     "plan/opt_out plan/retained_globals plan/stages plan/tables "
     "plan/variable_selection",
     "plan/retained_globals plan/stages plan/tables plan/variable_selection"},
    {"plan-has-state", PHASE_PLAN, plan_has_state,
     "plan/existing_state plan/variable_selection",
     "plan/variable_selection"},
    {"check-definition-fields", PHASE_PLAN, check_definition_fields,
     "plan/names",
     ""},
    {"report-hidden-objects", PHASE_PLAN, report_hidden_objects,
     "plan/names plan/ownership plan/retained_globals",
     "plan/retained_globals"},
    {"check-done", PHASE_PLAN, check_done,
     "plan/opt_out plan/stages plan/variable_selection",
     ""},
    {"plan-mentions", PHASE_PLAN, plan_mentions,
     "facts/mentions",
     "facts/mentions"},
    {"plan-token-pasting", PHASE_PLAN, plan_token_pasting,
     "facts/mentions plan/variable_selection",
     "facts/mentions"},
    {"plan-inactive-functions", PHASE_PLAN, plan_inactive_functions,
     "plan/inactive_functions",
     "plan/inactive_functions"},
    {"plan-call-contexts", PHASE_PLAN, plan_call_contexts,
     "facts/mentions plan/call_contexts plan/module plan/opt_out "
     "plan/ownership plan/variable_selection",
     "plan/bindings plan/call_contexts"},
    {"plan-own-states", PHASE_PLAN, plan_own_states,
     "facts/mentions plan/call_contexts plan/existing_state "
     "plan/variable_selection",
     "plan/existing_state"},
    {"plan-gil-slot", PHASE_PLAN, plan_gil_slot,
     "plan/gil_slot plan/module plan/names",
     "plan/gil_slot"},
    {"plan-free-lists", PHASE_PLAN, plan_free_lists,
     "plan/call_contexts plan/free_lists plan/gil_slot plan/names "
     "plan/variable_selection",
     "plan/free_lists"},
    {"plan-groups", PHASE_PLAN, plan_groups,
     "facts/mentions plan/call_contexts plan/stages plan/variable_selection",
     "plan/stages"},
    {"keep-types", PHASE_PLAN, keep_types,
     "plan/retained_globals plan/stages plan/tables plan/variable_selection",
     "plan/retained_globals plan/stages plan/tables plan/variable_selection"},
    {"plan-has-state", PHASE_PLAN, plan_has_state,
     "plan/existing_state plan/variable_selection",
     "plan/variable_selection"},
    {"check-done", PHASE_PLAN, check_done,
     "plan/opt_out plan/stages plan/variable_selection",
     ""},
    {"check-execution", PHASE_PLAN, check_execution,
     "plan/module plan/names plan/variable_selection",
     ""},
    {"plan-module-lookups", PHASE_PLAN, plan_module_lookups,
     "plan/existing_state plan/module plan/module_lookups plan/ownership "
     "plan/state_users plan/variable_selection",
     "plan/module_lookups plan/state_users"},
    {"plan-lookup-state", PHASE_PLAN, plan_lookup_state,
     "plan/module_lookups plan/variable_selection",
     "plan/variable_selection"},
    {"plan-converters", PHASE_PLAN, plan_converters,
     "plan/call_contexts plan/ownership",
     "plan/call_contexts plan/converters"},
    {"plan-callbacks", PHASE_PLAN, plan_callbacks,
     "plan/call_contexts plan/callbacks plan/converters "
     "plan/variable_selection",
     "plan/call_contexts plan/callbacks"},
    {"plan-objects", PHASE_PLAN, plan_objects,
     "plan/call_contexts plan/callbacks plan/converters plan/ownership "
     "plan/variable_selection",
     "plan/call_contexts plan/instance_receivers"},
    {"check-abi3", PHASE_PLAN, check_abi3,
     "plan/names plan/ownership plan/retained_globals "
     "plan/variable_selection",
     ""},
    {"plan-run-time-slots", PHASE_PLAN, plan_run_time_slots,
     "plan/module_lookups plan/names plan/run_time_slots "
     "plan/variable_selection",
     "plan/run_time_slots"},
    {"check-sealed-bases", PHASE_PLAN, check_sealed_bases,
     "plan/names plan/run_time_slots plan/variable_selection",
     ""},
    {"plan-module-variable", PHASE_PLAN, plan_module_variable,
     "plan/module plan/names plan/variable_selection",
     "plan/module"},
    {"plan-receivers", PHASE_PLAN, plan_receivers,
     "plan/call_contexts plan/collector plan/variable_selection",
     "plan/collector"},
    {"plan-closures", PHASE_PLAN, plan_closures,
     "facts/mentions plan/closures plan/state_users plan/variable_selection",
     "plan/closures plan/state_users"},
    {"plan-state-demand", PHASE_PLAN, plan_state_demand,
     "facts/mentions plan/bindings plan/call_contexts plan/callbacks "
     "plan/collector plan/existing_state plan/inactive_functions "
     "plan/lazy_types plan/module plan/run_time_slots plan/state_demand "
     "plan/state_users plan/variable_selection",
     "plan/callbacks plan/inactive_functions plan/lazy_types "
     "plan/state_demand plan/state_users"},
    {"plan-assertions", PHASE_PLAN, plan_assertions,
     "facts/mentions plan/assertions plan/call_contexts plan/callbacks "
     "plan/collector plan/existing_state plan/lazy_types plan/run_time_slots "
     "plan/state_demand plan/state_users plan/variable_selection",
     "plan/assertions plan/state_users"},
    {"plan-collector", PHASE_PLAN, plan_collector,
     "plan/call_contexts plan/collector plan/existing_state plan/free_lists "
     "plan/opt_out plan/ownership plan/run_time_slots "
     "plan/variable_selection",
     "plan/collector"},
    {"plan-teardown", PHASE_PLAN, plan_teardown,
     "facts/mentions plan/call_contexts plan/callbacks plan/collector "
     "plan/existing_state plan/free_lists plan/instance_receivers "
     "plan/lazy_types plan/module_holders plan/names plan/ownership "
     "plan/run_time_slots plan/state_demand plan/state_users plan/teardown "
     "plan/variable_selection",
     "plan/free_lists plan/module_holders plan/teardown"},
    {"plan-interpreter-state", PHASE_PLAN, plan_interpreter_state,
     "plan/call_contexts plan/existing_state plan/module plan/names "
     "plan/opt_out plan/ownership plan/stages plan/state_users plan/teardown",
     "plan/call_contexts plan/lone_module"},
    {"check-reach", PHASE_PLAN, check_reach,
     "facts/mentions plan/call_contexts plan/existing_state plan/module "
     "plan/names plan/opt_out plan/ownership plan/stages plan/state_users "
     "plan/teardown plan/variable_selection",
     ""},
    {"plan-lookup-places", PHASE_PLAN, plan_lookup_places,
     "facts/mentions plan/call_contexts plan/callbacks plan/collector "
     "plan/existing_state plan/instance_receivers plan/lazy_types plan/names "
     "plan/ownership plan/run_time_slots plan/state_demand plan/state_users "
     "plan/variable_selection",
     "plan/lookup_places"},
    {"check-cxx", PHASE_PLAN, check_cxx,
     "facts/mentions plan/call_contexts plan/existing_state plan/names "
     "plan/ownership plan/state_demand plan/state_users "
     "plan/variable_selection",
     ""},
    {"plan-foreign-threads", PHASE_PLAN, plan_foreign_threads,
     "plan/names plan/ownership plan/retained_globals plan/stages",
     "plan/retained_globals"},
    {"plan-foreign-code", PHASE_PLAN, plan_foreign_code,
     "plan/foreign_code plan/names plan/ownership plan/retained_globals",
     "plan/foreign_code plan/retained_globals"},
    {"plan-new-modules", PHASE_PLAN, plan_new_modules,
     "plan/call_contexts plan/existing_state plan/state_demand "
     "plan/state_users",
     "plan/state_demand"},
    {"plan-exec-parameter", PHASE_PLAN, plan_exec_parameter,
     "plan/module plan/state_users",
     "plan/module"},
    {"plan-macro-functions", PHASE_PLAN, plan_macro_functions,
     "facts/mentions plan/call_contexts plan/callbacks plan/collector "
     "plan/existing_state plan/lazy_types plan/ownership plan/run_time_slots "
     "plan/state_demand plan/state_users plan/variable_selection",
     "plan/call_contexts"},
    {"plan-references", PHASE_CHECK, plan_references,
     "facts/mentions plan/call_contexts plan/collector plan/existing_state "
     "plan/inactive_functions plan/lazy_types plan/names plan/references "
     "plan/run_time_slots plan/state_demand plan/state_users "
     "plan/variable_selection",
     "plan/references"},
    {"check-exported-names", PHASE_CHECK, check_exported_names,
     "plan/call_contexts plan/existing_state plan/names plan/state_demand "
     "plan/state_users plan/variable_selection",
     ""},
    {"plan-clinic", PHASE_CHECK, plan_clinic,
     "facts/mentions plan/call_contexts plan/clinic plan/existing_state "
     "plan/names plan/references plan/state_demand plan/state_users "
     "plan/variable_selection",
     "plan/clinic"},
    {"plan-whole-writes", PHASE_CHECK, plan_whole_writes,
     "facts/mentions plan/call_contexts plan/callbacks plan/collector "
     "plan/existing_state plan/lazy_types plan/module plan/module_lookups "
     "plan/names plan/run_time_slots plan/state_demand plan/state_users "
     "plan/variable_selection",
     "plan/whole_writes"},
    {"plan-macro-uses", PHASE_CHECK, plan_macro_uses,
     "facts/mentions plan/call_contexts plan/existing_state "
     "plan/inactive_functions plan/macro_uses plan/names plan/state_demand "
     "plan/state_users",
     "plan/macro_uses"},
    {"plan-state-keepers", PHASE_CHECK, plan_state_keepers,
     "facts/mentions plan/call_contexts plan/collector plan/existing_state "
     "plan/free_lists plan/gil_slot plan/names plan/ownership "
     "plan/run_time_slots plan/state_keepers plan/state_users "
     "plan/variable_selection",
     "plan/free_lists plan/state_keepers"},
    {"plan-state-passing", PHASE_CHECK, plan_state_passing,
     "facts/mentions plan/call_contexts plan/callbacks plan/closures "
     "plan/collector plan/existing_state plan/instance_receivers "
     "plan/lazy_types plan/module plan/module_lookups plan/names "
     "plan/ownership plan/run_time_slots plan/state_demand "
     "plan/state_passing plan/state_users plan/variable_selection",
     "plan/state_passing"},
    {"plan-macro-arguments", PHASE_CHECK, plan_macro_arguments,
     "facts/mentions plan/call_contexts plan/callbacks plan/collector "
     "plan/existing_state plan/instance_receivers plan/lazy_types "
     "plan/macro_arguments plan/names plan/run_time_slots plan/state_demand "
     "plan/state_users plan/variable_selection",
     "plan/macro_arguments"},
    {"plan-state-calls", PHASE_CHECK, plan_state_calls,
     "facts/mentions plan/call_contexts plan/callbacks plan/collector "
     "plan/converters plan/existing_state plan/inactive_functions "
     "plan/lazy_types plan/names plan/run_time_slots plan/state_demand "
     "plan/state_passing plan/state_users plan/variable_selection",
     "plan/state_passing"},
    {"plan-converted-arguments", PHASE_CHECK, plan_converted_arguments,
     "plan/call_contexts plan/converters plan/existing_state "
     "plan/state_demand plan/state_users",
     "plan/converters"},
    {"plan-class-methods", PHASE_CHECK, plan_class_methods,
     "plan/call_contexts plan/names plan/ownership plan/state_users "
     "plan/static_methods",
     "plan/static_methods"},
    {"plan-bindings", PHASE_CHECK, plan_bindings,
     "plan/bindings plan/call_contexts plan/module plan/names "
     "plan/state_demand plan/variable_selection",
     "plan/bindings"},
    {"plan-spec-modules", PHASE_CHECK, plan_spec_modules,
     "plan/call_contexts plan/module plan/ownership plan/spec_modules "
     "plan/state_demand plan/variable_selection",
     "plan/spec_modules"},
    {"plan-capsules", PHASE_CHECK, plan_capsules,
     "plan/call_contexts plan/capsules plan/existing_state plan/module "
     "plan/names plan/state_demand plan/variable_selection",
     "plan/capsules"},
    {"plan-opaque-members", PHASE_CHECK, plan_opaque_members,
     "plan/opaque_members plan/ownership",
     "plan/opaque_members"},
    {"plan-teardown-steps", PHASE_CHECK, plan_teardown_steps,
     "facts/mentions plan/call_contexts plan/callbacks plan/collector "
     "plan/existing_state plan/free_lists plan/lazy_types plan/names "
     "plan/run_time_slots plan/state_demand plan/state_users plan/teardown "
     "plan/teardown_steps plan/variable_selection",
     "plan/teardown plan/teardown_steps"},
    {"plan-callback-heads", PHASE_CHECK, plan_callback_heads,
     "plan/call_contexts plan/callback_heads plan/callbacks "
     "plan/existing_state plan/names plan/state_demand plan/state_users "
     "plan/variable_selection",
     "plan/callback_heads"},
    {"plan-sequences", PHASE_CHECK, plan_sequences,
     "plan/call_contexts plan/module plan/names plan/sequence_creation "
     "plan/variable_selection",
     "plan/sequence_creation"},
    {"plan-allocations", PHASE_CHECK, plan_allocations,
     "plan/allocations plan/collector plan/free_lists plan/module_holders "
     "plan/names plan/ownership plan/variable_selection",
     "plan/allocations"},
    {"plan-revivals", PHASE_CHECK, plan_revivals,
     "plan/call_contexts plan/collector plan/free_lists plan/names "
     "plan/variable_selection",
     "plan/free_lists"},
    {"plan-stored-references", PHASE_CHECK, plan_stored_references,
     "plan/existing_state plan/free_lists plan/module plan/names "
     "plan/ownership plan/stored_references plan/variable_selection",
     "plan/stored_references"},
    {"plan-kept-references", PHASE_CHECK, plan_kept_references,
     "facts/mentions plan/existing_state plan/free_lists "
     "plan/kept_references plan/names plan/ownership plan/variable_selection",
     "plan/kept_references"},
    {"plan-surplus-references", PHASE_CHECK, plan_surplus_references,
     "plan/call_contexts plan/kept_references plan/names plan/ownership "
     "plan/surplus_references plan/variable_selection",
     "plan/surplus_references"},
    {"plan-failure-releases", PHASE_CHECK, plan_failure_releases,
     "plan/call_contexts plan/failure_releases plan/free_lists "
     "plan/kept_references plan/names plan/opt_out plan/ownership "
     "plan/stored_references plan/surplus_references plan/variable_selection",
     "plan/failure_releases"},
    {"note-inherited-leaks", PHASE_CHECK, note_inherited_leaks,
     "plan/existing_state plan/names plan/opt_out plan/ownership "
     "plan/run_time_slots plan/spec_modules plan/variable_selection",
     ""},
    {"note-module-name", PHASE_CHECK, note_module_name,
     "plan/names",
     ""},
    {"note-unreleased", PHASE_CHECK, note_unreleased,
     "plan/existing_state plan/names plan/opt_out plan/variable_selection",
     ""},
    {"report-exit-registrations", PHASE_CHECK, report_exit_registrations,
     "plan/call_contexts plan/names plan/ownership plan/stages",
     ""},
    {"note-partial-imports", PHASE_CHECK, note_partial_imports,
     "plan/call_contexts plan/module plan/names plan/ownership",
     ""},
    {"plan-vectors", PHASE_CHECK, plan_vectors,
     "plan/names plan/variable_selection plan/vectors",
     "plan/vectors"},
    {"plan-early-types", PHASE_CHECK, plan_early_types,
     "plan/call_contexts plan/early_types plan/module plan/names "
     "plan/run_time_slots plan/state_demand plan/tables "
     "plan/variable_selection",
     "plan/early_types"},
    {"check-type-order", PHASE_CHECK, check_type_order,
     "plan/early_types plan/names plan/run_time_slots plan/state_demand "
     "plan/variable_selection",
     ""},
    {"plan-entry-work", PHASE_CHECK, plan_entry_work,
     "facts/mentions plan/call_contexts plan/callbacks plan/closures "
     "plan/collector plan/entry_work plan/existing_state plan/lazy_types "
     "plan/module plan/module_lookups plan/names plan/ownership "
     "plan/run_time_slots plan/state_demand plan/state_users "
     "plan/variable_selection",
     "plan/entry_work"},
    {"plan-type-creations", PHASE_CHECK, plan_type_creations,
     "plan/early_types plan/module plan/names plan/ownership plan/stages "
     "plan/state_demand plan/type_creations plan/variable_selection",
     "plan/type_creations"},
    {"plan-init-body", PHASE_CHECK, plan_init_body,
     "plan/call_contexts plan/init_body plan/init_steps plan/module "
     "plan/names plan/ownership plan/state_demand plan/variable_selection",
     "plan/init_body plan/init_steps"},
    {"note-unchecked-results", PHASE_CHECK, note_unchecked_results,
     "plan/call_contexts plan/init_body plan/init_steps plan/module "
     "plan/names plan/ownership plan/variable_selection",
     ""},
    {"check-initial-values", PHASE_CHECK, check_initial_values,
     "plan/early_types plan/module plan/names plan/ownership plan/stages "
     "plan/state_demand plan/state_users plan/variable_selection",
     ""},
    {"plan-type-specs", PHASE_CHECK, plan_type_specs,
     "facts/mentions plan/assertions plan/collector plan/free_lists "
     "plan/gc_functions plan/module_holders plan/names plan/run_time_slots "
     "plan/slot_guards plan/type_specs plan/variable_selection",
     "plan/free_lists plan/gc_functions plan/slot_guards plan/type_specs"},
    {"plan-instance-frees", PHASE_CHECK, plan_instance_frees,
     "plan/call_contexts plan/collector plan/free_lists plan/gc_functions "
     "plan/instance_frees plan/names plan/ownership plan/type_specs "
     "plan/variable_selection",
     "plan/instance_frees"},
    {"plan-member-visits", PHASE_CHECK, plan_member_visits,
     "plan/member_visits plan/module_holders plan/names plan/run_time_slots "
     "plan/type_specs plan/variable_selection",
     "plan/member_visits"},
    {"plan-pickling", PHASE_CHECK, plan_pickling,
     "plan/names plan/pickling plan/run_time_slots plan/variable_selection",
     "plan/pickling"},
    {"plan-annotations", PHASE_CHECK, plan_annotations,
     "plan/annotations plan/names plan/run_time_slots "
     "plan/variable_selection",
     "plan/annotations"},
    {"plan-own-release", PHASE_CHECK, plan_own_release,
     "plan/names plan/opt_out plan/stages plan/variable_selection",
     "plan/own_release"},
    {"check-definition", PHASE_CHECK, check_definition,
     "plan/capsules plan/existing_state plan/module plan/names plan/opt_out "
     "plan/stages plan/variable_selection",
     ""},
    {"plan-slot-table", PHASE_CHECK, plan_slot_table,
     "plan/claim_place plan/gil_slot plan/lone_module plan/module "
     "plan/module_slots plan/names plan/opt_out plan/retained_globals "
     "plan/stages plan/variable_selection",
     "plan/claim_place plan/module_slots"},
    {"plan-state-placement", PHASE_CHECK, plan_state_placement,
     "facts/mentions plan/array_sizes plan/call_contexts plan/callbacks "
     "plan/capsules plan/closures plan/collector plan/existing_state "
     "plan/lazy_types plan/macro_arguments plan/module plan/module_lookups "
     "plan/names plan/opt_out plan/ownership plan/python_macros "
     "plan/run_time_slots plan/stages plan/state_demand plan/state_passing "
     "plan/state_placement plan/state_users plan/variable_selection",
     "plan/array_sizes plan/python_macros plan/state_placement"},
    {"check-mentions", PHASE_CHECK, check_mentions,
     "facts/mentions plan/assertions plan/closures plan/init_body "
     "plan/init_steps plan/lazy_types plan/macro_uses plan/module_lookups "
     "plan/names plan/ownership plan/references plan/run_time_slots "
     "plan/state_passing plan/variable_selection",
     ""},
    {"plan-exec-body", PHASE_CHECK, plan_exec_body,
     "facts/mentions plan/bindings plan/call_contexts plan/callbacks "
     "plan/closures plan/collector plan/early_types plan/entry_work "
     "plan/existing_state plan/gil_slot plan/init_body plan/init_steps "
     "plan/lazy_types plan/module plan/module_lookups plan/run_time_slots "
     "plan/spec_modules plan/stages plan/state_demand plan/state_passing "
     "plan/state_users plan/teardown plan/variable_selection",
     "plan/exec_body"},
    {"plan-guards", PHASE_THREADS, plan_guards,
     "facts/lazy_objects facts/shared_places plan/guards plan/names",
     "facts/lazy_objects facts/shared_places plan/guards"},
    {"plan-lazy-objects", PHASE_THREADS, plan_lazy_objects,
     "facts/lazy_objects plan/guards plan/lazy_objects plan/names",
     "plan/lazy_objects"},
    {"plan-strong-references", PHASE_THREADS, plan_strong_references,
     "plan/guards plan/lazy_objects plan/names plan/strong_references",
     "plan/strong_references"},
    {"plan-gil-claim", PHASE_THREADS, plan_gil_claim,
     "plan/gil_claim plan/guards plan/names",
     "plan/gil_claim"},
    {"plan-foreign-threads", PHASE_CLAIM, plan_foreign_threads,
     "plan/names plan/ownership plan/retained_globals plan/stages",
     "plan/retained_globals"},
    {"plan-foreign-code", PHASE_CLAIM, plan_foreign_code,
     "plan/foreign_code plan/names plan/ownership plan/retained_globals",
     "plan/foreign_code plan/retained_globals"},
    {"plan-gil-slot", PHASE_CLAIM, plan_gil_slot,
     "plan/gil_slot plan/module plan/names",
     "plan/gil_slot"},
    {"plan-slot-table", PHASE_CLAIM, plan_slot_table,
     "plan/claim_place plan/gil_slot plan/lone_module plan/module "
     "plan/module_slots plan/names plan/opt_out plan/retained_globals "
     "plan/stages plan/variable_selection",
     "plan/claim_place plan/module_slots"},
};

static const struct rewrite_pass rewrite_passes[] = {
    {"name-exec-parameter", name_exec_parameter,
     "plan/module plan/state_users",
     ""},
    {"edit-assertions", edit_assertions,
     "plan/assertions",
     ""},
    {"edit-references", edit_references,
     "facts/mentions plan/call_contexts plan/collector "
     "plan/instance_receivers plan/module plan/module_holders plan/names "
     "plan/references plan/run_time_slots plan/state_demand "
     "plan/state_keepers plan/teardown plan/variable_selection",
     "rewrite/requirements"},
    {"edit-clinic", edit_clinic,
     "plan/call_contexts plan/clinic plan/collector plan/instance_receivers "
     "plan/module plan/module_holders plan/names plan/run_time_slots "
     "plan/state_demand plan/state_keepers plan/teardown "
     "plan/variable_selection",
     "rewrite/requirements"},
    {"edit-tables", edit_tables,
     "plan/tables",
     ""},
    {"edit-atomics", edit_atomics,
     "plan/names plan/variable_selection",
     ""},
    {"edit-macros", edit_macros,
     "plan/macro_uses plan/names plan/state_demand",
     ""},
    {"edit-functions", edit_functions,
     "plan/call_contexts plan/collector plan/instance_receivers "
     "plan/lookup_places plan/module plan/module_holders plan/names "
     "plan/run_time_slots plan/state_demand plan/state_keepers "
     "plan/state_passing plan/teardown plan/variable_selection "
     "rewrite/rewriter text/style",
     "rewrite/functions/functions rewrite/requirements"},
    {"edit-inactive-functions", edit_inactive_functions,
     "plan/inactive_functions plan/names rewrite/rewriter",
     ""},
    {"edit-arguments", edit_arguments,
     "facts/mentions plan/call_contexts plan/collector "
     "plan/instance_receivers plan/macro_arguments plan/module "
     "plan/module_holders plan/names plan/run_time_slots plan/state_demand "
     "plan/state_keepers plan/teardown plan/variable_selection text/style",
     "rewrite/requirements"},
    {"edit-calls", edit_calls,
     "plan/call_contexts plan/collector plan/instance_receivers "
     "plan/lookup_places plan/module plan/module_holders plan/names "
     "plan/run_time_slots plan/state_demand plan/state_keepers "
     "plan/state_passing plan/teardown plan/variable_selection "
     "rewrite/rewriter text/style",
     "rewrite/functions/functions rewrite/requirements"},
    {"edit-static-methods", edit_static_methods,
     "plan/static_methods",
     ""},
    {"edit-bindings", edit_bindings,
     "plan/bindings plan/call_contexts plan/module plan/state_demand",
     ""},
    {"edit-spec-modules", edit_spec_modules,
     "plan/call_contexts plan/module plan/spec_modules plan/state_demand",
     ""},
    {"edit-capsules", edit_capsules,
     "plan/call_contexts plan/capsules plan/module plan/names "
     "plan/state_demand",
     ""},
    {"edit-lazy-types", edit_lazy_types,
     "plan/lazy_types",
     ""},
    {"edit-callbacks", edit_callbacks,
     "plan/callback_heads plan/names rewrite/rewriter",
     ""},
    {"edit-members", edit_members,
     "plan/names plan/opaque_members plan/variable_selection rewrite/faults",
     "rewrite/faults"},
    {"edit-converters", edit_converters,
     "plan/converters plan/names rewrite/rewriter text/style",
     ""},
    {"edit-closures", edit_closures,
     "plan/closures plan/names plan/variable_selection rewrite/rewriter",
     ""},
    {"edit-module-lookups", edit_module_lookups,
     "plan/module_lookups plan/names rewrite/rewriter",
     ""},
    {"edit-sequences", edit_sequences,
     "plan/names plan/sequence_creation plan/variable_selection "
     "rewrite/faults text/style",
     "rewrite/faults rewrite/requirements"},
    {"edit-allocations", edit_allocations,
     "plan/allocations rewrite/faults rewrite/requirements",
     "rewrite/faults rewrite/requirements"},
    {"edit-frees", edit_frees,
     "plan/instance_frees rewrite/faults text/style",
     "rewrite/faults"},
    {"edit-free-lists", edit_free_lists,
     "plan/collector plan/free_lists plan/names plan/variable_selection "
     "rewrite/rewriter",
     ""},
    {"edit-ownership", edit_ownership,
     "plan/failure_releases plan/kept_references plan/names "
     "plan/stored_references plan/surplus_references plan/variable_selection "
     "rewrite/faults rewrite/rewriter text/style",
     "rewrite/faults"},
    {"edit-vectors", edit_vectors,
     "plan/names plan/variable_selection plan/vectors rewrite/faults "
     "rewrite/rewriter",
     "rewrite/faults"},
    {"edit-teardown", edit_teardown,
     "plan/names plan/teardown plan/teardown_steps plan/variable_selection "
     "text/style",
     ""},
    {"edit-run-time-slots", edit_run_time_slots,
     "plan/early_types plan/run_time_slots plan/variable_selection "
     "rewrite/faults rewrite/types/run_time_slots",
     "rewrite/faults rewrite/types/run_time_slots"},
    {"edit-init", edit_init,
     "facts/mentions plan/call_contexts plan/callbacks plan/closures "
     "plan/collector plan/early_types plan/entry_work plan/exec_body "
     "plan/existing_state plan/gil_slot plan/init_body plan/init_steps "
     "plan/lazy_types plan/lone_module plan/module plan/module_lookups "
     "plan/names plan/opt_out plan/run_time_slots plan/stages "
     "plan/state_demand plan/state_users plan/teardown plan/type_creations "
     "plan/type_specs plan/variable_selection plan/whole_writes "
     "rewrite/faults text/style",
     "rewrite/faults rewrite/init/init rewrite/requirements"},
    {"edit-types", edit_types,
     "plan/annotations plan/collector plan/gc_functions plan/member_visits "
     "plan/module_holders plan/names plan/pickling plan/run_time_slots "
     "plan/slot_guards plan/type_specs plan/variable_selection "
     "rewrite/faults rewrite/requirements rewrite/rewriter "
     "rewrite/types/run_time_slots text/style",
     "rewrite/faults rewrite/requirements"},
    {"edit-definition", edit_definition,
     "facts/mentions plan/call_contexts plan/callbacks plan/capsules "
     "plan/claim_place plan/collector plan/exec_body plan/existing_state "
     "plan/free_lists plan/gil_slot plan/lazy_types plan/lone_module "
     "plan/module plan/module_holders plan/module_slots plan/names "
     "plan/opt_out plan/own_release plan/retained_globals "
     "plan/run_time_slots plan/stages plan/state_demand plan/state_users "
     "plan/teardown plan/variable_selection rewrite/faults "
     "rewrite/requirements text/style",
     "rewrite/faults rewrite/requirements"},
    {"place-lookups", place_lookups,
     "facts/mentions plan/call_contexts plan/callbacks plan/collector "
     "plan/existing_state plan/instance_receivers plan/lazy_types "
     "plan/lookup_places plan/module plan/module_holders plan/names "
     "plan/run_time_slots plan/state_demand plan/state_keepers "
     "plan/state_users plan/teardown plan/variable_selection "
     "rewrite/cleanup/lookup_placement rewrite/cleanup/unused_state "
     "rewrite/functions/functions rewrite/init/init rewrite/rewriter "
     "text/style",
     "rewrite/cleanup/lookup_placement rewrite/cleanup/unused_state "
     "rewrite/requirements"},
    {"edit-state", edit_state,
     "facts/mentions plan/array_sizes plan/call_contexts plan/callbacks "
     "plan/capsules plan/existing_state plan/lone_module plan/module "
     "plan/module_lookups plan/names plan/pickling plan/python_macros "
     "plan/run_time_slots plan/stages plan/state_demand plan/state_keepers "
     "plan/state_placement plan/state_users plan/teardown plan/type_specs "
     "plan/variable_selection rewrite/faults rewrite/requirements text/style",
     "rewrite/faults rewrite/requirements"},
    {"find-missing-edits", find_missing_edits,
     "facts/mentions plan/clinic plan/references plan/variable_selection "
     "rewrite/faults",
     "rewrite/faults"},
    {"remove-dead-returns", remove_dead_returns,
     "plan/module",
     ""},
    {"clean-exec", clean_exec,
     "plan/exec_body plan/module rewrite/cleanup/unused_state rewrite/faults "
     "rewrite/init/init rewrite/rewriter text/style",
     "rewrite/faults"},
    {"join-removals", join_removals,
     "",
     ""},
    {"edit-clinic-sums", edit_clinic_sums,
     "plan/clinic rewrite/faults",
     "rewrite/faults"},
    {"edit-guards", edit_guards,
     "plan/guards text/style",
     ""},
    {"edit-strong-references", edit_strong_references,
     "plan/strong_references text/style",
     ""},
    {"edit-gil-claim", edit_gil_claim,
     "plan/gil_claim text/style",
     ""},
};

bool
passes_run(struct conversion *c, enum phase last)
{
    for (size_t i = 0; i < ARRAY_LENGTH(passes) && passes[i].phase <= last; i++) {
        bool begins = i == 0 || passes[i - 1].phase != passes[i].phase;
        if (begins && passes[i].phase == PHASE_CHECK && c->is_refused) {
            return false;
        }
        passes[i].run(c);
        if (c->is_done) {
            return false;
        }
    }
    return true;
}

static void
run_phase(struct conversion *c, enum phase phase)
{
    for (size_t i = 0; i < ARRAY_LENGTH(passes); i++) {
        if (passes[i].phase == phase) {
            passes[i].run(c);
        }
    }
}

void
passes_guard(struct conversion *c)
{
    run_phase(c, PHASE_THREADS);
}

void
passes_claim(struct conversion *c)
{
    run_phase(c, PHASE_CLAIM);
}

void
passes_rewrite(struct rewriter *r)
{
    for (size_t i = 0; i < ARRAY_LENGTH(rewrite_passes); i++) {
        rewrite_passes[i].run(r);
    }
}

void
passes_rewrite_claim(struct rewriter *r)
{
    if (r->plan->slot_table->step == SLOTS_GET_CLAIM) {
        edit_slot_table(r);
    }
}

void
passes_rewrite_guards(struct rewriter *r)
{
    edit_guards(r);
    edit_lazy_objects(r);
    edit_strong_references(r);
    edit_gil_claim(r);
}
