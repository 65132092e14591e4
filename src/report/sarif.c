/* --format sarif: OASIS SARIF 2.1.0. */
#include "report/report.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "model/rule.h"
#include "report/tree.h"

#define SCHEMA                                                                         \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"              \
    "sarif-schema-2.1.0.json"

static json_t *
text_object(const char *text)
{
    json_t *object = tree_object();
    tree_set_string(object, "text", text);
    return object;
}

static json_t *
rules_to_json(void)
{
    json_t *list = tree_array();
    for (size_t i = 0; i < n_rules; i++) {
        json_t *rule = tree_object();
        tree_set_string(rule, "id", rules[i].name);
        tree_set(rule, "shortDescription", text_object(rules[i].summary));
        json_t *configuration = tree_object();
        tree_set_string(configuration, "level", level_name(rules[i].level));
        tree_set(rule, "defaultConfiguration", configuration);
        const char *page = rule_page(rules[i].name);
        if (page != NULL) {
            json_t *help = text_object(page);
            tree_set_string(help, "markdown", page);
            tree_set(rule, "help", help);
        }
        tree_append(list, rule);
    }
    return list;
}

/* RFC 3986: a path becomes a URI reference; an absolute one a file URI. */
static void
add_uri(struct strbuf *out, const char *path)
{
    if (path[0] == '/') {
        strbuf_add_string(out, "file://");
    }
    while (path[0] == '.' && path[1] == '/') {
        path += 2;
    }
    for (const char *at = path; *at != '\0'; at++) {
        unsigned char c = (unsigned char)*at;
        if (isalnum(c) || strchr("-._~/!", c) != NULL) {
            strbuf_add_char(out, *at);
        }
        else {
            strbuf_format(out, "%%%02X", c);
        }
    }
}

static json_t *
location_to_json(const struct finding *finding)
{
    json_t *location = tree_object();
    if (finding->path != NULL) {
        CLEANUP(strbuf_done) struct strbuf uri = STRBUF_INIT;
        add_uri(&uri, finding->path);
        json_t *artifact = tree_object();
        tree_set_string(artifact, "uri", uri.text);
        if (finding->path[0] != '/') {
            tree_set_string(artifact, "uriBaseId", "SRCROOT");
        }
        json_t *physical = tree_object();
        tree_set(physical, "artifactLocation", artifact);
        if (finding->line != 0) {
            json_t *region = tree_object();
            tree_set(region, "startLine", json_integer(finding->line));
            if (finding->column != 0) {
                tree_set(region, "startColumn", json_integer(finding->column));
            }
            tree_set(physical, "region", region);
        }
        tree_set(location, "physicalLocation", physical);
    }
    const char *name = finding->symbol ? finding->symbol : finding->place;
    if (name != NULL || finding->module != NULL) {
        json_t *logical = tree_object();
        tree_set_string(logical, "name", name ? name : finding->module);
        tree_set_string(logical, "fullyQualifiedName", finding->module);
        json_t *list = tree_array();
        tree_append(list, logical);
        tree_set(location, "logicalLocations", list);
    }
    return location;
}

/* Stays when lines move: made of the rule, the file, the symbol (or, without
 * one, the words).  FNV-1a. */
static uint64_t
fingerprint(const struct finding *finding)
{
    const char *parts[] = {finding->rule, finding->path ? finding->path : "",
                           finding->module ? finding->module : "",
                           finding->symbol ? finding->symbol : finding->message,
                           finding->scenario ? finding->scenario : ""};
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < ARRAY_LENGTH(parts); i++) {
        for (const char *at = parts[i];; at++) {
            hash = (hash ^ (unsigned char)*at) * UINT64_C(1099511628211);
            if (*at == '\0') {
                break;
            }
        }
    }
    return hash;
}

static json_t *
result_to_json(const struct finding *finding)
{
    json_t *result = tree_object();
    tree_set_string(result, "ruleId", finding->rule);
    const struct rule *rule = rule_find(finding->rule);
    if (rule != NULL) {
        tree_set(result, "ruleIndex", json_integer(rule - rules));
    }
    tree_set_string(result, "level", level_name(finding->level));
    CLEANUP(strbuf_done) struct strbuf message = STRBUF_INIT;
    strbuf_add_string(&message, finding->message);
    for (size_t i = 0; i < finding->n_evidence; i++) {
        strbuf_format(&message, "\n%s", finding->evidence[i]);
    }
    tree_set(result, "message", text_object(message.text));
    json_t *locations = tree_array();
    tree_append(locations, location_to_json(finding));
    tree_set(result, "locations", locations);
    char hash[32];
    snprintf(hash, sizeof hash, "%016" PRIx64, fingerprint(finding));
    json_t *fingerprints = tree_object();
    tree_set_string(fingerprints, "insulate/v1", hash);
    tree_set(result, "partialFingerprints", fingerprints);
    return result;
}

static void
print(const struct report *report, struct strbuf *out)
{
    json_t *driver = tree_object();
    tree_set_string(driver, "name", "insulate");
    tree_set_string(driver, "semanticVersion", INSULATE_VERSION);
    tree_set(driver, "rules", rules_to_json());
    json_t *tool = tree_object();
    tree_set(tool, "driver", driver);
    json_t *results = tree_array();
    for (size_t i = 0; i < report->findings->n_items; i++) {
        tree_append(results, result_to_json(&report->findings->items[i]));
    }
    json_t *run = tree_object();
    tree_set(run, "tool", tool);
    tree_set(run, "results", results);
    tree_set_string(run, "columnKind", "unicodeCodePoints");
    json_t *list = tree_array();
    tree_append(list, run);
    json_t *root = tree_object();
    tree_set_string(root, "$schema", SCHEMA);
    tree_set_string(root, "version", "2.1.0");
    tree_set(root, "runs", list);
    tree_print(root, out);
}

const struct reporter reporter_sarif = {"sarif", print};
