#ifndef INSULATE_CONVERT_PLAN_SLOT_CALLS_H
#define INSULATE_CONVERT_PLAN_SLOT_CALLS_H

#include "convert/conversion.h"
#include "convert/facts/mentions.h"

/* `Base_Type.tp_dealloc(self)` in a function that runs when an instance dies, and cannot
 * look the state up: the function in the slot is called itself.  Where Base_Type and its bases
 * have none, the slot is that of `object`, which calls tp_free. */
struct slot_call {
    const struct function *function; /* NULL: that of object, or it is no such call */
    const char *type;                /* of the slot: "destructor" …; NULL: it is no such call */
    const struct node *instance;     /* where FUNCTION is NULL */
    uint32_t end;                    /* behind the name of the slot */
};

/* The call of a slot that CALLEE, what a call begins with, is. */
struct slot_call slot_call_at(const struct conversion *c, const struct node *callee);

/* How the function NAME, of types of the module, calls the slot NAME of their base. */
enum base_call {
    CALLS_NO_BASE, /* or that of a type that does not move */
    CALLS_OWN_BASE,
    CALLS_EITHER, /* the types differ in that */
};

/* CALL, in FUNCTION, by `Py_TYPE(self)->tp_base->NAME`. */
enum base_call base_call_at(const struct conversion *c, const struct function *function,
                            const struct node *call, const char *name);

/* The call of a slot that MENTION, of a type, begins. */
struct slot_call slot_call_of(const struct conversion *c, const struct mention *mention);

#endif
