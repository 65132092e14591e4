/* --format pylint: "PATH:LINE: [RULE] MESSAGE", one line each, as pylint's parseable output,
 * which review tools and Jenkins read. */
#include "report/report.h"

#include <string.h>

static void
add_line(struct strbuf *out, const char *subject, unsigned line, const char *rule)
{
    strbuf_add_visible(out, subject, strlen(subject), "");
    strbuf_format(out, ":%u: [%s] ", line != 0 ? line : 1, rule);
}

static void
add_finding(struct strbuf *out, const struct finding *finding)
{
    const char *subject = finding->path ? finding->path : finding->module;
    add_line(out, subject ? subject : "insulate", finding->line, finding->rule);
    strbuf_format(out, "%s: ", level_name(finding->level));
    if (finding->line == 0 && finding->place != NULL) {
        strbuf_add_visible(out, finding->place, strlen(finding->place), "");
        strbuf_add_string(out, ": ");
    }
    strbuf_add_visible(out, finding->message, strlen(finding->message), "");
    for (size_t i = 0; i < finding->n_evidence; i++) {
        strbuf_add_string(out, "; ");
        strbuf_add_visible(out, finding->evidence[i], strlen(finding->evidence[i]), "");
    }
    strbuf_add_char(out, '\n');
}

static void
print(const struct report *report, struct strbuf *out)
{
    for (size_t i = 0; i < report->findings->n_items; i++) {
        add_finding(out, &report->findings->items[i]);
    }
    if (report->verdict_use == VERDICTS_ARE_BACKGROUND) {
        return;
    }
    for (size_t i = 0; i < report->modules->n_items; i++) {
        const struct module_report *module = &report->modules->items[i];
        if (module->verdict == VERDICT_ISOLATED) {
            continue;
        }
        add_line(out, module->path ? module->path : module->module, 0, "verdict");
        const char *name = module->module ? module->module : module->path;
        strbuf_add_visible(out, name, strlen(name), "");
        strbuf_format(out, ": %s", verdict_name(module->verdict));
        if (module->reason != NULL) {
            strbuf_add_string(out, ": ");
            strbuf_add_visible(out, module->reason, strlen(module->reason), "");
        }
        strbuf_add_char(out, '\n');
    }
}

const struct reporter reporter_pylint = {"pylint", print};
