/* --format gitlab: a code quality report, which GitLab shows in merge requests
 * (docs.gitlab.com, "Code Quality report format"). */
#include "report/report.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/file.h"
#include "base/tree.h"

static json_t *
location_to_json(const char *path, unsigned line, const char *folder)
{
    json_t *location = tree_object(), *lines = tree_object();
    path = folder != NULL ? path_below(path, folder) : path;
    while (path[0] == '.' && path[1] == '/') {
        path += 2;
    }
    tree_set_string(location, "path", path);
    tree_set(lines, "begin", json_integer(line != 0 ? line : 1));
    tree_set(location, "lines", lines);
    return location;
}

static json_t *
finding_to_json(const struct finding *finding, const char *folder, size_t occurrence)
{
    static const char *const severities[] = {"info", "minor", "major"};
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    json_t *object = tree_object();
    if (finding->line == 0 && finding->place != NULL) {
        strbuf_format(&text, "%s: ", finding->place);
    }
    strbuf_add_string(&text, finding->message);
    for (size_t i = 0; i < finding->n_evidence; i++) {
        strbuf_format(&text, "\n%s", finding->evidence[i]);
    }
    char hash[48];
    snprintf(hash, sizeof hash, "%016" PRIx64 "%04zx",
             finding_fingerprint(finding, folder), occurrence);
    tree_set_string(object, "description", text.text);
    tree_set_string(object, "check_name", finding->rule);
    tree_set_string(object, "fingerprint", hash);
    tree_set_string(object, "severity", severities[finding->level]);
    const char *path = finding->path ? finding->path : finding->module;
    tree_set(object, "location",
             location_to_json(path ? path : "insulate", finding->line, folder));
    return object;
}

/* A verdict that fails the run, as one more issue of the file. */
static json_t *
module_to_json(const struct module_report *module, const char *folder)
{
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    json_t *object = tree_object();
    const char *name = module->module ? module->module : module->path;
    strbuf_format(&text, "%s: %s", name, verdict_name(module->verdict));
    if (module->reason != NULL) {
        strbuf_format(&text, ": %s", module->reason);
    }
    struct finding same = {.rule = "verdict", .module = name, .symbol = name};
    char hash[48];
    snprintf(hash, sizeof hash, "%016" PRIx64, finding_fingerprint(&same, folder));
    tree_set_string(object, "description", text.text);
    tree_set_string(object, "check_name", "verdict");
    tree_set_string(object, "fingerprint", hash);
    tree_set_string(object, "severity", "major");
    tree_set(object, "location",
             location_to_json(module->path ? module->path : name, 0, folder));
    return object;
}

static void
print(const struct report *report, struct strbuf *out)
{
    json_t *list = tree_array();
    for (size_t i = 0; i < report->findings->n_items; i++) {
        size_t occurrence = findings_occurrence(report->findings, i, report->folder);
        tree_append(list, finding_to_json(&report->findings->items[i], report->folder,
                                          occurrence));
    }
    for (size_t i = 0; i < report->modules->n_items; i++) {
        const struct module_report *module = &report->modules->items[i];
        if (verdict_fails(module->verdict, report->verdict_use)) {
            tree_append(list, module_to_json(module, report->folder));
        }
    }
    tree_print(list, out);
}

const struct reporter reporter_gitlab = {"gitlab", print};
