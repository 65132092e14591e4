/* insulate rule [NAME]: the page of a rule, or the list of all. */
#include "commands/command.h"

#include <string.h>

#include "base/strbuf.h"
#include "model/rule.h"

struct rule_options {
    struct common_options common;
};

const struct option rule_options[] = {{0}};

static int
write_page(struct run *run, const char *name)
{
    struct error err = ERROR_INIT;
    if (rule_find(name) == NULL) {
        error_set(&err, ERROR_USAGE,
                  "there is no rule '%s'; `insulate rule` lists them", name);
        return run_fail(run, &err);
    }
    const char *page = rule_page(name);
    if (page == NULL) {
        error_set(&err, ERROR_UNSUPPORTED, "the rule '%s' has no page", name);
        return run_fail(run, &err);
    }
    if (run_answer(run, page, strlen(page), &err) != 0) {
        return run_fail(run, &err);
    }
    return EXIT_CLEAN;
}

static int
write_list(struct run *run)
{
    CLEANUP(strbuf_done) struct strbuf list = STRBUF_INIT;
    for (size_t i = 0; i < n_rules; i++) {
        strbuf_format(&list, "%-28s %-8s %s\n", rules[i].name,
                      level_name(rules[i].level), rules[i].summary);
    }
    struct error err = ERROR_INIT;
    if (run_answer(run, list.text, list.size, &err) != 0) {
        return run_fail(run, &err);
    }
    return EXIT_CLEAN;
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
            error_set(&err, ERROR_USAGE, "takes one rule, not %zu",
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
