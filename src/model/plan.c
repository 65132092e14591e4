#include "model/plan.h"

#include <string.h>

#include "base/strbuf.h"

void
plan_names_add(struct arena *arena, struct plan_names *names, const char *name)
{
    ARENA_ADD(arena, names->items, names->n_items, names->capacity, &name);
}

bool
plan_names_have(const struct plan_names *names, const char *name)
{
    for (size_t i = 0; i < names->n_items; i++) {
        if (strcmp(names->items[i], name) == 0) {
            return true;
        }
    }
    return false;
}

struct plan_place
plan_place_at(const struct source_file *file, uint32_t offset)
{
    return (struct plan_place){file->path, source_line(file, offset),
                               source_column(file, offset), offset};
}

void
plan_visit_places(struct conversion_plan *plan,
                  void (*visit)(struct plan_place *place, const void *context),
                  const void *context)
{
    for (size_t i = 0; i < plan->n_modules; i++) {
        struct module_plan *module = &plan->modules[i];
        visit(&module->place, context);
        for (size_t k = 0; k < module->n_variables; k++) {
            visit(&module->variables[k].place, context);
        }
        for (size_t k = 0; k < module->n_functions; k++) {
            visit(&module->functions[k].place, context);
            if (module->functions[k].why != NULL) {
                visit(&module->functions[k].where, context);
            }
        }
        for (size_t k = 0; k < module->n_types; k++) {
            struct planned_type *type = &module->types[k];
            visit(&type->place, context);
            for (size_t n = 0; n < type->n_lost; n++) {
                visit(&type->lost[n].place, context);
            }
        }
        for (size_t k = 0; k < module->n_retained; k++) {
            visit(&module->retained[k].place, context);
        }
        for (size_t k = 0; k < module->n_libraries; k++) {
            visit(&module->libraries[k].place, context);
        }
        for (size_t k = 0; k < module->n_guards; k++) {
            visit(&module->guards[k].place, context);
        }
    }
}

void
module_plan_refuse(struct module_plan *module)
{
    module->is_refused = true;
    module->new_init = module->init;
}

void
plan_set_findings(struct arena *arena, struct conversion_plan *plan,
                  const struct findings *findings)
{
    for (size_t i = 0; i < plan->n_modules; i++) {
        struct module_plan *module = &plan->modules[i];
        module->n_findings = 0;
        for (size_t k = 0; k < findings->n_items; k++) {
            const struct finding *finding = &findings->items[k];
            if (module->is_broken || !string_equal(finding->module, module->name)) {
                continue;
            }
            ARENA_GROW(arena, module->findings, module->n_findings,
                       module->findings_capacity);
            module->findings[module->n_findings++] = (struct plan_finding){
                .rule = finding->rule,
                .level = finding->level,
                .place = {finding->path, finding->line, finding->column,
                          (uint32_t)finding->offset},
                .symbol = finding->symbol,
                .message = finding->message,
                .evidence = finding->evidence,
                .n_evidence = finding->n_evidence,
            };
        }
    }
}

/* By enum retention. */
static const struct {
    const char *name, *protection;
} retentions[] = {
    [RETAINED_FOR_STAGE] = {"later-stage", "opt-out"},
    [RETAINED_SETTING] = {"setting", "atomic"},
    [RETAINED_CONSTRUCTOR] = {"constructor", "gil"},
    [RETAINED_CAPSULE] = {"capsule", "gil"},
    [RETAINED_VALUE] = {"initial-value", "gil"},
    [RETAINED_LIBRARY] = {"library", "gil"},
    [RETAINED_UNMOVABLE] = {"process-wide", "gil"},
    [RETAINED_OPT_OUT] = {"opt-out", "lock"},
    [RETAINED_SET_ONCE] = {"set-once", "itself"},
    [RETAINED_THREAD] = {"thread-local", "thread"},
    [RETAINED_LOCK] = {"lock", "itself"},
};

const char *
rung_name(enum rung rung)
{
    static const char *const names[] = {[RUNG_WHOLE] = "whole",
                                        [RUNG_LIBRARY_DATA] = "library-data",
                                        [RUNG_STATIC_DATA] = "static-data",
                                        [RUNG_SOME_STATICS] = "some-statics",
                                        [RUNG_STATE] = "state",
                                        [RUNG_INIT] = "init"};
    return names[rung];
}

const char *
retention_name(enum retention cause)
{
    return retentions[cause].name;
}

const char *
retention_protection(enum retention cause)
{
    return retentions[cause].protection;
}
