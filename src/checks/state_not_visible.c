/* state-not-visible: statics in branches that this configuration leaves out.  They are
 * read as tokens: nothing more is known of them. */
#include <stdio.h>
#include <string.h>

#include "checks/check.h"
#include "extension/hidden_objects.h"
#include "model/tokens.h"

enum { NAMES_MOST = 5 };

static void
check_branch(struct check *check, struct tour *tour, const struct branch *branch)
{
    const struct source_file *file = branch->file;
    struct finding *finding = NULL;
    size_t n = 0;
    for (size_t i = branch->first; i <= branch->last; i++) {
        struct range name;
        if (!hidden_object_at(file, branch->first, i, &name)) {
            continue;
        }
        if (finding == NULL && !tour_lacks(tour, branch)) {
            return;
        }
        const char *text =
            arena_copy(check->arena, file->text + name.begin, name.end - name.begin);
        if (finding == NULL) {
            finding = check_add(check, "state-not-visible", file, name.begin, text,
                                "the static variable '%s' is not checked because no "
                                "configuration activates its #if branch; pass headers, "
                                "or defines after --, that activate it",
                                text);
        }
        else if (n < NAMES_MOST) {
            finding_add_evidence(check->findings, finding, "and '%s' in line %u", text,
                                 source_line(file, name.begin));
            n++;
        }
    }
}

void
check_state_not_visible(struct check *check)
{
    struct tour alone;
    struct tour *tour = check->tour;
    if (tour == NULL) {
        tour_init(&alone, check->arena, check->source,
                  &(struct python_header_list){NULL, 0, 0}, check->versions.floor,
                  check->versions.abi3);
        tour = &alone;
    }
    for (size_t i = 0; i < tour->n_branches; i++) {
        check_branch(check, tour, &tour->branches[i]);
    }
}
