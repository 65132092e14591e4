/* --format github: workflow commands, which the forge shows beside the lines. */
#include "report/report.h"

#include <string.h>

/* The escapes of GitHub's "Workflow commands" page; a property has two more.  The log is
 * shown on terminals, too. */
static void
add_escaped(struct strbuf *out, const char *text, bool is_property)
{
    CLEANUP(strbuf_done) struct strbuf visible = STRBUF_INIT;
    strbuf_add_visible(&visible, text, strlen(text), "\r\n");
    for (const char *at = visible.text; *at != '\0'; at++) {
        if (*at == '%' || *at == '\r' || *at == '\n'
            || (is_property && (*at == ':' || *at == ',')))
        {
            strbuf_format(out, "%%%02X", (unsigned)*at);
        }
        else {
            strbuf_add_char(out, *at);
        }
    }
}

static void
add_finding(struct strbuf *out, const struct finding *finding)
{
    static const char *const words[] = {"notice", "warning", "error"};
    strbuf_format(out, "::%s ", words[finding->level]);
    if (finding->path != NULL) {
        strbuf_add_string(out, "file=");
        add_escaped(out, finding->path, true);
        if (finding->line != 0) {
            strbuf_format(out, ",line=%u", finding->line);
        }
        if (finding->column != 0) {
            strbuf_format(out, ",col=%u", finding->column);
        }
        strbuf_add_char(out, ',');
    }
    strbuf_add_string(out, "title=");
    add_escaped(out, finding->rule, true);
    strbuf_add_string(out, "::");
    if (finding->line == 0 && finding->place != NULL) {
        add_escaped(out, finding->place, false);
        strbuf_add_string(out, ": ");
    }
    add_escaped(out, finding->message, false);
    for (size_t i = 0; i < finding->n_evidence; i++) {
        strbuf_add_string(out, "%0A");
        add_escaped(out, finding->evidence[i], false);
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
        strbuf_format(out, "::%s title=",
                      module->verdict == VERDICT_ISOLATED ? "notice" : "error");
        add_escaped(out, module->module ? module->module : module->path, true);
        strbuf_format(out, "::%s", verdict_name(module->verdict));
        if (module->reason != NULL) {
            strbuf_add_string(out, ": ");
            add_escaped(out, module->reason, false);
        }
        strbuf_add_char(out, '\n');
    }
}

const struct reporter reporter_github = {"github", print};
