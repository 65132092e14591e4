/* The plan of a conversion in JSON. */
#include "report/plan_json.h"

#include "base/tree.h"

static json_t *
names_to_json(const struct plan_names *names)
{
    json_t *list = tree_array();
    for (size_t i = 0; i < names->n_items; i++) {
        tree_append(list, tree_string(names->items[i]));
    }
    return list;
}

static void
set_bool(json_t *object, const char *key, bool value)
{
    tree_set(object, key, json_boolean(value));
}

static void
set_count(json_t *object, const char *key, size_t value)
{
    tree_set(object, key, json_integer((json_int_t)value));
}

/* A place is left out where there is none. */
static void
set_place(json_t *object, struct plan_place place)
{
    tree_set_string(object, "path", place.path);
    if (place.line != 0) {
        set_count(object, "line", place.line);
    }
    if (place.column != 0) {
        set_count(object, "column", place.column);
    }
}

/* Set KEY of OBJECT to the list of the N ITEMS, each made by TO_JSON. */
#define SET_LIST(object, key, items, n, to_json)                                       \
    do {                                                                               \
        json_t *list = tree_array();                                                   \
        for (size_t i = 0; i < (n); i++) {                                             \
            tree_append(list, to_json(&(items)[i]));                                   \
        }                                                                              \
        tree_set(object, key, list);                                                   \
    } while (0)

static json_t *
variable_to_json(const struct planned_variable *variable)
{
    json_t *object = tree_object();
    tree_set_string(object, "name", variable->name);
    tree_set_string(object, "field", variable->field);
    set_place(object, variable->place);
    tree_set_string(object, "kind", variable->kind);
    tree_set_string(object, "description", variable->words);
    tree_set_string(object, "stage", variable->stage);
    tree_set(object, "written_by", names_to_json(&variable->writers));
    tree_set(object, "read_by", names_to_json(&variable->readers));
    return object;
}

static json_t *
function_to_json(const struct planned_function *function)
{
    json_t *object = tree_object();
    tree_set_string(object, "name", function->name);
    set_place(object, function->place);
    tree_set_string(object, "access", function->access);
    tree_set_string(object, "description", function->words);
    tree_set(object, "uses", names_to_json(&function->uses));
    tree_set(object, "calls", names_to_json(&function->calls));
    set_bool(object, "needs_module", function->needs_module);
    if (function->why != NULL) {
        json_t *reason = tree_object();
        tree_set_string(reason, "message", function->why);
        set_place(reason, function->where);
        tree_set(object, "unreachable", reason);
    }
    return object;
}

static json_t *
lost_to_json(const struct lost_attribute *lost)
{
    json_t *object = tree_object();
    tree_set_string(object, "name", lost->name);
    set_place(object, lost->place);
    tree_set_string(object, "message", lost->message);
    return object;
}

static json_t *
type_to_json(const struct planned_type *type)
{
    json_t *object = tree_object();
    tree_set_string(object, "name", type->name);
    tree_set_string(object, "field", type->field);
    set_place(object, type->place);
    tree_set_string(object, "flags", type->flags);
    tree_set_string(object, "added_flags", type->added_flags);
    set_bool(object, "adds_gc", type->is_collected);
    SET_LIST(object, "lost_attributes", type->lost, type->n_lost, lost_to_json);
    return object;
}

static json_t *
retained_to_json(const struct retained_variable *variable)
{
    json_t *object = tree_object();
    tree_set_string(object, "name", variable->name);
    set_place(object, variable->place);
    tree_set_string(object, "cause", retention_name(variable->cause));
    tree_set_string(object, "protection", retention_protection(variable->cause));
    tree_set_string(object, "stage", variable->stage);
    tree_set_string(object, "description", variable->words);
    tree_set_string(object, "reason", variable->why);
    return object;
}

static json_t *
finding_to_json(const struct plan_finding *finding)
{
    json_t *object = tree_object();
    tree_set_string(object, "rule", finding->rule);
    tree_set_string(object, "level", level_name(finding->level));
    tree_set_string(object, "message", finding->message);
    set_place(object, finding->place);
    tree_set_string(object, "symbol", finding->symbol);
    json_t *evidence = tree_array();
    for (size_t i = 0; i < finding->n_evidence; i++) {
        tree_append(evidence, tree_string(finding->evidence[i]));
    }
    tree_set(object, "evidence", evidence);
    return object;
}

static json_t *
costs_to_json(const struct planned_costs *costs)
{
    json_t *object = tree_object();
    set_count(object, "edits", costs->n_edits);
    set_bool(object, "new_header", costs->has_new_header);
    set_count(object, "module_lookups", costs->n_by_module);
    set_count(object, "type_lookups", costs->n_by_type);
    set_count(object, "new_parameters", costs->n_handed);
    set_count(object, "gc_types", costs->n_collected);
    set_count(object, "holding_types", costs->n_holders);
    set_bool(object, "one_module_object", costs->is_once);
    return object;
}

