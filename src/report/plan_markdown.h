#ifndef INSULATE_REPORT_PLAN_MARKDOWN_H
#define INSULATE_REPORT_PLAN_MARKDOWN_H

#include "base/strbuf.h"
#include "model/plan.h"

/* Append the plan of every module to OUT, in Markdown. */
void plan_print_markdown(const struct conversion_plan *plan, struct strbuf *out);

#endif
