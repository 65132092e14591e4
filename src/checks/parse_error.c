/* parse-error */
#include <string.h>

#include "checks/check.h"

#include "base/strbuf.h"

/* One broken line makes dozens of messages: a file gets one finding, with the first
 * message, and a few of the others as evidence. */
enum { EVIDENCE_LIMIT = 10 };

/* The finding that this check made for PATH, from number FIRST on; NULL: none yet. */
static struct finding *
finding_of(const struct check *check, size_t first, const char *path)
{
    for (size_t i = first; i < check->findings->n_items; i++) {
        if (string_equal(check->findings->items[i].path, path)) {
            return &check->findings->items[i];
        }
    }
    return NULL;
}

/* What to do about the first problem of a file; "" if it says so itself. */
static const char *
remedy(const struct source_problem *problem)
{
    if (problem->is_unread) {
        return "";
    }
    return strstr(problem->message, "function definition is not allowed here") != NULL
               ? " (a function inside of a function is an extension of GCC that libclang does "
                 "not read: put it in front)"
               : " (pass the compiler flags of the build: see 'insulate record')";
}

void
check_parse_error(struct check *check)
{
    size_t first = check->findings->n_items;
    for (size_t i = 0; i < check->source->n_problems; i++) {
        const struct source_problem *problem = &check->source->problems[i];
        struct finding *finding = finding_of(check, first, problem->path);
        if (finding != NULL) {
            if (finding->n_evidence < EVIDENCE_LIMIT) {
                finding_add_evidence(check->findings, finding, "line %u: %s",
                                     problem->line, problem->message);
            }
            continue;
        }
        finding = findings_add(
            check->findings, "parse-error", "%s; this file is not checked%s",
            problem->message, remedy(problem));
        finding->path = problem->path;
        finding->line = problem->line;
        finding->column = problem->column;
        if (problem->file != NULL && problem->line <= problem->file->n_lines) {
            finding->point = source_point(problem->file,
                                          problem->file->lines[problem->line - 1]
                                              + problem->column - 1);
        }
    }
}
