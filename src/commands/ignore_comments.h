/* `check --add-ignores`: comments that suppress findings, as fixes of these. */
#ifndef INSULATE_COMMANDS_IGNORE_COMMENTS_H
#define INSULATE_COMMANDS_IGNORE_COMMENTS_H

#include "model/finding.h"
#include "model/source.h"

/* Can REASON stand in a comment, and does it say something?  Errors: USAGE. */
MUST_CHECK int ignore_reason_check(const char *reason, struct error *err);
/* Give each of FINDINGS, sorted, of SOURCE a fix that suppresses it: a comment with its rule
 * and REASON, behind the line or, where that would be too long, above it.  Those of one line
 * share one.  Without a fix are findings that no comment should suppress (what does not
 * parse, comments without effect), and those of generated files.  All is in ARENA. */
void ignore_comments_add(struct arena *arena, const char *reason,
                         const struct source *source, struct findings *findings);

#endif
