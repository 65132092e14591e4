#ifndef INSULATE_REPORT_PLAN_JSON_H
#define INSULATE_REPORT_PLAN_JSON_H

#include <jansson.h>

#include "model/plan.h"

/* The plan as a JSON object; docs/commands.md lists its fields. */
json_t *plan_to_json(const struct conversion_plan *plan);

#endif
