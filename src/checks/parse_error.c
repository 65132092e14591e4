/* parse-error */
#include "checks/check.h"

void
check_parse_error(struct check *check)
{
    for (size_t i = 0; i < check->source->n_problems; i++) {
        const struct source_problem *problem = &check->source->problems[i];
        struct finding *finding =
            findings_add(check->findings, "parse-error",
                         "%s; nothing in this file is judged until it parses (see "
                         "`insulate record`)",
                         problem->message);
        finding->path = problem->path;
        finding->line = problem->line;
        finding->column = problem->column;
    }
}
