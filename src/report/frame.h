/* The line of a finding, with what it is about underlined. */
#ifndef INSULATE_REPORT_FRAME_H
#define INSULATE_REPORT_FRAME_H

#include "report/report.h"

/* Print FINDING's line and a caret below its column; nothing if its line is not known.
 * Tabs are blanks then, what a terminal would obey is written out, and of a long line
 * the part around the column is shown. */
void frame_print(const struct finding *finding, bool color, struct strbuf *out);

#endif
