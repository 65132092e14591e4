#ifndef INSULATE_CONVERT_REPORT_PLAN_DOCUMENT_H
#define INSULATE_CONVERT_REPORT_PLAN_DOCUMENT_H

#include "convert/conversion.h"

/* Append the plan of the module to PLAN, in Markdown. */
void write_plan(const struct conversion *c, struct strbuf *plan);

#endif
