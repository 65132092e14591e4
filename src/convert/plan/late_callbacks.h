#ifndef INSULATE_CONVERT_PLAN_LATE_CALLBACKS_H
#define INSULATE_CONVERT_PLAN_LATE_CALLBACKS_H

#include "convert/conversion.h"

/* Let instances hold their module that a library may call functions of the module with
 * while they are deallocated; notes those that cannot. */
void hold_module_for_callbacks(struct conversion *c);

/* What holds the module of the instance by which FUNCTION, a callback, finds the state;
 * NULL: it finds it by the instance's type. */
const struct module_holder *callback_holder(const struct conversion *c,
                                            const struct function *function);

#endif
