/* --format json: everything, keys as the fields of the structs. */
#include "report/report.h"

#include <jansson.h>
#include <stdlib.h>

#include "base/arena.h"
#include "model/rule.h"

static void
set(json_t *object, const char *key, json_t *value)
{
    if (value == NULL || json_object_set_new(object, key, value) != 0) {
        memory_exhausted();
    }
}

/* A string, or nothing at all for NULL.  Bytes that are no UTF-8 (paths, names
 * from foreign files) become "?" one by one. */
static void
set_string(json_t *object, const char *key, const char *text)
{
    if (text == NULL) {
        return;
    }
    json_t *value = json_string(text);
    if (value == NULL) {
        CLEANUP(strbuf_done) struct strbuf clean = STRBUF_INIT;
        for (const char *at = text; *at != '\0'; at++) {
            strbuf_add_char(&clean, (unsigned char)*at < 0x80 ? *at : '?');
        }
        value = json_string(clean.text);
    }
    set(object, key, value);
}

static json_t *
array_new(void)
{
    json_t *array = json_array();
    if (array == NULL) {
        memory_exhausted();
    }
    return array;
}

static json_t *
object_new(void)
{
    json_t *object = json_object();
    if (object == NULL) {
        memory_exhausted();
    }
    return object;
}

static void
append(json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0) {
        memory_exhausted();
    }
}

static json_t *
finding_to_json(const struct finding *finding)
{
    json_t *object = object_new();
    set_string(object, "rule", finding->rule);
    set_string(object, "level", level_name(finding->level));
    set_string(object, "message", finding->message);
    set_string(object, "module", finding->module);
    set_string(object, "path", finding->path);
    if (finding->line != 0) {
        set(object, "line", json_integer(finding->line));
    }
    if (finding->column != 0) {
        set(object, "column", json_integer(finding->column));
    }
    set_string(object, "place", finding->place);
    set_string(object, "symbol", finding->symbol);
    set_string(object, "scenario", finding->scenario);
    json_t *evidence = array_new();
    for (size_t i = 0; i < finding->n_evidence; i++) {
        json_t *holder = object_new();
        set_string(holder, "line", finding->evidence[i]);
        append(evidence, json_incref(json_object_get(holder, "line")));
        json_decref(holder);
    }
    set(object, "evidence", evidence);
    const struct rule *rule = rule_find(finding->rule);
    set_string(object, "guide", rule ? rule->guide : NULL);
    set(object, "automatic", json_boolean(finding->automatic));
    return object;
}

static json_t *
scenario_to_json(const struct scenario_result *scenario)
{
    json_t *object = object_new();
    set_string(object, "name", scenario->name);
    set_string(object, "outcome", outcome_name(scenario->outcome));
    set_string(object, "reason", scenario->reason);
    set(object, "seconds", json_real(scenario->seconds));
    return object;
}

static json_t *
module_to_json(const struct module_report *module)
{
    json_t *object = object_new();
    set_string(object, "module", module->module);
    set_string(object, "path", module->path);
    set_string(object, "python", module->python);
    set_string(object, "init", init_kind_name(module->init));
    set_string(object, "declares", support_name(module->declares));
    set_string(object, "supports", support_name(module->supports));
    set_string(object, "verdict", verdict_name(module->verdict));
    set_string(object, "reason", module->reason);
    set(object, "seconds", json_real(module->seconds));
    json_t *scenarios = array_new();
    for (size_t i = 0; i < module->n_scenarios; i++) {
        append(scenarios, scenario_to_json(&module->scenarios[i]));
    }
    set(object, "scenarios", scenarios);
    return object;
}

static void
print(const struct report *report, struct strbuf *out)
{
    json_t *root = object_new();
    set(root, "format", json_integer(1));
    set_string(root, "insulate", INSULATE_VERSION);
    set_string(root, "command", report->command);
    json_t *findings = array_new();
    for (size_t i = 0; i < report->findings->n_items; i++) {
        append(findings, finding_to_json(&report->findings->items[i]));
    }
    set(root, "findings", findings);
    json_t *modules = array_new();
    for (size_t i = 0; i < report->modules->n_items; i++) {
        append(modules, module_to_json(&report->modules->items[i]));
    }
    set(root, "modules", modules);
    set_string(root, "diff", report->diff);
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    if (text == NULL) {
        memory_exhausted();
    }
    strbuf_add_string(out, text);
    strbuf_add_char(out, '\n');
    free(text);
    json_decref(root);
}

const struct reporter reporter_json = {"json", print};
