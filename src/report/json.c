/* --format json: everything, keys as the fields of the structs. */
#include "report/json.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

#include "base/tree.h"
#include "model/rule.h"
#include "report/plan_json.h"
#include "report/statistics.h"

static json_t *
fix_to_json(const struct fix *fix)
{
    json_t *list = tree_array(), *object = tree_object();
    for (size_t i = 0; i < fix->n_replacements; i++) {
        const struct replacement *replacement = &fix->replacements[i];
        json_t *item = tree_object();
        tree_set_string(item, "path", replacement->path);
        tree_set(item, "offset", json_integer((json_int_t)replacement->begin));
        tree_set(item, "size",
                 json_integer((json_int_t)(replacement->end - replacement->begin)));
        tree_set_string(item, "text", replacement->text);
        tree_append(list, item);
    }
    tree_set_string(object, "description", fix->description);
    tree_set(object, "replacements", list);
    return object;
}

json_t *
json_of_finding(const struct finding *finding, const char *folder)
{
    json_t *object = tree_object();
    tree_set_string(object, "rule", finding->rule);
    tree_set_string(object, "level", level_name(finding->level));
    tree_set_string(object, "message", finding->message);
    tree_set_string(object, "module", finding->module);
    tree_set_string(object, "path", finding->path);
    if (finding->line != 0) {
        tree_set(object, "line", json_integer(finding->line));
    }
    if (finding->column != 0) {
        tree_set(object, "column", json_integer(finding->column));
    }
    if (finding->end_column != 0) {
        tree_set(object, "end_column", json_integer(finding->end_column));
    }
    tree_set_string(object, "place", finding->place);
    tree_set_string(object, "symbol", finding->symbol);
    tree_set_string(object, "readable", finding->readable);
    tree_set_string(object, "scenario", finding->scenario);
    tree_set_string(object, "configuration", finding->configuration);
    json_t *evidence = tree_array();
    for (size_t i = 0; i < finding->n_evidence; i++) {
        tree_append(evidence, tree_string(finding->evidence[i]));
    }
    tree_set(object, "evidence", evidence);
    const struct rule *rule = rule_find(finding->rule);
    tree_set_string(object, "guide", rule ? rule->guide : NULL);
    tree_set(object, "automatic", json_boolean(finding->automatic));
    if (finding->fix != NULL) {
        tree_set(object, "fix", fix_to_json(finding->fix));
    }
    char hash[32];
    snprintf(hash, sizeof hash, "%016" PRIx64, finding_fingerprint(finding, folder));
    tree_set_string(object, "fingerprint", hash);
    return object;
}

static json_t *
scenario_to_json(const struct scenario_result *scenario)
{
    json_t *object = tree_object();
    tree_set_string(object, "name", scenario->name);
    tree_set_string(object, "outcome", outcome_name(scenario->outcome));
    tree_set_string(object, "reason", scenario->reason);
    tree_set(object, "seconds", json_real(scenario->seconds));
    return object;
}

static json_t *
coverage_to_json(const struct coverage *coverage)
{
    json_t *object = tree_object();
    tree_set(object, "types", json_integer(coverage->types));
    tree_set(object, "instantiated", json_integer(coverage->instantiated));
    tree_set(object, "functions", json_integer(coverage->functions));
    tree_set(object, "called", json_integer(coverage->called));
    tree_set_string(object, "missing", coverage->missing);
    tree_set(object, "cannot_be_made", json_integer(coverage->cannot_be_made));
    json_t *unused = tree_array();
    for (size_t i = 0; i < coverage->n_unused; i++) {
        json_t *each = tree_object();
        tree_set_string(each, "kind", coverage->unused[i].kind);
        tree_set_string(each, "name", coverage->unused[i].name);
        tree_set_string(each, "reason", coverage->unused[i].reason);
        tree_append(unused, each);
    }
    tree_set(object, "unused", unused);
    return object;
}

static json_t *
thread_use_to_json(const struct thread_use *use)
{
    json_t *object = tree_object();
    tree_set(object, "functions", json_integer(use->functions));
    tree_set(object, "called", json_integer(use->called));
    tree_set(object, "pairs", json_integer(use->pairs));
    tree_set(object, "pairs_apart", json_integer(use->pairs_apart));
    tree_set(object, "pairs_left", json_integer(use->pairs_left));
    tree_set(object, "interruptions", json_integer(use->interruptions));
    tree_set(object, "parallel_calls", json_integer(use->parallel_calls));
    tree_set(object, "seconds", json_real(use->seconds));
    tree_set(object, "seed", json_integer(use->seed));
    return object;
}