static json_t *
stage_to_json(const struct planned_stage *stage)
{
    json_t *object = tree_object();
    tree_set_string(object, "stage", stage->name);
    set_count(object, "variables", stage->n_variables);
    set_count(object, "types", stage->n_types);
    set_count(object, "by_type", stage->n_by_type);
    set_count(object, "by_module", stage->n_others);
    set_bool(object, "one_module_object", stage->is_once);
    return object;
}

/* What no test of the module alone shows. */
static json_t *
review_to_json(const struct module_plan *module)
{
    json_t *object = tree_object();
    set_bool(object, "objects", module->moves_objects);
    set_bool(object, "data", module->moves_data);
    set_bool(object, "types", module->moves_types);
    set_bool(object, "mutable_types", module->has_mutable_types);
    tree_set(object, "counters", names_to_json(&module->counters));
    return object;
}

/* What is decided of a module that is changed. */
static void
set_decisions(json_t *object, const struct module_plan *module)
{
    SET_LIST(object, "types", module->types, module->n_types, type_to_json);
    tree_set_string(object, "declares", support_name(module->declares));
    tree_set_string(object, "multiple_interpreters", module->interpreters);
    tree_set_string(object, "gil", module->gil);
    tree_set(object, "cost", costs_to_json(&module->costs));
    SET_LIST(object, "stages", module->stages, module->n_stages, stage_to_json);
    tree_set(object, "review", review_to_json(module));
}

static json_t *
library_to_json(const struct planned_library *library)
{
    json_t *object = tree_object();
    tree_set_string(object, "library", library->name);
    set_place(object, library->place);
    tree_set_string(object, "thread_safety", library->is_unsafe ? "unsafe" : "unknown");
    tree_set(object, "functions", names_to_json(&library->functions));
    tree_set_string(object, "remedy", library->remedy);
    return object;
}

static json_t *
guard_to_json(const struct planned_guard *guard)
{
    json_t *object = tree_object();
    tree_set_string(object, "name", guard->name);
    tree_set_string(object, "owner", guard->owner);
    tree_set_string(object, "type", guard->type);
    set_place(object, guard->place);
    tree_set_string(object, "guard", guard->guard);
    set_bool(object, "present", guard->is_there);
    tree_set_string(object, "reason", guard->why);
    return object;
}

static json_t *
threads_to_json(const struct module_plan *module)
{
    json_t *object = tree_object();
    set_bool(object, "declared", module->is_gil_unused);
    SET_LIST(object, "shared", module->guards, module->n_guards, guard_to_json);
    tree_set(object, "sections", names_to_json(&module->sections));
    return object;
}

static json_t *
module_to_json(const struct module_plan *module)
{
    json_t *object = tree_object();
    tree_set_string(object, "module", module->name);
    set_place(object, module->place);
    tree_set_string(object, "definition", module->definition);
    tree_set_string(object, "entry", module->entry);
    tree_set_string(object, "init", init_kind_name(module->init));
    tree_set_string(object, "new_init", init_kind_name(module->new_init));
    set_bool(object, "parsed", !module->is_broken);
    set_bool(object, "refused", module->is_refused);
    tree_set_string(object, "rung",
                    module->is_refused ? NULL : rung_name(module->rung));
    set_bool(object, "waits_for_types", module->waits_for_types);
    SET_LIST(object, "findings", module->findings, module->n_findings, finding_to_json);
    tree_set_string(object, "state_type", module->state_type);
    SET_LIST(object, "variables", module->variables, module->n_variables,
             variable_to_json);
    SET_LIST(object, "functions", module->functions, module->n_functions,
             function_to_json);
    SET_LIST(object, "retained", module->retained, module->n_retained,
             retained_to_json);
    tree_set(object, "constants", names_to_json(&module->constants));
    tree_set_string(object, "not_isolated", module->not_isolated);
    SET_LIST(object, "libraries", module->libraries, module->n_libraries,
             library_to_json);
    if (module->has_guards) {
        tree_set(object, "threads", threads_to_json(module));
    }
    if (!module->is_refused) {
        set_decisions(object, module);
    }
    return object;
}

static void
set_version(json_t *object, const char *key, unsigned minor)
{
    CLEANUP(strbuf_done) struct strbuf version = STRBUF_INIT;
    strbuf_format(&version, "3.%u", minor);
    tree_set_string(object, key, version.text);
}

json_t *
plan_to_json(const struct conversion_plan *plan)
{
    json_t *object = tree_object();
    tree_set_string(object, "stage", plan->stage);
    set_version(object, "python_floor", plan->floor);
    if (plan->abi3 != 0) {
        set_version(object, "abi3", plan->abi3);
    }
    tree_set(object, "unverified", names_to_json(&plan->unverified));
    SET_LIST(object, "modules", plan->modules, plan->n_modules, module_to_json);
    return object;
}
