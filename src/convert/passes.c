/* The passes in their order. */
#include "convert/passes.h"

#include "convert/facts/cxx.h"
#include "convert/facts/existing_state.h"
#include "convert/facts/mentions.h"
#include "convert/facts/token_pasting.h"
#include "convert/plan/assertions.h"
#include "convert/plan/call_contexts.h"
#include "convert/plan/callbacks.h"
#include "convert/plan/collector.h"
#include "convert/plan/completion.h"
#include "convert/plan/converters.h"
#include "convert/plan/foreign_threads.h"
#include "convert/plan/free_lists.h"
#include "convert/plan/gil_slot.h"
#include "convert/plan/inactive_functions.h"
#include "convert/plan/instance_receivers.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/macro_functions.h"
#include "convert/plan/module.h"
#include "convert/plan/module_lookups.h"
#include "convert/plan/names.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/run_time_slots.h"
#include "convert/plan/stages.h"
#include "convert/plan/state_demand.h"
#include "convert/plan/tables.h"
#include "convert/plan/teardown.h"
#include "convert/plan/variable_selection.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/cleanup/assertions.h"
#include "convert/rewrite/cleanup/dead_code.h"
#include "convert/rewrite/cleanup/exec_cleanup.h"
#include "convert/rewrite/cleanup/lookup_placement.h"
#include "convert/rewrite/cleanup/mention_check.h"
#include "convert/rewrite/functions/bindings.h"
#include "convert/rewrite/functions/callbacks.h"
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
#include "convert/rewrite/state/atomics.h"
#include "convert/rewrite/state/free_lists.h"
#include "convert/rewrite/state/macros.h"
#include "convert/rewrite/state/references.h"
#include "convert/rewrite/state/state.h"
#include "convert/rewrite/state/tables.h"
#include "convert/rewrite/state/vectors.h"
#include "convert/rewrite/types/allocations.h"
#include "convert/rewrite/types/frees.h"
#include "convert/rewrite/types/members.h"
#include "convert/rewrite/types/ownership.h"
#include "convert/rewrite/types/run_time_slots.h"
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
     "plan/module",
     "plan/names"},
    {"plan-old-struct", PHASE_SELECTION, plan_old_struct,
     "facts/existing_state plan/module plan/names",
     "facts/existing_state"},
    {"plan-existing-state", PHASE_SELECTION, plan_existing_state,
     "facts/existing_state plan/module",
     "facts/existing_state"},
    {"plan-names", PHASE_SELECTION, plan_names,
     "facts/existing_state facts/modules plan/module plan/names plan/opt_out",
     "plan/names"},
    {"select-variables", PHASE_SELECTION, select_variables,
     "facts/existing_state facts/index facts/modules plan/module plan/names "
     "plan/opt_out plan/retained_globals plan/variable_selection",
     "plan/retained_globals plan/variable_selection"},
    {"plan-tables", PHASE_SELECTION, plan_tables,
     "facts/existing_state facts/index facts/modules plan/tables "
     "plan/variable_selection",
     "plan/tables plan/variable_selection"},
    {"plan-has-state", PHASE_SELECTION, plan_has_state,
     "facts/existing_state plan/module_lookups plan/variable_selection",
     "plan/variable_selection"},
    {"keep-statics", PHASE_PLAN, keep_statics,
     "plan/retained_globals plan/tables plan/variable_selection",
     "plan/retained_globals plan/stages plan/tables plan/variable_selection"},
    {"plan-has-state", PHASE_PLAN, plan_has_state,
     "facts/existing_state plan/module_lookups plan/variable_selection",
     "plan/variable_selection"},
    {"check-definition-fields", PHASE_PLAN, check_definition_fields,
     "plan/module plan/names",
     ""},
    {"check-done", PHASE_PLAN, check_done,
     "plan/module plan/opt_out plan/stages plan/variable_selection",
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
     "facts/mentions facts/modules plan/call_contexts plan/instances "
     "plan/module plan/opt_out plan/variable_selection",
     "plan/bindings plan/call_contexts plan/instances"},
    {"plan-own-states", PHASE_PLAN, plan_own_states,
     "facts/existing_state plan/call_contexts plan/names",
     "facts/existing_state"},
    {"plan-gil-slot", PHASE_PLAN, plan_gil_slot,
     "plan/gil_slot plan/module",
     "plan/gil_slot"},
    {"plan-free-lists", PHASE_PLAN, plan_free_lists,
     "plan/call_contexts plan/gil_slot plan/names plan/variable_selection",
     "plan/free_lists"},
    {"plan-groups", PHASE_PLAN, plan_groups,
     "facts/mentions plan/call_contexts plan/stages plan/variable_selection",
     "plan/stages"},
    {"keep-types", PHASE_PLAN, keep_types,
     "plan/stages plan/tables plan/variable_selection",
     "plan/retained_globals plan/stages plan/tables plan/variable_selection"},
    {"plan-has-state", PHASE_PLAN, plan_has_state,
     "facts/existing_state plan/module_lookups plan/variable_selection",
     "plan/variable_selection"},
    {"check-done", PHASE_PLAN, check_done,
     "plan/module plan/opt_out plan/stages plan/variable_selection",
     ""},
    {"check-execution", PHASE_PLAN, check_execution,
     "plan/module plan/names plan/variable_selection",
     ""},
    {"plan-module-lookups", PHASE_PLAN, plan_module_lookups,
     "facts/existing_state facts/modules plan/module plan/module_lookups "
     "plan/state_users plan/variable_selection",
     "plan/module_lookups plan/state_users"},
    {"plan-has-state", PHASE_PLAN, plan_has_state,
     "facts/existing_state plan/module_lookups plan/variable_selection",
     "plan/variable_selection"},
    {"plan-converters", PHASE_PLAN, plan_converters,
     "facts/modules plan/call_contexts",
     "plan/call_contexts plan/converters"},
    {"plan-callbacks", PHASE_PLAN, plan_callbacks,
     "plan/call_contexts plan/callbacks plan/converters plan/instances "
     "plan/variable_selection",
     "plan/call_contexts plan/callbacks plan/instances"},
    {"plan-objects", PHASE_PLAN, plan_objects,
     "facts/modules plan/call_contexts plan/instances "
     "plan/variable_selection",
     "plan/call_contexts plan/instance_receivers plan/instances"},
    {"check-abi3", PHASE_PLAN, check_abi3,
     "facts/modules plan/module plan/names plan/variable_selection",
     ""},
    {"plan-module-variable", PHASE_PLAN, plan_module_variable,
     "plan/module plan/names",
     "plan/module"},
    {"plan-receivers", PHASE_PLAN, plan_receivers,
     "plan/call_contexts plan/collector plan/variable_selection",
     "plan/collector"},
    {"plan-state-demand", PHASE_PLAN, plan_state_demand,
     "facts/existing_state facts/mentions plan/bindings plan/call_contexts "
     "plan/callbacks plan/collector plan/inactive_functions plan/module "
     "plan/names plan/state_demand plan/state_users plan/variable_selection",
     "plan/inactive_functions plan/state_demand plan/state_users"},
    {"plan-assertions", PHASE_PLAN, plan_assertions,
     "facts/existing_state facts/mentions plan/assertions plan/call_contexts "
     "plan/callbacks plan/collector plan/state_demand plan/state_users "
     "plan/variable_selection",
     "plan/assertions plan/state_users"},
    {"plan-teardown", PHASE_PLAN, plan_teardown,
     "facts/existing_state facts/mentions facts/modules plan/call_contexts "
     "plan/callbacks plan/collector plan/names plan/state_demand "
     "plan/state_users plan/teardown plan/variable_selection",
     "plan/teardown"},
    {"check-reach", PHASE_PLAN, check_reach,
     "facts/existing_state plan/call_contexts plan/names plan/state_users "
     "plan/teardown",
     ""},
    {"check-cxx", PHASE_PLAN, check_cxx,
     "facts/modules plan/names plan/state_users",
     ""},
    {"plan-foreign-threads", PHASE_PLAN, plan_foreign_threads,
     "facts/modules plan/names plan/retained_globals",
     "plan/retained_globals"},
    {"plan-collector", PHASE_PLAN, plan_collector,
     "facts/existing_state facts/modules plan/call_contexts plan/collector "
     "plan/variable_selection",
     "plan/collector"},
    {"plan-new-modules", PHASE_PLAN, plan_new_modules,
     "facts/existing_state plan/call_contexts plan/state_demand "
     "plan/state_users",
     "plan/state_demand"},
    {"plan-exec-parameter", PHASE_PLAN, plan_exec_parameter,
     "plan/module plan/state_users",
     "plan/module"},
    {"plan-macro-functions", PHASE_PLAN, plan_macro_functions,
     "facts/existing_state facts/mentions facts/modules plan/call_contexts "
     "plan/callbacks plan/collector plan/state_demand plan/state_users "
     "plan/variable_selection",
     "plan/call_contexts"},
    {"plan-run-time-slots", PHASE_CHECK, plan_run_time_slots,
     "plan/names plan/run_time_slots plan/variable_selection",
     "plan/run_time_slots"},
};