json_t *
json_of_module(const struct module_report *module)
{
    json_t *object = tree_object();
    tree_set_string(object, "module", module->module);
    tree_set_string(object, "path", module->path);
    tree_set_string(object, "python", module->python);
    tree_set_string(object, "init", init_kind_name(module->init));
    tree_set_string(object, "declares", support_name(module->declares));
    tree_set_string(object, "gil", module->gil);
    tree_set_string(object, "supports", support_name(module->supports));
    tree_set_string(object, "verdict", verdict_name(module->verdict));
    tree_set_string(object, "reason", module->reason);
    if (module->coverage.is_known) {
        tree_set(object, "coverage", coverage_to_json(&module->coverage));
    }
    if (module->threads != THREADS_VERDICT_UNKNOWN) {
        tree_set_string(object, "threads", threads_verdict_name(module->threads));
        tree_set_string(object, "threads_reason", module->threads_reason);
        tree_set(object, "thread_use", thread_use_to_json(&module->thread_use));
    }
    tree_set(object, "seconds", json_real(module->seconds));
    json_t *scenarios = tree_array();
    for (size_t i = 0; i < module->n_scenarios; i++) {
        tree_append(scenarios, scenario_to_json(&module->scenarios[i]));
    }
    tree_set(object, "scenarios", scenarios);
    return object;
}

static json_t *
rule_to_json(const struct rule *rule)
{
    json_t *object = tree_object();
    tree_set_string(object, "name", rule->name);
    tree_set_string(object, "level", level_name(rule->level));
    tree_set_string(object, "summary", rule->summary);
    tree_set_string(object, "guide", rule->guide);
    tree_set_string(object, "page", rule_page(rule->name));
    return object;
}

static json_t *
equipment_to_json(const struct equipments *list)
{
    json_t *array = tree_array();
    for (size_t i = 0; i < list->n_items; i++) {
        const struct equipment *item = &list->items[i];
        json_t *object = tree_object();
        tree_set_string(object, "name", item->name);
        tree_set_string(object, "state", equipment_state_name(item->state));
        tree_set_string(object, "detail", item->detail);
        tree_set_string(object, "used_by", item->used_by);
        tree_set_string(object, "remedy", item->remedy);
        tree_append(array, object);
    }
    return array;
}

static json_t *
statistics_to_json(const struct findings *findings)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    size_t n;
    const struct rule_count *counts = statistics_of(arena, findings, &n);
    json_t *list = tree_array();
    for (size_t i = 0; i < n; i++) {
        json_t *object = tree_object();
        tree_set_string(object, "rule", counts[i].rule);
        tree_set_string(object, "level", level_name(counts[i].level));
        tree_set(object, "count", json_integer((json_int_t)counts[i].n));
        tree_set(object, "with_fix", json_integer((json_int_t)counts[i].n_fixable));
        tree_append(list, object);
    }
    return list;
}

static json_t *
left_out_to_json(const struct left_out_list *list)
{
    json_t *array = tree_array();
    for (size_t i = 0; i < list->n_items; i++) {
        const struct left_out *item = &list->items[i];
        json_t *object = tree_object();
        tree_set_string(object, "path", item->path);
        tree_set(object, "files", json_integer((json_int_t)item->n_files));
        tree_set_string(object, "cause", left_out_cause_name(item->cause));
        tree_append(array, object);
    }
    return array;
}

static void
print(const struct report *report, struct strbuf *out)
{
    json_t *root = tree_object();
    tree_set(root, "format", json_integer(1));
    tree_set_string(root, "insulate", INSULATE_VERSION);
    tree_set_string(root, "command", report->command);
    json_t *findings = tree_array();
    for (size_t i = 0; i < report->findings->n_items; i++) {
        tree_append(findings,
                    json_of_finding(&report->findings->items[i], report->folder));
    }
    tree_set(root, "findings", findings);
    json_t *modules = tree_array();
    for (size_t i = 0; i < report->modules->n_items; i++) {
        tree_append(modules, json_of_module(&report->modules->items[i]));
    }
    tree_set(root, "modules", modules);
    if (report->left_out != NULL && report->left_out->n_items != 0) {
        tree_set(root, "left_out", left_out_to_json(report->left_out));
    }
    if (report->statistics) {
        tree_set(root, "statistics", statistics_to_json(report->findings));
    }
    tree_set_string(root, "diff", report->diff);
    if (report->plan != NULL) {
        tree_set(root, "plan", plan_to_json(report->plan));
    }
    if (report->equipment != NULL) {
        tree_set(root, "equipment", equipment_to_json(report->equipment));
    }
    if (report->n_rules != 0) {
        json_t *listed = tree_array();
        for (size_t i = 0; i < report->n_rules; i++) {
            tree_append(listed, rule_to_json(&report->rules[i]));
        }
        tree_set(root, "rules", listed);
    }
    tree_print(root, out);
}

const struct reporter reporter_json = {"json", print};
