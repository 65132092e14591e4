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
threads_verdict_name(enum threads_verdict threads)
{
    static const char *const names[] = {NULL, "not shown", "safe", "unsafe"};
    return names[threads];
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

static const char *
copy_string(struct arena *arena, const char *string)
{
    return string != NULL ? arena_string(arena, string) : NULL;
}

static void
copy_coverage(struct arena *arena, const struct coverage *from, struct coverage *to)
{
    *to = *from;
    to->missing = copy_string(arena, from->missing);
    struct unused *unused = ARENA_ARRAY(arena, struct unused, from->n_unused);
    for (size_t i = 0; i < from->n_unused; i++) {
        unused[i].kind = copy_string(arena, from->unused[i].kind);
        unused[i].name = copy_string(arena, from->unused[i].name);
        unused[i].reason = copy_string(arena, from->unused[i].reason);
    }
    to->unused = unused;
}

void
module_report_copy(struct module_reports *reports, const struct module_report *report)
{
    struct arena *arena = reports->arena;
    struct module_report *copy = module_reports_add(reports);
    *copy = *report;
    copy->module = copy_string(arena, report->module);
    copy->path = copy_string(arena, report->path);
    copy->python = copy_string(arena, report->python);
    copy->gil = copy_string(arena, report->gil);
    copy->reason = copy_string(arena, report->reason);
    copy->threads_reason = copy_string(arena, report->threads_reason);
    copy_coverage(arena, &report->coverage, &copy->coverage);
    copy->scenarios = ARENA_ARRAY(arena, struct scenario_result, report->n_scenarios);
    copy->scenarios_capacity = report->n_scenarios;
    for (size_t i = 0; i < report->n_scenarios; i++) {
        copy->scenarios[i] = report->scenarios[i];
        copy->scenarios[i].name = copy_string(arena, report->scenarios[i].name);
        copy->scenarios[i].reason = copy_string(arena, report->scenarios[i].reason);
    }
}

bool
verdict_fails(enum verdict verdict, enum verdict_use use)
{
    switch (use) {
    case VERDICTS_MUST_BE_ISOLATED:
        return verdict != VERDICT_ISOLATED;
    case VERDICTS_MUST_BE_KEPT:
        return verdict == VERDICT_NOT_ISOLATED;
    case VERDICTS_ARE_BACKGROUND:
        break;
    }
    return false;
}
