#include "model/verdict.h"

const char *
init_kind_name(enum init_kind kind)
{
    static const char *const names[] = {NULL, "single", "multi", "export"};
    return names[kind];
}

const char *
support_name(enum support support)
{
    static const char *const names[] = {NULL,   "nothing",    "single-phase", "once",
                                        "none", "shared-gil", "own-gil"};
    return names[support];
}

const char *
verdict_name(enum verdict verdict)
{
    static const char *const names[] = {"unproved", "isolated", "not-isolated",
                                        "refuses", "broken"};
    return names[verdict];
}

const char *
outcome_name(enum outcome outcome)
{
    static const char *const names[] = {"skip",  "pass",    "fail",
                                        "crash", "timeout", "refused"};
    return names[outcome];
}

void
module_reports_init(struct module_reports *reports, struct arena *arena)
{
    *reports = (struct module_reports){.arena = arena};
}

struct module_report *
module_reports_add(struct module_reports *reports)
{
    ARENA_GROW(reports->arena, reports->items, reports->n_items, reports->capacity);
    struct module_report *report = &reports->items[reports->n_items++];
    *report = (struct module_report){0};
    return report;
}
