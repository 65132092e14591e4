/* --format azure: logging commands of Azure Pipelines, which shows them with the build
 * (learn.microsoft.com, "Logging commands": task.logissue). */
#include "report/report.h"

#include <string.h>

/* The escapes of the page; a property ends at a semicolon or a bracket, too.  The log is
 * shown on terminals. */
static void
add_escaped(struct strbuf *out, const char *text, bool is_property)
{
    CLEANUP(strbuf_done) struct strbuf visible = STRBUF_INIT;
    strbuf_add_visible(&visible, text, strlen(text), "\r\n");
    for (const char *at = visible.text; *at != '\0'; at++) {
        if (*at == '%') {
            strbuf_add_string(out, "%AZP25");
        }
        else if (*at == '\r' || *at == '\n' || (is_property && (*at == ';' || *at == ']')))
        {
            strbuf_format(out, "%%%02X", (unsigned)*at);
        }
        else {
            strbuf_add_char(out, *at);
        }
    }
}

static void
add_property(struct strbuf *out, const char *name, const char *value)
{
    strbuf_format(out, "%s=", name);
    add_escaped(out, value, true);
    strbuf_add_char(out, ';');
}

/* Issues are errors and warnings; a note is a line of the log. */
static void
add_finding(struct strbuf *out, const struct finding *finding)
{
    if (finding->level == LEVEL_NOTE) {
        strbuf_add_string(out, "##[debug]");
        if (finding->path != NULL) {
            add_escaped(out, finding->path, false);
            strbuf_format(out, finding->line != 0 ? ":%u: " : ": ", finding->line);
        }
    }
    else {
        strbuf_format(out, "##vso[task.logissue type=%s;", level_name(finding->level));
        if (finding->path != NULL) {
            add_property(out, "sourcepath", finding->path);
        }
        if (finding->line != 0) {
            strbuf_format(out, "linenumber=%u;", finding->line);
        }
        if (finding->column != 0) {
            strbuf_format(out, "columnnumber=%u;", finding->column);
        }
        add_property(out, "code", finding->rule);
        strbuf_add_char(out, ']');
    }
    if (finding->line == 0 && finding->place != NULL) {
        add_escaped(out, finding->place, false);
        strbuf_add_string(out, ": ");
    }
    add_escaped(out, finding->message, false);
    for (size_t i = 0; i < finding->n_evidence; i++) {
        strbuf_add_string(out, "%0A");
        add_escaped(out, finding->evidence[i], false);
    }
    if (finding->level == LEVEL_NOTE) {
        strbuf_format(out, " [%s]", finding->rule);
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
        strbuf_add_string(out, module->verdict == VERDICT_ISOLATED
                                   ? "##[debug]"
                                   : "##vso[task.logissue type=error;code=verdict;]");
        add_escaped(out, module->module ? module->module : module->path, false);
        strbuf_format(out, ": %s", verdict_name(module->verdict));
        if (module->reason != NULL) {
            strbuf_add_string(out, ": ");
            add_escaped(out, module->reason, false);
        }
        strbuf_add_char(out, '\n');
    }
}

const struct reporter reporter_azure = {"azure", print};
