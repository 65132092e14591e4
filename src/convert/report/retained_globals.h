#ifndef INSULATE_CONVERT_REPORT_RETAINED_GLOBALS_H
#define INSULATE_CONVERT_REPORT_RETAINED_GLOBALS_H

#include "convert/conversion.h"

/* The plan's section: what stays, why, and what guards it. */
void write_retained_globals(const struct conversion *c, struct strbuf *plan);

#endif
