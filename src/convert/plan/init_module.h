#ifndef INSULATE_CONVERT_PLAN_INIT_MODULE_H
#define INSULATE_CONVERT_PLAN_INIT_MODULE_H

#include "convert/conversion.h"

/* Is NODE the variable that holds the new module? */
bool names_module(const struct conversion *c, const struct node *node);
/* What CONDITION asks below __builtin_expect(!!(…), 0), as macros called unlikely() have it. */
const struct node *asked_condition(const struct node *condition);
/* Is CONDITION true when the module object is missing: !m, m == NULL?  When it is there:
 * m, m != NULL? */
bool tests_module(const struct conversion *c, const struct node *condition);
bool finds_module(const struct conversion *c, const struct node *condition);

/* Is the module's variable among what NODE declares? */
bool declares_module(const struct conversion *c, const struct node *node);

/* Does the statement NODE of FUNCTION give the module up? */
bool drops_module(const struct conversion *c, const struct function *function,
                  const struct node *node);

/* The statement NODE goes; the declaration of the module's variable does; the statement
 * that gives the module up does. */
void plan_removal(struct conversion *c, const struct node *node, const char *reason);
void plan_module_declaration(struct conversion *c, const struct node *declarations);
void plan_drop(struct conversion *c, const struct node *node);

#endif
