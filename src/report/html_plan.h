/* The plan of a conversion on the HTML page. */
#ifndef INSULATE_REPORT_HTML_PLAN_H
#define INSULATE_REPORT_HTML_PLAN_H

#include "base/strbuf.h"
#include "model/plan.h"

void html_add_plan(struct strbuf *out, const struct conversion_plan *plan);

#endif
