#ifndef INSULATE_CONVERT_PLAN_MODULE_HOLDERS_H
#define INSULATE_CONVERT_PLAN_MODULE_HOLDERS_H

#include "convert/conversion.h"
#include "model/extent.h"

/* A type whose instances hold their module, so that its state is there until the last of
 * them is deallocated. */
struct module_holder {
    const struct variable *type;
    const struct type *instance; /* the struct of its instances */
    const char *member;          /* of that: the module */
    uint32_t place;              /* of its declaration, in the struct's file */
    const char *declaration;
    const char *alloc_name; /* the function in Py_tp_alloc, which fills it */
    const char *new_name;   /* the one that becomes Py_tp_new; NULL: as it was */
    const struct function *maker; /* tp_new, whose calls of tp_alloc may be for subclasses;
                                     NULL: there are none */
};

struct module_holders {
    const struct module_holder *items;
    size_t n_items, capacity;
};

/* Before the first question. */
void module_holders_begin(struct conversion *c);

/* Let the instances of each type that FUNCTION deallocates hold their module, if all of
 * them can. */
void hold_module_for(struct conversion *c, const struct function *function);

/* The holder that TYPE is, or NULL. */
const struct module_holder *module_holder_of(const struct conversion *c,
                                             const struct variable *type);

/* The same of the types for whose instances FUNCTION is a slot that runs when they die;
 * NULL: one of them is none. */
const struct module_holder *torn_down_holder(const struct conversion *c,
                                             const struct function *function);

/* Is FUNCTION, a slot that runs when instances die, one of types only that never lose their
 * module before an instance?  So it is where the collector does not see the instances: to it,
 * what they refer to has an owner that it does not know. */
bool has_module_to_the_end(const struct conversion *c, const struct function *function);

/* Does FUNCTION run when an instance dies that RECORD is the struct of? */
bool slot_takes_apart(const struct conversion *c, const struct function *function,
                      const struct record *record);

/* The same of all types whose instances RECORD is. */
const struct module_holder *holder_of_record(const struct conversion *c,
                                             const struct record *record);

/* Is HOLDER the first of those that have the struct of its instances in common? */
bool is_first_holder(const struct conversion *c, const struct module_holder *holder);

/* The module of an instance of HOLDER, given by the expression OBJECT of TYPE. */
const char *held_module(const struct conversion *c, const struct module_holder *holder,
                        const struct type *type, const char *object);

/* The callee of CALL if that is the tp_alloc of a type known at run time only. */
const struct node *open_allocation(const struct node *call);

/* Does CALL stand in the tp_new of a type that may have subclasses, and whose instances hold
 * their module? */
const struct module_holder *allocating_holder(const struct conversion *c,
                                              const struct node *call);

#endif
