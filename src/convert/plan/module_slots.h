#ifndef INSULATE_CONVERT_PLAN_MODULE_SLOTS_H
#define INSULATE_CONVERT_PLAN_MODULE_SLOTS_H

#include "convert/conversion.h"
#include "convert/plan/claim_place.h"
#include "model/extent.h"
#include "model/verdict.h"

/* What the module says of interpreters, and how: the value of its slot. */
enum support declared_support(const struct conversion *c);
const char *interpreters_value(const struct conversion *c);

/* Can another function stand in the exec slot, around the one that does: the only one, by its name
 * in the module's table and no other?  A module in single-phase initialisation gets the table. */
bool can_replace_exec(const struct conversion *c);
/* The name of the module's own exec function. */
const char *exec_name(const struct conversion *c);

/* What stands above the slot of a module whose statics are still to move. */
const char *once_comment(void);

/* The one that a module in multi-phase initialisation has already, or NULL. */
const struct variable *slot_table(const struct conversion *c);

/* What is done to the table that a module in multi-phase initialisation has already. */
enum slot_table_step {
    SLOTS_STAY,
    SLOTS_GET_CLAIM,
    SLOTS_ARE_RAISED, /* what it declares of interpreters */
    LATE_SLOTS_ARE_RAISED,
};

/* The same of a slot that is added at run time: a word, and the number 0 that it is where
 * headers lack it. */
struct raised_word {
    struct range word, number; /* number.end is 0: none */
};

struct slot_table_plan {
    const struct variable *table; /* NULL: it has none */
    enum slot_table_step step;
    bool has_claim;     /* in some build at least */
    struct range claim; /* its value, as it is written there; or SLOTS_ARE_RAISED is not */
    struct claim_place place; /* SLOTS_GET_CLAIM */
    const struct node *exec;       /* the name in an exec slot; NULL: it stays */
    const char *exec_name;         /* becomes this; NULL: its slot goes */
    struct range exec_slot;        /* with its comma */
    const struct raised_word *raised; /* LATE_SLOTS_ARE_RAISED; in the table's file */
    size_t n_raised, raised_capacity;
    const struct node *const *places; /* numbers of slots behind the one that goes */
    size_t n_places, places_capacity;
};

void plan_slot_table(struct conversion *c);

#endif
