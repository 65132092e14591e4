/* The passes in their order. */
#include "convert/passes.h"

#include "convert/facts/cxx.h"
#include "convert/facts/existing_state.h"
#include "convert/facts/mentions.h"
#include "convert/plan/assertions.h"
#include "convert/plan/call_contexts.h"
#include "convert/plan/callbacks.h"
#include "convert/plan/collector.h"
#include "convert/plan/completion.h"
#include "convert/plan/converters.h"
#include "convert/plan/free_lists.h"
#include "convert/plan/inactive_functions.h"
#include "convert/plan/instance_receivers.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/lost_attributes.h"
#include "convert/plan/module.h"
#include "convert/plan/module_lookups.h"
#include "convert/plan/names.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/stages.h"
#include "convert/plan/state_demand.h"
#include "convert/plan/tables.h"
#include "convert/plan/teardown.h"
#include "convert/plan/variable_selection.h"
#include "convert/report/public_headers.h"
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
#include "convert/rewrite/init/init_module.h"
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
    {"plan-opt-out", PHASE_SELECTION, plan_opt_out, "", ""},
    {"plan-module-name", PHASE_SELECTION, plan_module_name, "", ""},
    {"plan-old-struct", PHASE_SELECTION, plan_old_struct, "", ""},
    {"plan-existing-state", PHASE_SELECTION, plan_existing_state, "", ""},
    {"plan-names", PHASE_SELECTION, plan_names, "", ""},
    {"select-variables", PHASE_SELECTION, select_variables, "", ""},
    {"plan-tables", PHASE_SELECTION, plan_tables, "", ""},
    {"plan-has-state", PHASE_SELECTION, plan_has_state, "", ""},
    {"keep-statics", PHASE_PLAN, keep_statics, "", ""},
    {"check-definition-fields", PHASE_PLAN, check_definition_fields, "", ""},
    {"check-done", PHASE_PLAN, check_done, "", ""},
    {"plan-mentions", PHASE_PLAN, plan_mentions, "", ""},
    {"plan-inactive-functions", PHASE_PLAN, plan_inactive_functions, "", ""},
    {"plan-call-contexts", PHASE_PLAN, plan_call_contexts, "", ""},
    {"plan-own-states", PHASE_PLAN, plan_own_states, "", ""},
    {"plan-free-lists", PHASE_PLAN, plan_free_lists, "", ""},
    {"plan-groups", PHASE_PLAN, plan_groups, "", ""},
    {"keep-types", PHASE_PLAN, keep_types, "", ""},
    {"check-done", PHASE_PLAN, check_done, "", ""},
    {"check-execution", PHASE_PLAN, check_execution, "", ""},
    {"plan-module-lookups", PHASE_PLAN, plan_module_lookups, "", ""},
    {"plan-converters", PHASE_PLAN, plan_converters, "", ""},
    {"plan-callbacks", PHASE_PLAN, plan_callbacks, "", ""},
    {"plan-objects", PHASE_PLAN, plan_objects, "", ""},
    {"check-abi3", PHASE_PLAN, check_abi3, "", ""},
    {"plan-module-variable", PHASE_PLAN, plan_module_variable, "", ""},
    {"plan-receivers", PHASE_PLAN, plan_receivers, "", ""},
    {"plan-state-demand", PHASE_PLAN, plan_state_demand, "", ""},
    {"plan-assertions", PHASE_PLAN, plan_assertions, "", ""},
    {"plan-teardown", PHASE_PLAN, plan_teardown, "", ""},
    {"check-reach", PHASE_PLAN, check_reach, "", ""},
    {"check-cxx", PHASE_PLAN, check_cxx, "", ""},
    {"plan-collector", PHASE_PLAN, plan_collector, "", ""},
    {"plan-new-modules", PHASE_PLAN, plan_new_modules, "", ""},
    {"name-exec-parameter", PHASE_REWRITE, name_exec_parameter, "", ""},
    {"edit-assertions", PHASE_REWRITE, edit_assertions, "", ""},
    {"edit-references", PHASE_REWRITE, edit_references, "", ""},
    {"edit-tables", PHASE_REWRITE, edit_tables, "", ""},
    {"edit-atomics", PHASE_REWRITE, edit_atomics, "", ""},
    {"edit-macros", PHASE_REWRITE, edit_macros, "", ""},
    {"edit-functions", PHASE_REWRITE, edit_functions, "", ""},
    {"edit-inactive-functions", PHASE_REWRITE, edit_inactive_functions, "", ""},
    {"edit-arguments", PHASE_REWRITE, edit_arguments, "", ""},
    {"edit-calls", PHASE_REWRITE, edit_calls, "", ""},
    {"edit-static-methods", PHASE_REWRITE, edit_static_methods, "", ""},
    {"edit-bindings", PHASE_REWRITE, edit_bindings, "", ""},
    {"edit-callbacks", PHASE_REWRITE, edit_callbacks, "", ""},
    {"edit-members", PHASE_REWRITE, edit_members, "", ""},
    {"edit-converters", PHASE_REWRITE, edit_converters, "", ""},
    {"edit-module-lookups", PHASE_REWRITE, edit_module_lookups, "", ""},
    {"edit-sequences", PHASE_REWRITE, edit_sequences, "", ""},
    {"edit-allocations", PHASE_REWRITE, edit_allocations, "", ""},
    {"edit-frees", PHASE_REWRITE, edit_frees, "", ""},
    {"edit-free-lists", PHASE_REWRITE, edit_free_lists, "", ""},
    {"edit-ownership", PHASE_REWRITE, edit_ownership, "", ""},
    {"edit-vectors", PHASE_REWRITE, edit_vectors, "", ""},
    {"edit-teardown", PHASE_REWRITE, edit_teardown, "", ""},
    {"plan-types", PHASE_REWRITE, plan_types, "", ""},
    {"report-lost-attributes", PHASE_REWRITE, report_lost_attributes, "", ""},
    {"edit-init", PHASE_REWRITE, edit_init, "", ""},
    {"edit-types", PHASE_REWRITE, edit_types, "", ""},
    {"edit-definition", PHASE_REWRITE, edit_definition, "", ""},
    {"place-lookups", PHASE_REWRITE, place_lookups, "", ""},
    {"edit-state", PHASE_REWRITE, edit_state, "", ""},
    {"report-public-headers", PHASE_REWRITE, report_public_headers, "", ""},
    {"check-mentions", PHASE_REWRITE, check_mentions, "", ""},
    {"remove-dead-returns", PHASE_REWRITE, remove_dead_returns, "", ""},
    {"clean-exec", PHASE_REWRITE, clean_exec, "", ""},
    {"join-removals", PHASE_REWRITE, join_removals, "", ""},
};

void
passes_run(struct conversion *c, enum phase last)
{
    for (size_t i = 0; i < ARRAY_LENGTH(passes) && passes[i].phase <= last; i++) {
        bool begins_rewriting =
            passes[i].phase == PHASE_REWRITE && passes[i - 1].phase != PHASE_REWRITE;
        if (begins_rewriting && c->is_refused) {
            return;
        }
        passes[i].run(c);
        if (c->is_done) {
            return;
        }
    }
}
