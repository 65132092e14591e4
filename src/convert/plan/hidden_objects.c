/* Static objects, types and data in branches of #if that this build does not take, under names
 * that it does not have: nothing is converted that was not read. */
#include "convert/plan/hidden_objects.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/findings.h"
#include "convert/plan/retained_globals.h"
#include "convert/plan/variables.h"
#include "convert/text/places.h"
#include "extension/configurations.h"
#include "extension/hidden_objects.h"

static bool
is_of_module(const struct conversion *c, const struct source_file *file)
{
    bool is_such = c->n_modules == 1
                   || variable_declaration(c->module->variable)->file == file;
    for (size_t i = 0; i < c->source->n_variables && !is_such; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct declaration *d = variable_declaration(variable);
        is_such = d != NULL && d->file == file && plan_of_variable(c, variable)->belongs;
    }
    return is_such;
}

static bool
is_known(const struct conversion *c, const char *name)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        if (strcmp(c->source->variables[i]->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void
report_static(struct conversion *c, const struct source_file *file, uint32_t offset,
              const char *name)
{
    report(c, "state-not-converted", file, offset, name,
           "'%s' stays static where its #if branch is compiled, which is not so "
           "here; convert with the headers, or the defines after --, that take it",
           name);
    share_hidden(c, name);
}

static void
report_branch(struct conversion *c, struct tour *tour, const struct branch *branch)
{
    const struct source_file *file = branch->file;
    for (size_t i = branch->first; i <= branch->last; i++) {
        struct range place;
        if (!hidden_object_at(file, branch->first, i, &place)) {
            continue;
        }
        const char *name = text_of(c, file, place.begin, place.end);
        if (!is_known(c, name) && tour_lacks(tour, branch)) {
            report_static(c, file, place.begin, name);
        }
    }
}

/* What readings with other branches found. */
static void
report_data(struct conversion *c)
{
    for (size_t i = 0; i < c->options->n_hidden; i++) {
        const struct hidden_data *data = &c->options->hidden[i];
        for (size_t k = 0; k < c->source->n_files; k++) {
            const struct source_file *file = c->source->files[k];
            if (strcmp(file->real_path, data->real_path) == 0 && !is_known(c, data->name)
                && is_of_module(c, file))
            {
                report_static(c, file, data->offset, data->name);
            }
        }
    }
}

void
report_hidden_objects(struct conversion *c)
{
    report_data(c);
    /* What older Pythons have instead is of their author's choice. */
    const unsigned floor = c->options->floor > c->source->python_version
                               ? c->options->floor
                               : c->source->python_version;
    struct tour tour;
    tour_init(&tour, c->arena, c->source, &(struct python_header_list){NULL, 0, 0}, floor,
              c->options->abi3);
    for (size_t i = 0; i < tour.n_branches; i++) {
        if (is_of_module(c, tour.branches[i].file)) {
            report_branch(c, &tour, &tour.branches[i]);
        }
    }
}
