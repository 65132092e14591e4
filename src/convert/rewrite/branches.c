/* Branches that no Python from the floor on takes go, with their directives. */
#include "convert/rewrite/branches.h"

#include "convert/text/branch_lines.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/text/places.h"
#include "convert/rewrite/changes.h"
#include "extension/conditional.h"

/* --- pruning -------------------------------------------------------------------------- */

/* Take away what no supported Python compiles of CONDITIONAL; false if it is not known what
 * that is. */
static bool
prune_conditional(struct rewriter *r, const struct conditional *conditional)
{
    static const char reason[] = "no supported Python takes this branch";
    const struct source_file *file = conditional->file;
    const enum truth value =
        conditional->is_plain ? conditional_value(r->plan, conditional) : TRUTH_UNKNOWN;

    if (value == TRUTH_UNKNOWN) {
        return false;
    }
    uint32_t first_line = line_begin(file, conditional->begin);
    uint32_t rest_line = line_begin(file, conditional->rest);
    uint32_t last_line = line_begin(file, conditional->last);
    uint32_t behind = line_end(file, conditional->last);
    if (value == TRUTH_YES) {
        change_cover(r, file, lone_begin(file, first_line),
                     line_end(file, conditional->begin), "", reason);
        change_cover(r, file, rest_line, behind, "", reason);
    }
    else if (conditional->last != conditional->rest) {
        change_cover(r, file, first_line, line_end(file, conditional->rest), "",
                     reason);
        change_cover(r, file, last_line, behind, "", reason);
    }
    else {
        change_cover(r, file, conditional_begin(file, first_line, behind), behind, "",
                     reason);
    }
    return true;
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
