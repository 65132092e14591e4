/* insulate rule [RULE]: the page of a rule, or the list of several or all. */
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

static bool
is_format(const struct run *run, const char *name)
{
    return strcmp(run->common->format, name) == 0;
}

static int
check_format(const struct run *run, struct error *err)
{
    if (is_for_programs(run) || is_format(run, "text") || is_format(run, "markdown")) {
        return 0;
    }
    return error_set(err, ERROR_USAGE,
                     "the format %s is for findings; choose text, json, sarif or markdown",
                     run->common->format);
}

static int
write_page(struct run *run, const struct rule *rule)
{
    struct error err = ERROR_INIT;
    const char *page = rule_page(rule->name);
    if (page == NULL) {
        error_set(&err, ERROR_UNSUPPORTED, "no documentation for rule '%s'", rule->name);
        return run_fail(run, &err);
    }
    return is_for_programs(run) ? write_report(run, rule, 1)
                                : answer(run, page, strlen(page));
}

static int
write_list(struct run *run, const struct rule *items, size_t n)
{
    if (is_for_programs(run)) {
        return write_report(run, items, n);
    }
    bool is_markdown = is_format(run, "markdown");
    CLEANUP(strbuf_done) struct strbuf list = STRBUF_INIT;
    strbuf_add_string(&list, is_markdown ? "| rule | level | finding |\n|---|---|---|\n" : "");
    for (size_t i = 0; i < n; i++) {
        strbuf_format(&list, is_markdown ? "| `%s` | %s | %s |\n" : "%-28s %-8s %s\n",
                      items[i].name, level_name(items[i].level), items[i].summary);
    }
    return answer(run, list.text, list.size);
}

/* The rules that WORD means, as in --select: their list, or the page of the only one. */
static int
write_meant(struct run *run, const char *word)
{
    struct error err = ERROR_INIT;
    struct words selectors = {0}, none = {0};
    words_add(run->arena, &selectors, word);
    if (selectors_check(run->arena, &selectors, &err) != 0) {
        return run_fail(run, &err);
    }
    struct rule *meant = ARENA_ARRAY(run->arena, struct rule, n_rules);
    const struct rule *named = rule_find(word);
    size_t n = 0;
    for (size_t i = 0; i < n_rules; i++) {
        if (&rules[i] == named
            || (named == NULL && selectors_allow(&selectors, &none, rules[i].name)))
        {
            meant[n++] = rules[i];
        }
    }
    return n == 1 ? write_page(run, meant) : write_list(run, meant, n);
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
        else if (check_format(&run, &err) != 0) {
            code = run_fail(&run, &err);
        }
        else if (run.operands.n_items == 1) {
            code = write_meant(&run, run.operands.items[0]);
        }
        else {
            code = write_list(&run, rules, n_rules);
        }
    }
    return run_end(&run, code);
}
