#ifndef INSULATE_CONVERT_PLAN_H
#define INSULATE_CONVERT_PLAN_H

#include "convert/conversion.h"

void write_plan(const struct conversion *c, struct strbuf *plan);

#endif
