#include "commands/hidden_data.h"

#include <string.h>

#include "checks/checks.h"
#include "commands/forced_reading.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/verification.h"

enum { READINGS_MOST = 3 };

struct finder {
    struct work *work;
    const struct source *source; /* as the build has it */
    struct hidden_data *items;
    size_t n_items, capacity;
    size_t n_read;
};

static bool
is_skipped(const struct source_file *file, uint32_t offset)
{
    for (size_t i = 0; i < file->n_skipped; i++) {
        if (offset >= file->skipped[i].begin && offset < file->skipped[i].end) {
            return true;
        }
    }
    return false;
}

/* The declaration of the static variable NAME of FORCED in the file that PATH names; NULL: there
 * is none, or the build has it, too. */
static const struct declaration *
hidden_declaration(const struct finder *finder, const struct source *forced, const char *path,
                   const char *name)
{
    const struct source_file *file = source_file_named(finder->source, path);
    for (size_t i = 0; file != NULL && i < forced->n_variables; i++) {
        const struct variable *variable = forced->variables[i];
        const struct declaration *d = variable_declaration(variable);
        if (d != NULL && variable_is_static(variable) && strcmp(variable->name, name) == 0
            && strcmp(d->file->path, path) == 0 && is_skipped(file, d->name))
        {
            return d;
        }
    }
    return NULL;
}

static void
add(struct finder *finder, const struct declaration *declaration, const char *name)
{
    struct hidden_data data = {declaration->file->real_path, declaration->name, name};
    for (size_t i = 0; i < finder->n_items; i++) {
        const struct hidden_data *known = &finder->items[i];
        if (strcmp(known->real_path, data.real_path) == 0 && known->offset == data.offset) {
            return;
        }
    }
    ARENA_ADD(finder->work->run->arena, finder->items, finder->n_items, finder->capacity, &data);
}

/* What the checks say of such data in FORCED. */
static void
add_found(struct finder *finder, const struct source *forced)
{
    struct findings findings;
    findings_init(&findings, finder->work->run->arena);
    checks_run(finder->work->run->arena, forced, &findings);
    for (size_t i = 0; i < findings.n_items; i++) {
        const struct finding *finding = &findings.items[i];
        bool is_data = strcmp(finding->rule, "state-static-data") == 0
                       && finding->level != LEVEL_NOTE && finding->symbol != NULL;
        const struct declaration *d =
            is_data ? hidden_declaration(finder, forced, finding->path, finding->symbol) : NULL;
        if (d != NULL) {
            add(finder, d, finding->symbol);
        }
    }
}

/* Returns 1 if the sources do not compile with BRANCH, for which *OUT_PROBLEM is set. */
static int
find_under(struct finder *finder, const struct forced_branch *branch,
           const struct source_problem **out_problem, struct error *err)
{
    const struct work *work = finder->work;
    struct source *forced;
    finder->n_read++;
    if (forced_read(work, &work->request, finder->source, branch, &forced, err) != 0) {
        return -1;
    }
    *out_problem = source_new_problem(finder->source, forced);
    if (*out_problem != NULL) {
        return 1;
    }
    if (forced_has_entries(finder->source, forced)) {
        add_found(finder, forced);
    }
    return 0;
}

/* The same for each of BRANCHES that WHOLE takes together. */
static int
find_in_each(struct finder *finder, const struct forced_branches *branches,
             const struct forced_branch *whole, struct error *err)
{
    struct work *work = finder->work;
    for (size_t i = 0; i < branches->n_items; i++) {
        const struct forced_branch *branch = &branches->items[i];
        const struct source_problem *problem;
        if (!forced_branch_has(whole, branch)) {
            continue;
        }
        if (finder->n_read >= READINGS_MOST) {
            forced_say_too_many(work, branch, READINGS_MOST, &work->unread);
            continue;
        }
        int code = find_under(finder, branch, &problem, err);
        if (code == 1) {
            forced_say_problem(work, branch, problem, &work->unread);
        }
        else if (code != 0) {
            return code;
        }
    }
    return 0;
}

int
hidden_data_find(struct work *work, struct error *err)
{
    struct arena *arena = work->run->arena;
    struct finder finder = {.work = work, .source = work->prepared.readings[0].source};
    const struct forced_branches each = forced_branches_of_data(
        arena, finder.source, conditions_from(arena, finder.source, work->options.floor));
    const struct forced_branches together = forced_branches_join(arena, &each);
    for (size_t i = 0; i < together.n_items; i++) {
        const struct forced_branch *whole = &together.items[i];
        const struct source_problem *problem;
        int code = whole->n_branches == 1 || finder.n_read >= READINGS_MOST
                       ? 1
                       : find_under(&finder, whole, &problem, err);
        if (code == 1) {
            code = find_in_each(&finder, &each, whole, err);
        }
        if (code != 0) {
            return code;
        }
    }
    work->options.hidden = finder.items;
    work->options.n_hidden = finder.n_items;
    return 0;
}
