/* Branches that no Python from the floor on takes go, with their directives. */
#include "convert/rewrite/branches.h"

#include "convert/rewrite/changes.h"
#include "convert/text/dead_branches.h"

void
prune_branches(struct rewriter *r, const struct source_file *file, uint32_t begin,
               uint32_t end)
{
    struct conditional conditional;
    for (; conditional_next(file, begin, end, &conditional);
         begin = conditional.begin + 1)
    {
        struct range parts[MAX_DEAD_PARTS];
        size_t n = conditional.last < end
                       ? dead_parts(r->plan->conditions, &conditional, parts)
                       : 0;
        for (size_t i = 0; i < n; i++) {
            change_cover(r, file, parts[i].begin, parts[i].end, "",
                         "no supported Python takes this branch");
        }
    }
}
