/* Branches that no Python from the floor on takes. */
#include "convert/text/dead_branches.h"

#include "convert/text/branch_lines.h"
#include "convert/text/places.h"

size_t
dead_parts(const struct conditions *conditions, const struct conditional *conditional,
           struct range out[MAX_DEAD_PARTS])
{
    const struct source_file *file = conditional->file;
    const enum truth value =
        conditional->is_plain ? conditional_value(conditions, conditional) : TRUTH_UNKNOWN;

    if (value == TRUTH_UNKNOWN) {
        return 0;
    }
    uint32_t first_line = line_begin(file, conditional->begin);
    uint32_t behind = line_end(file, conditional->last);
    if (value == TRUTH_YES) {
        out[0] = (struct range){lone_begin(file, first_line, line_end(file, first_line)),
                                line_end(file, conditional->begin)};
        out[1] = (struct range){line_begin(file, conditional->rest), behind};
        return 2;
    }
    if (conditional->last != conditional->rest) {
        out[0] = (struct range){first_line, line_end(file, conditional->rest)};
        out[1] = (struct range){line_begin(file, conditional->last), behind};
        return 2;
    }
    out[0] = (struct range){conditional_begin(file, first_line, behind), behind};
    return 1;
}

size_t
dead_parts_across(const struct conditions *conditions, const struct source_file *file,
                  uint32_t begin, uint32_t end, struct range out[MAX_DEAD_PARTS])
{
    struct conditional conditional;
    size_t n = 0;
    for (uint32_t from = 0; n == 0 && conditional_next(file, from, end, &conditional);
         from = conditional.begin + 1)
    {
        uint32_t opens = conditional.begin, closes = conditional.last;
        bool goes_in = opens < begin && closes > begin && closes < end;
        bool goes_out = opens >= begin && closes >= end;
        n = goes_in || goes_out ? dead_parts(conditions, &conditional, out) : 0;
    }
    return n;
}
