#ifndef INSULATE_CONVERT_PLAN_CALL_CONTEXTS_H
#define INSULATE_CONVERT_PLAN_CALL_CONTEXTS_H

#include "convert/conversion.h"

void plan_call_contexts(struct conversion *c);

#endif
