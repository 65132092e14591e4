/* The lines of sources that findings stand in. */
#ifndef INSULATE_COMMANDS_QUOTATION_H
#define INSULATE_COMMANDS_QUOTATION_H

#include "model/finding.h"
#include "model/source.h"

/* Give each of FINDINGS that stands in a file of SOURCE, by its path, line and column, the
 * end of its word and its line, both from the text that was read: what the file holds by
 * now is another matter.  Files that are not the project's are not quoted. */
void findings_quote(struct findings *findings, const struct source *source);

#endif