static const struct rewrite_pass rewrite_passes[] = {
    {"name-exec-parameter", name_exec_parameter,
     "plan/module plan/state_users preparation/preparation",
     ""},
    {"edit-assertions", edit_assertions,
     "plan/assertions plan/module preparation/preparation",
     ""},
    {"edit-references", edit_references,
     "facts/existing_state facts/mentions plan/call_contexts plan/collector "
     "plan/inactive_functions plan/module plan/names plan/state_demand "
     "plan/state_users plan/variable_selection preparation/preparation",
     ""},
    {"edit-tables", edit_tables,
     "plan/module plan/tables preparation/preparation",
     ""},
    {"edit-atomics", edit_atomics,
     "plan/module plan/names plan/variable_selection preparation/preparation",
     ""},
    {"edit-macros", edit_macros,
     "facts/existing_state facts/mentions plan/call_contexts "
     "plan/inactive_functions plan/module plan/names plan/state_demand "
     "plan/state_users preparation/preparation",
     ""},
    {"edit-functions", edit_functions,
     "facts/existing_state facts/index facts/mentions facts/modules "
     "plan/call_contexts plan/callbacks plan/collector "
     "plan/instance_receivers plan/module plan/module_lookups plan/names "
     "plan/state_demand plan/state_users plan/teardown "
     "plan/variable_selection preparation/preparation rewrite/rewriter "
     "text/style",
     "facts/index rewrite/functions/functions rewrite/requirements "
     "text/style"},
    {"edit-inactive-functions", edit_inactive_functions,
     "plan/inactive_functions plan/module plan/names preparation/preparation "
     "rewrite/rewriter",
     ""},
    {"edit-arguments", edit_arguments,
     "facts/existing_state facts/mentions plan/call_contexts plan/callbacks "
     "plan/collector plan/instance_receivers plan/module plan/names "
     "plan/state_demand plan/state_users plan/teardown "
     "plan/variable_selection preparation/preparation text/style",
     "rewrite/requirements text/style"},
    {"edit-calls", edit_calls,
     "facts/existing_state facts/mentions plan/call_contexts plan/callbacks "
     "plan/collector plan/converters plan/inactive_functions plan/module "
     "plan/names plan/state_demand plan/state_users plan/variable_selection "
     "preparation/preparation",
     ""},
    {"edit-static-methods", edit_static_methods,
     "facts/modules plan/call_contexts plan/module plan/names "
     "plan/state_users preparation/preparation",
     ""},
    {"edit-bindings", edit_bindings,
     "plan/bindings plan/call_contexts plan/instances plan/module plan/names "
     "plan/state_demand plan/variable_selection preparation/preparation",
     "plan/instances"},
    {"edit-callbacks", edit_callbacks,
     "plan/callbacks plan/module plan/names preparation/preparation "
     "rewrite/rewriter",
     ""},
    {"edit-members", edit_members,
     "facts/modules plan/module plan/names plan/variable_selection "
     "preparation/preparation",
     ""},
    {"edit-converters", edit_converters,
     "facts/existing_state plan/call_contexts plan/converters plan/module "
     "plan/names plan/state_demand plan/state_users preparation/preparation "
     "rewrite/rewriter text/style",
     "text/style"},
    {"edit-module-lookups", edit_module_lookups,
     "plan/module plan/module_lookups plan/names preparation/preparation "
     "rewrite/rewriter",
     ""},
    {"edit-sequences", edit_sequences,
     "plan/call_contexts plan/module plan/names plan/variable_selection "
     "preparation/preparation text/style",
     "text/style"},
    {"edit-allocations", edit_allocations,
     "facts/modules plan/collector plan/free_lists plan/module plan/names "
     "plan/variable_selection preparation/preparation rewrite/requirements",
     "rewrite/requirements"},
    {"edit-frees", edit_frees,
     "facts/modules plan/call_contexts plan/collector plan/module plan/names "
     "plan/variable_selection preparation/preparation text/style",
     "text/style"},
    {"edit-free-lists", edit_free_lists,
     "plan/call_contexts plan/collector plan/free_lists plan/module "
     "plan/names plan/variable_selection preparation/preparation "
     "rewrite/rewriter",
     ""},
    {"edit-ownership", edit_ownership,
     "facts/mentions plan/call_contexts plan/free_lists plan/module "
     "plan/names plan/variable_selection preparation/preparation "
     "rewrite/rewriter",
     ""},
    {"edit-vectors", edit_vectors,
     "plan/module plan/names plan/variable_selection preparation/preparation "
     "rewrite/rewriter",
     ""},
    {"edit-teardown", edit_teardown,
     "facts/existing_state facts/mentions plan/call_contexts plan/callbacks "
     "plan/collector plan/module plan/names plan/state_demand "
     "plan/state_users plan/teardown plan/variable_selection "
     "preparation/preparation text/style",
     "text/style"},
    {"edit-run-time-slots", edit_run_time_slots,
     "plan/module plan/names plan/run_time_slots plan/variable_selection "
     "preparation/preparation rewrite/types/run_time_slots",
     "rewrite/types/run_time_slots"},
    {"edit-init", edit_init,
     "facts/existing_state facts/index facts/mentions facts/modules "
     "plan/call_contexts plan/callbacks plan/collector plan/gil_slot "
     "plan/module plan/module_lookups plan/names plan/run_time_slots "
     "plan/stages plan/state_demand plan/state_users plan/teardown "
     "plan/variable_selection preparation/preparation rewrite/init/init "
     "text/style",
     "facts/index rewrite/init/init rewrite/requirements text/style"},
    {"edit-types", edit_types,
     "plan/collector plan/free_lists plan/module plan/names "
     "plan/run_time_slots plan/variable_selection preparation/preparation "
     "rewrite/requirements rewrite/rewriter rewrite/types/run_time_slots "
     "text/style",
     "rewrite/requirements text/style"},
    {"edit-definition", edit_definition,
     "facts/existing_state plan/call_contexts plan/collector plan/free_lists "
     "plan/gil_slot plan/module plan/names plan/opt_out "
     "plan/retained_globals plan/stages plan/teardown "
     "plan/variable_selection preparation/preparation rewrite/init/init "
     "rewrite/requirements text/style",
     "rewrite/requirements text/style"},
    {"place-lookups", place_lookups,
     "facts/existing_state facts/mentions plan/call_contexts plan/callbacks "
     "plan/collector plan/instance_receivers plan/module plan/names "
     "plan/state_demand plan/state_users plan/teardown "
     "plan/variable_selection preparation/preparation "
     "rewrite/cleanup/lookup_placement rewrite/functions/functions "
     "rewrite/rewriter text/style",
     "rewrite/cleanup/lookup_placement rewrite/requirements text/style"},
    {"edit-state", edit_state,
     "facts/existing_state facts/index facts/mentions facts/modules "
     "plan/call_contexts plan/callbacks plan/collector plan/module "
     "plan/module_lookups plan/names plan/opt_out plan/run_time_slots "
     "plan/stages plan/state_demand plan/state_users plan/teardown "
     "plan/variable_selection preparation/preparation rewrite/requirements "
     "rewrite/state/state text/style",
     "facts/index rewrite/requirements rewrite/state/state text/style"},
    {"check-mentions", check_mentions,
     "facts/mentions facts/modules plan/module plan/names "
     "plan/variable_selection preparation/preparation",
     ""},
    {"remove-dead-returns", remove_dead_returns,
     "plan/module preparation/preparation",
     ""},
    {"clean-exec", clean_exec,
     "plan/module plan/names preparation/preparation rewrite/init/init "
     "text/style",
     "text/style"},
    {"join-removals", join_removals,
     "preparation/preparation",
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

void
passes_rewrite(struct rewriter *r)
{
    for (size_t i = 0; i < ARRAY_LENGTH(rewrite_passes); i++) {
        rewrite_passes[i].run(r);
    }
}
