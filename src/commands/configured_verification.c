/* The result of `insulate convert`, read again with other branches of #if. */
#include <string.h>

#include "commands/forced_reading.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/inventory.h"
#include "convert/verification.h"
#include "extension/forced_branches.h"

/* Pairs of further readings, at most: each costs two of what it reads. */
enum { CONFIGURATIONS_MOST = 4 };

struct verifier {
    struct work *work;
    const struct source_request *request; /* of the result */
    const struct source *before, *after;  /* as the build has them */
    struct inventory_pair first;
    bool has_first; /* it was read */
    size_t n_read;
};

static void
read_inventories(struct arena *arena, const struct source *before,
                 const struct source *after, struct inventory_pair *out)
{
    inventory_init(&out->before, arena);
    inventory_init(&out->after, arena);
    inventory_read(&out->before, before);
    inventory_read(&out->after, after);
}

/* What is wrong with AFTER under FORCED, and the file that it is wrong in; NULL: nothing. */
static const char *
problem_under(struct verifier *verifier, const struct forced_branch *forced,
              const struct source *before, const struct source *after,
              const char **out_path)
{
    struct arena *arena = verifier->work->run->arena;
    const char *words = forced_branch_words(arena, forced);
    const struct source_problem *problem = source_new_problem(before, after);
    if (problem != NULL) {
        *out_path = problem->file != NULL ? problem->file->real_path : problem->path;
        return arena_format(arena,
                            "with %s, the converted text does not compile (%s:%u: %s), "
                            "but the original does",
                            words, problem->path, problem->line, problem->message);
    }
    struct inventory_pair other;
    struct inventory_difference difference;
    if (!verifier->has_first) {
        read_inventories(arena, verifier->before, verifier->after, &verifier->first);
        verifier->has_first = true;
    }
    read_inventories(arena, before, after, &other);
    if (!inventory_differs(&verifier->first, &other, &difference)) {
        return NULL;
    }
    *out_path = difference.path;
    return arena_format(
        arena, "with %s, the converted text differs: %s is %s, but was %s",
        words, difference.key, difference.after != NULL ? difference.after : "missing",
        difference.before != NULL ? difference.before : "missing");
}

/* Compare the result with the original under FORCED.  Returns 1 if a module was refused; 2
 * if the original does not parse so, for which *OUT_PROBLEM is set. */
static int
verify_under(struct verifier *verifier, const struct forced_branch *forced,
             const struct source_problem **out_problem, struct error *err)
{
    struct work *work = verifier->work;
    struct source *before, *after;
    const char *path = "";
    verifier->n_read++;
    if (forced_read(work, &work->request, verifier->before, forced, &before, err)
        != 0)
    {
        return -1;
    }
    *out_problem = source_new_problem(verifier->before, before);
    if (*out_problem != NULL) {
        return 2;
    }
    if (!forced_has_entries(verifier->before, before)) {
        return forced->n_branches > 1 ? 2 : 0;
    }
    if (forced_read(work, verifier->request, verifier->after, forced, &after, err)
        != 0)
    {
        return -1;
    }
    const char *message = problem_under(verifier, forced, before, after, &path);
    if (message != NULL) {
        result_refuse_culprits(work, path, message);
        return 1;
    }
    return 0;
}

/* The same for each of BRANCHES, a branch each, of those that WHOLE takes together. */
static int
verify_each(struct verifier *verifier, const struct forced_branches *branches,
            const struct forced_branch *whole, struct error *err)
{
    for (size_t i = 0; i < branches->n_items; i++) {
        const struct forced_branch *branch = &branches->items[i];
        const struct source_problem *problem;
        if (!forced_branch_has(whole, branch)) {
            continue;
        }
        if (verifier->n_read == CONFIGURATIONS_MOST) {
            forced_say_too_many(verifier->work, branch, CONFIGURATIONS_MOST,
                                &verifier->work->unverified);
            continue;
        }
        int code = verify_under(verifier, branch, &problem, err);
        if (code == 2) {
            forced_say_problem(verifier->work, branch, problem, &verifier->work->unverified);
        }
        else if (code != 0) {
            return code;
        }
    }
    return 0;
}

int
result_verify_configurations(struct work *work, const struct source_request *request,
                             const struct source *after, struct error *err)
{
    struct arena *arena = work->run->arena;
    struct verifier verifier = {.work = work,
                                .request = request,
                                .before = work->prepared.readings[0].source,
                                .after = after};
    struct edits edits;
    work->unverified = (struct plan_names){0};
    result_edits(work, &edits);
    const struct forced_branches each = forced_branches_find(
        arena, work->source, conditions_from(arena, work->source, work->options.floor),
        &edits);
    const struct forced_branches together = forced_branches_join(arena, &each);
    for (size_t i = 0; i < together.n_items; i++) {
        const struct forced_branch *whole = &together.items[i];
        const struct source_problem *problem = NULL;
        int code = verifier.n_read == CONFIGURATIONS_MOST || whole->n_branches == 1
                       ? 2
                       : verify_under(&verifier, whole, &problem, err);
        if (code == 2) {
            code = verify_each(&verifier, &each, whole, err);
        }
        if (code != 0) {
            return code;
        }
    }
    return 0;
}
