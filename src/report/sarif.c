/* --format sarif: OASIS SARIF 2.1.0. */
#include "report/report.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/file.h"
#include "base/tree.h"
#include "base/uri.h"
#include "model/rule.h"

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
        CLEANUP(strbuf_done) struct strbuf link = STRBUF_INIT;
        rule_link(&rules[i], &link);
        tree_set_string(rule, "helpUri", link.size > 0 ? link.text : NULL);
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

/* The file at PATH; FOLDER as of struct report. */
static json_t *
artifact_to_json(const char *path, const char *folder)
{
    path = folder ? path_below(path, folder) : path;
    CLEANUP(strbuf_done) struct strbuf uri = STRBUF_INIT;
    uri_add(&uri, path);
    json_t *artifact = tree_object();
    tree_set_string(artifact, "uri", uri.text);
    if (path[0] != '/') {
        tree_set_string(artifact, "uriBaseId", "SRCROOT");
    }
    return artifact;
}

static json_t *
location_to_json(const struct finding *finding, const char *folder)
{
    json_t *location = tree_object();
    if (finding->path != NULL) {
        json_t *physical = tree_object();
        tree_set(physical, "artifactLocation", artifact_to_json(finding->path, folder));
        if (finding->line != 0) {
            json_t *region = tree_object();
            unsigned column = finding->point ? finding->point : finding->column;
            tree_set(region, "startLine", json_integer(finding->line));
            if (column != 0) {
                tree_set(region, "startColumn", json_integer(column));
            }
            if (finding->end_point > column) {
                tree_set(region, "endColumn", json_integer(finding->end_point));
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

/* Lines and columns for editors; bytes for those who must not guess an encoding. */
static json_t *
replacement_to_json(const struct replacement *replacement)
{
    json_t *region = tree_object(), *object = tree_object();
    tree_set(region, "startLine", json_integer(replacement->line));
    tree_set(region, "startColumn", json_integer(replacement->column));
    tree_set(region, "endLine", json_integer(replacement->end_line));
    tree_set(region, "endColumn", json_integer(replacement->end_column));
    tree_set(region, "byteOffset", json_integer((json_int_t)replacement->begin));
    tree_set(region, "byteLength",
             json_integer((json_int_t)(replacement->end - replacement->begin)));
    tree_set(object, "deletedRegion", region);
    if (replacement->text[0] != '\0') {
        tree_set(object, "insertedContent", text_object(replacement->text));
    }
    return object;
}

/* All replacements of a fix are in one file, for each rule that has any. */
static json_t *
fix_to_json(const struct fix *fix, const char *folder)
{
    json_t *list = tree_array(), *change = tree_object(), *changes = tree_array();
    for (size_t i = 0; i < fix->n_replacements; i++) {
        tree_append(list, replacement_to_json(&fix->replacements[i]));
    }
    tree_set(change, "artifactLocation",
             artifact_to_json(fix->replacements[0].path, folder));
    tree_set(change, "replacements", list);
    tree_append(changes, change);
    json_t *object = tree_object();
    tree_set(object, "description", text_object(fix->description));
    tree_set(object, "artifactChanges", changes);
    return object;
}

static json_t *
result_to_json(const struct finding *finding, const char *folder, size_t occurrence)
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
    tree_append(locations, location_to_json(finding, folder));
    tree_set(result, "locations", locations);
    /* The number tells findings apart that are alike in all but the line. */
    char hash[48];
    snprintf(hash, sizeof hash, "%016" PRIx64 ":%zu",
             finding_fingerprint(finding, folder), occurrence);
    json_t *fingerprints = tree_object();
    tree_set_string(fingerprints, "insulate/v1", hash);
    tree_set(result, "partialFingerprints", fingerprints);
    if (finding->fix != NULL) {
        json_t *fixes = tree_array();
        tree_append(fixes, fix_to_json(finding->fix, folder));
        tree_set(result, "fixes", fixes);
    }
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
        const struct finding *finding = &report->findings->items[i];
        size_t occurrence = findings_occurrence(report->findings, i, report->folder);
        tree_append(results, result_to_json(finding, report->folder, occurrence));
    }
    json_t *run = tree_object();
    tree_set(run, "tool", tool);
    tree_set(run, "results", results);
    /* SRCROOT is where the program ran; who reads the file knows where that is. */
    json_t *base = tree_object(), *bases = tree_object();
    tree_set(base, "description", text_object("the working directory of the program"));
    tree_set(bases, "SRCROOT", base);
    tree_set(run, "originalUriBaseIds", bases);
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
