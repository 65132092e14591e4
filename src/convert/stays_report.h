#ifndef INSULATE_CONVERT_STAYS_REPORT_H
#define INSULATE_CONVERT_STAYS_REPORT_H

#include "convert/conversion.h"

/* The plan's section: what stays, why, and what guards it. */
void write_stays(const struct conversion *c, struct strbuf *plan);

#endif
