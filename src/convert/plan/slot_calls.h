#ifndef INSULATE_CONVERT_PLAN_SLOT_CALLS_H
#define INSULATE_CONVERT_PLAN_SLOT_CALLS_H

#include "convert/conversion.h"
#include "convert/facts/mentions.h"

/* `Base_Type.tp_dealloc(self)` in a function that runs when an instance dies, and cannot
 * look the state up: the function in the slot is called itself. */
struct slot_call {
    const struct function *function; /* NULL: it is no such call */
    const char *type;                /* of the slot: "destructor" … */
    uint32_t end;                    /* behind the name of the slot */
};

/* The call of a slot that CALLEE, what a call begins with, is. */
struct slot_call slot_call_at(const struct conversion *c, const struct node *callee);

/* The call of a slot that MENTION, of a type, begins. */
struct slot_call slot_call_of(const struct conversion *c, const struct mention *mention);

#endif
