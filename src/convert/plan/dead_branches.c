/* Branches that no Python from the floor on takes. */
#include "convert/plan/dead_branches.h"

#include "convert/text/branch_lines.h"
#include "convert/text/places.h"

size_t
dead_parts(const struct conversion *c, const struct conditional *conditional,
           struct range out[MAX_DEAD_PARTS])
{
    const struct source_file *file = conditional->file;
    const enum truth value =
        conditional->is_plain ? conditional_value(c, conditional) : TRUTH_UNKNOWN;

    if (value == TRUTH_UNKNOWN) {
        return 0;
    }
    uint32_t first_line = line_begin(file, conditional->begin);
    uint32_t behind = line_end(file, conditional->last);
    if (value == TRUTH_YES) {
        out[0] = (struct range){lone_begin(file, first_line),
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
