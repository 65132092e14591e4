/* insulate rule [NAME]: the page of a rule, or the list of all. */
#include "commands/command.h"

#include <string.h>

#include "base/strbuf.h"
#include "commands/selector.h"
#include "model/rule.h"
#include "report/report.h"

struct rule_options {
    struct common_options common;
};

const struct option rule_options[] = {{0}};

static int
answer(struct run *run, const char *text, size_t size)
{
    struct error err = ERROR_INIT;
    return run_answer(run, text, size, &err) == 0 ? EXIT_CLEAN : run_fail(run, &err);
}

/* The N rules from FIRST on as a report without findings: the formats that are read by
 * programs have no other shape. */
static int
write_report(struct run *run, const struct rule *first, size_t n)
{
    struct report report = {
        .command = run->command->name,
        .findings = &run->findings,
        .modules = &run->modules,
        .folder = run->folder,
        .rules = first,
        .n_rules = n,
    };
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    reporter_find(run->common->format)->print(&report, &text);
    return answer(run, text.text, text.size);
}

static bool
is_for_programs(const struct run *run)
{
    return strcmp(run->common->format, "json") == 0
           || strcmp(run->common->format, "sarif") == 0;
}

static int
write_page(struct run *run, const char *name)
{
    struct error err = ERROR_INIT;
    const struct rule *rule = rule_find(name);
    if (rule == NULL) {
        error_set(&err, ERROR_USAGE,
                  "unknown rule '%s'%s; 'insulate rule' lists all rules", name,
                  rule_suggestion(run->arena, name));
        return run_fail(run, &err);
    }
    const char *page = rule_page(name);
    if (page == NULL) {
        error_set(&err, ERROR_UNSUPPORTED, "no documentation for rule '%s'", name);
        return run_fail(run, &err);
    }
    return is_for_programs(run) ? write_report(run, rule, 1)
                                : answer(run, page, strlen(page));
}

static int
write_list(struct run *run)
{
    if (is_for_programs(run)) {
        return write_report(run, rules, n_rules);
    }
    CLEANUP(strbuf_done) struct strbuf list = STRBUF_INIT;
    for (size_t i = 0; i < n_rules; i++) {
        strbuf_format(&list, "%-28s %-8s %s\n", rules[i].name,
                      level_name(rules[i].level), rules[i].summary);
    }
    return answer(run, list.text, list.size);
}

int
cmd_rule(const struct command *self, int argc, char **argv)
{
    struct rule_options options = {.common = COMMON_OPTIONS_INIT};
    struct run run;
    int code = run_begin(&run, self, argc, argv, &options.common);
    if (code < 0) {
        struct error err = ERROR_INIT;
        if (run.operands.n_items > 1) {
            error_set(&err, ERROR_USAGE, "expected one RULE, got %zu",
                      run.operands.n_items);
            code = run_fail(&run, &err);
        }
        else if (run.operands.n_items == 1) {
            code = write_page(&run, run.operands.items[0]);
        }
        else {
            code = write_list(&run);
        }
    }
    return run_end(&run, code);
}
