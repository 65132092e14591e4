/* --format junit: the XML that CI systems read as test results.  A finding that fails the
 * run is a failed test, a note one that passed; a module is a test, and each of its
 * scenarios. */
#include "report/report.h"

#include <string.h>

#include "base/character.h"

/* TEXT for XML 1.0, in which most control characters cannot be written at all. */
static void
add_escaped(struct strbuf *out, const char *text)
{
    CLEANUP(strbuf_done) struct strbuf visible = STRBUF_INIT;
    strbuf_add_visible(&visible, text, strlen(text), "\n\t");
    for (size_t i = 0; i < visible.size;) {
        unsigned code = 0;
        size_t n = character_decode(visible.text + i, visible.size - i, &code);
        if (code < 0x80 && strchr("<>&\"'\n\t", (int)code) != NULL) {
            strbuf_format(out, "&#%u;", code);
        }
        else if (code == 0xfffe || code == 0xffff) {
            strbuf_format(out, "\\u%04x", code);
        }
        else {
            strbuf_add(out, visible.text + i, n);
        }
        i += n;
    }
}

static void
add_attribute(struct strbuf *out, const char *name, const char *value)
{
    strbuf_format(out, " %s=\"", name);
    add_escaped(out, value);
    strbuf_add_char(out, '"');
}

/* Begin a test, without the end of its tag. */
static void
begin_case(struct strbuf *out, const char *class, const char *name, double seconds)
{
    strbuf_add_string(out, "    <testcase");
    add_attribute(out, "classname", class);
    add_attribute(out, "name", name);
    strbuf_format(out, " time=\"%.3f\"", seconds);
}

static bool
is_failure(const struct finding *finding)
{
    return finding->level > LEVEL_NOTE;
}

static void
add_finding(struct strbuf *out, const struct finding *finding)
{
    CLEANUP(strbuf_done) struct strbuf name = STRBUF_INIT;
    const char *class = finding->path ? finding->path : finding->module;
    strbuf_add_string(&name, finding->rule);
    if (finding->line != 0) {
        strbuf_format(&name, " (line %u)", finding->line);
    }
    else if (finding->place != NULL || finding->symbol != NULL) {
        strbuf_format(&name, " (%s)", finding->place ? finding->place : finding->symbol);
    }
    begin_case(out, class ? class : "insulate", name.text, 0);
    if (class != NULL && finding->line != 0) {
        add_attribute(out, "file", class);
        strbuf_format(out, " line=\"%u\"", finding->line);
    }
    strbuf_add_string(out, ">\n      ");
    if (is_failure(finding)) {
        strbuf_add_string(out, "<failure");
        add_attribute(out, "type", level_name(finding->level));
        add_attribute(out, "message", finding->message);
        strbuf_add_char(out, '>');
    }
    else {
        strbuf_add_string(out, "<system-out>");
        add_escaped(out, finding->message);
        strbuf_add_string(out, finding->n_evidence != 0 ? "&#10;" : "");
    }
    for (size_t i = 0; i < finding->n_evidence; i++) {
        strbuf_add_string(out, i != 0 ? "&#10;" : "");
        add_escaped(out, finding->evidence[i]);
    }
    strbuf_format(out, "</%s>\n    </testcase>\n",
                  is_failure(finding) ? "failure" : "system-out");
}

static bool
is_failed(enum outcome outcome)
{
    return outcome == OUTCOME_FAIL || outcome == OUTCOME_CRASH
           || outcome == OUTCOME_TIMEOUT;
}

static void
add_scenario(struct strbuf *out, const char *module,
             const struct scenario_result *scenario)
{
    begin_case(out, module, scenario->name, scenario->seconds);
    const char *element = is_failed(scenario->outcome)          ? "failure"
                          : scenario->outcome == OUTCOME_SKIP   ? "skipped"
                                                                : NULL;
    if (element == NULL) {
        strbuf_add_string(out, "/>\n");
        return;
    }
    strbuf_format(out, ">\n      <%s", element);
    if (element[0] == 'f') {
        add_attribute(out, "type", outcome_name(scenario->outcome));
    }
    add_attribute(out, "message", scenario->reason ? scenario->reason : "");
    strbuf_add_string(out, "/>\n    </testcase>\n");
}

static void
add_module(struct strbuf *out, const struct report *report,
           const struct module_report *module)
{
    const char *name = module->module ? module->module : module->path;
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    const char *verdict = verdict_name(module->verdict);
    strbuf_format(&text, "%s%s%s", verdict, module->reason ? ": " : "",
                  module->reason ? module->reason : "");
    begin_case(out, name, "isolation", module->seconds);
    if (verdict_fails(module->verdict, report->verdict_use)) {
        strbuf_add_string(out, ">\n      <failure");
        add_attribute(out, "type", verdict);
        add_attribute(out, "message", text.text);
        strbuf_add_string(out, "/>\n    </testcase>\n");
    }
    else {
        strbuf_add_string(out, ">\n      <system-out>");
        add_escaped(out, text.text);
        strbuf_add_string(out, "</system-out>\n    </testcase>\n");
    }
    for (size_t i = 0; i < module->n_scenarios; i++) {
        add_scenario(out, name, &module->scenarios[i]);
    }
}

struct counts {
    size_t tests, failures, skipped;
    double seconds;
};

static struct counts
count(const struct report *report)
{
    struct counts counts = {.tests = report->findings->n_items};
    for (size_t i = 0; i < report->findings->n_items; i++) {
        counts.failures += is_failure(&report->findings->items[i]);
    }
    for (size_t i = 0; i < report->modules->n_items; i++) {
        const struct module_report *module = &report->modules->items[i];
        counts.tests += 1 + module->n_scenarios;
        counts.seconds += module->seconds;
        counts.failures += verdict_fails(module->verdict, report->verdict_use);
        for (size_t k = 0; k < module->n_scenarios; k++) {
            counts.failures += is_failed(module->scenarios[k].outcome);
            counts.skipped += module->scenarios[k].outcome == OUTCOME_SKIP;
        }
    }
    return counts;
}

static void
print(const struct report *report, struct strbuf *out)
{
    struct counts counts = count(report);
    bool is_empty = counts.tests == 0; /* which some readers take for an error */
    strbuf_add_string(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    strbuf_format(out,
                  "  <testsuite name=\"insulate %s\" tests=\"%zu\" failures=\"%zu\" "
                  "errors=\"0\" skipped=\"%zu\" time=\"%.3f\">\n",
                  report->command, is_empty ? 1 : counts.tests, counts.failures,
                  counts.skipped, counts.seconds);
    if (is_empty) {
        begin_case(out, "insulate", report->command, 0);
        strbuf_add_string(out, "/>\n");
    }
    for (size_t i = 0; i < report->findings->n_items; i++) {
        add_finding(out, &report->findings->items[i]);
    }
    for (size_t i = 0; i < report->modules->n_items; i++) {
        add_module(out, report, &report->modules->items[i]);
    }
    strbuf_add_string(out, "  </testsuite>\n</testsuites>\n");
}

const struct reporter reporter_junit = {"junit", print};
