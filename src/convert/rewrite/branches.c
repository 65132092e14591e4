/* Branches that no Python from the floor on takes go, with their directives. */
#include "convert/rewrite/branches.h"

#include "convert/plan/dead_branches.h"
#include "convert/rewrite/changes.h"

/* --- pruning -------------------------------------------------------------------------- */

/* Take away what no supported Python compiles of CONDITIONAL; false if it is not known what
 * that is. */
static bool
prune_conditional(struct rewriter *r, const struct conditional *conditional)
{
    struct range parts[MAX_DEAD_PARTS];
    size_t n = dead_parts(r->plan, conditional, parts);
    for (size_t i = 0; i < n; i++) {
        change_cover(r, conditional->file, parts[i].begin, parts[i].end, "",
                     "no supported Python takes this branch");
    }
    return n > 0;
}

void
prune_branches(struct rewriter *r, const struct source_file *file, uint32_t begin,
               uint32_t end)
{
    struct conditional conditional;
    for (; conditional_next(file, begin, end, &conditional);
         begin = conditional.begin + 1) {
        if (conditional.last < end) {
            prune_conditional(r, &conditional);
        }
    }
}

bool
prune_across(struct rewriter *r, const struct source_file *file, uint32_t begin,
             uint32_t end)
{
    struct conditional conditional;
    for (uint32_t from = 0; conditional_next(file, from, end, &conditional);
         from = conditional.begin + 1)
    {
        uint32_t opens = conditional.begin, closes = conditional.last;
        bool goes_in = opens < begin && closes > begin && closes < end;
        bool goes_out = opens >= begin && closes >= end;
        if ((goes_in || goes_out) && prune_conditional(r, &conditional)) {
            return true;
        }
    }
    return false;
}
