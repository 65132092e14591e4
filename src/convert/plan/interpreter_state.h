#ifndef INSULATE_CONVERT_PLAN_INTERPRETER_STATE_H
#define INSULATE_CONVERT_PLAN_INTERPRETER_STATE_H

#include "convert/conversion.h"

/* Where the user asks for it: functions that no module can be handed to find it through the
 * interpreter. */
void plan_interpreter_state(struct conversion *c);

/* Could FUNCTION, if the user asks for it? */
bool can_ask_interpreter(const struct conversion *c, const struct function *function);
/* Does FUNCTION return an object, and so NULL where its interpreter has no module object?
 * Others end the process. */
bool fails_without_module(const struct function *function);

#endif
