/* The comments that suppress findings. */
#ifndef INSULATE_CHECKS_SUPPRESSION_H
#define INSULATE_CHECKS_SUPPRESSION_H

#include "checks/check.h"

/* One `insulate: ignore[rule, …] reason` comment. */
struct suppression {
    const struct source_file *file;
    uint32_t offset;
    unsigned first_line, last_line; /* of the comment */
    const char *const *rules;
    bool *is_own; /* of each rule: it hides a finding on the comment's own lines, and so
                     none on the line below */
    size_t n_rules;
    bool has_reason;
    bool is_used;
    bool is_reached; /* a configuration that was read compiles the place */
};

/* All of a run.  ignore-unused, ignore-without-reason are about these. */
struct suppressions {
    struct suppression *items;
    size_t n_items, capacity;
};

/* Add those of CHECK's source; one that is known from another configuration stays one. */
void suppressions_read(struct check *check, struct suppressions *suppressions);
/* Drop the findings so far that a comment names. */
void suppressions_apply(struct check *check, struct suppressions *suppressions);
/* Add findings about comments without reason or effect. */
void suppressions_report(struct check *check, const struct suppressions *suppressions);

#endif
