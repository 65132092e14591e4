#ifndef INSULATE_CONVERT_PLAN_REFERENCES_H
#define INSULATE_CONVERT_PLAN_REFERENCES_H

#include "convert/conversion.h"
#include "convert/facts/mentions.h"
#include "convert/plan/slot_calls.h"

/* How the name of what moves is written where it is mentioned. */
enum reference_kind {
    REFERENCE_IN_MACRO, /* in the body of a macro; a parameter of that is the state */
    REFERENCE_PASTED,   /* the same, as the first part of a name that is put together */
    REFERENCE_FIELD,    /* as a field of the state */
    REFERENCE_SIZE,     /* of a type object, in sizeof: as the struct that it is */
    REFERENCE_OWN_TYPE, /* as the type of the function's first argument */
    REFERENCE_SLOT_CALL, /* with the slot behind it, as the function there */
    REFERENCE_MADE,      /* with `.tp_name` behind it: as the pointer, NULL until the type is made */
    REFERENCE_GIVEN,     /* a static is given the state, which is looked up: not at all */
    REFERENCE_BY_CLINIC, /* as Argument Clinic is told to write it */
};

struct reference {
    const struct mention *mention;
    enum reference_kind kind;
    struct slot_call slot_call;
    uint32_t made_end; /* of the `.tp_name` */
    struct range given; /* the statement that goes */
    bool is_counted; /* its address is what Py_INCREF or the like is handed */
    bool is_bare_operand; /* of sizeof, without parentheses */
};

struct references {
    const struct reference *items;
    size_t n_items, capacity;
};

/* The mentions of what moves that become something else. */
void plan_references(struct conversion *c);

#endif
