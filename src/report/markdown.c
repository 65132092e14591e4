/* --format markdown: for pull requests and the summary of a CI job (GitHub Flavored
 * Markdown). */
#include "report/report.h"

#include <string.h>

#include "report/plan_markdown.h"

/* TEXT of anybody's as text of a table's cell: it marks up, links and notifies nothing. */
static void
add_escaped(struct strbuf *out, const char *text)
{
    CLEANUP(strbuf_done) struct strbuf visible = STRBUF_INIT;
    strbuf_add_visible(&visible, text, strlen(text), "");
    for (const char *at = visible.text; *at != '\0'; at++) {
        if (*at == '<' || *at == '>' || *at == '&') {
            strbuf_format(out, "&#%d;", *at);
        }
        else if (strchr("\\`*_[]|~$#!", *at) != NULL) {
            strbuf_format(out, "\\%c", *at);
        }
        else if (*at == '@' || (*at == ':' && at[1] == '/')) {
            strbuf_format(out, "%c<!-- -->", *at); /* no name, no address */
        }
        else {
            strbuf_add_char(out, *at);
        }
    }
}

/* The same in the type of code; entities, as a code span knows no escapes. */
static void
add_code(struct strbuf *out, const char *text)
{
    CLEANUP(strbuf_done) struct strbuf visible = STRBUF_INIT;
    strbuf_add_visible(&visible, text, strlen(text), "");
    strbuf_add_string(out, "<code>");
    for (const char *at = visible.text; *at != '\0'; at++) {
        if (strchr("<>&\\`*_[]|~$#!@\"'", *at) != NULL) {
            strbuf_format(out, "&#%d;", *at);
        }
        else {
            strbuf_add_char(out, *at);
        }
    }
    strbuf_add_string(out, "</code>");
}

static void
add_counts(struct strbuf *out, const struct report *report)
{
    static const char *const words[][2] = {
        {"note", "notes"}, {"warning", "warnings"}, {"error", "errors"}};
    size_t n_all = 0;
    for (int level = LEVEL_ERROR; level >= LEVEL_NOTE; level--) {
        size_t n = findings_count(report->findings, (enum level)level) - n_all;
        if (n != 0) {
            strbuf_format(out, "%s%zu %s", n_all != 0 ? ", " : "", n,
                          words[level][n != 1]);
        }
        n_all += n;
    }
    strbuf_add_string(out, n_all == 0 ? "no findings" : "");
}

static void
add_finding(struct strbuf *out, const struct finding *finding)
{
    CLEANUP(strbuf_done) struct strbuf place = STRBUF_INIT;
    const char *subject = finding->path ? finding->path : finding->module;
    strbuf_add_string(&place, subject ? subject : "insulate");
    if (finding->line != 0) {
        strbuf_format(&place, ":%u", finding->line);
    }
    else if (finding->place != NULL || finding->symbol != NULL) {
        strbuf_format(&place, ":%s", finding->place ? finding->place : finding->symbol);
    }
    strbuf_format(out, "| %s | ", level_name(finding->level));
    add_code(out, place.text);
    strbuf_add_string(out, " | ");
    add_escaped(out, finding->message);
    for (size_t i = 0; i < finding->n_evidence; i++) {
        strbuf_add_string(out, "<br>");
        add_escaped(out, finding->evidence[i]);
    }
    strbuf_format(out, " | `%s` |\n", finding->rule);
}

static void
add_module(struct strbuf *out, const struct module_report *module)
{
    const char *declares = support_name(module->declares);
    const char *supports = support_name(module->supports);
    strbuf_add_string(out, "| ");
    add_code(out, module->module ? module->module : module->path);
    strbuf_format(out, " | %s | %s | %s%s%s | ", declares ? declares : "?",
                  supports ? supports : "?",
                  module->verdict == VERDICT_ISOLATED ? "" : "**",
                  verdict_name(module->verdict),
                  module->verdict == VERDICT_ISOLATED ? "" : "**");
    add_escaped(out, module->reason ? module->reason : "");
    if (module->threads == THREADS_VERDICT_SAFE || module->threads == THREADS_VERDICT_UNSAFE) {
        strbuf_format(out, "%sthreads: %s", module->reason ? "<br>" : "",
                      threads_verdict_name(module->threads));
    }
    for (size_t i = 0; i < module->n_scenarios; i++) {
        const struct scenario_result *scenario = &module->scenarios[i];
        if (scenario->outcome != OUTCOME_PASS && scenario->outcome != OUTCOME_SKIP) {
            strbuf_format(out, "<br>%s: %s", scenario->name,
                          outcome_name(scenario->outcome));
        }
    }
    strbuf_add_string(out, " |\n");
}

static void
print(const struct report *report, struct strbuf *out)
{
    strbuf_format(out, "## insulate %s: ", report->command);
    add_counts(out, report);
    strbuf_add_char(out, '\n');
    if (report->findings->n_items > 0) {
        strbuf_add_string(out, "\n| level | place | finding | rule |\n|---|---|---|---|\n");
    }
    for (size_t i = 0; i < report->findings->n_items; i++) {
        add_finding(out, &report->findings->items[i]);
    }
    if (report->modules->n_items > 0) {
        strbuf_add_string(out, "\n| module | declares | supports | verdict | reason |\n"
                               "|---|---|---|---|---|\n");
    }
    for (size_t i = 0; i < report->modules->n_items; i++) {
        add_module(out, &report->modules->items[i]);
    }
    if (report->plan != NULL) {
        strbuf_add_char(out, '\n');
        plan_print_markdown(report->plan, out);
    }
}

const struct reporter reporter_markdown = {"markdown", print};
