#ifndef INSULATE_CONVERT_FACTS_TYPE_SETTINGS_H
#define INSULATE_CONVERT_FACTS_TYPE_SETTINGS_H

#include "convert/conversion.h"

/* When an assignment to a field of a static type is made. */
enum type_setting {
    SETTING_AT_IMPORT, /* in each import that makes the type */
    SETTING_CHOSEN,    /* in some: on a condition, in a loop, or by what calls its function */
    SETTING_LATER,     /* also while the module is used */
};

/* When ASSIGN to a field of TYPE, or of a table that TYPE has, is made. */
enum type_setting type_setting_of(const struct conversion *c, const struct variable *type,
                                  const struct node *assign);

/* The branch, or body of a function, that not each import takes, and in which READY, a call of
 * PyType_Ready, makes TYPE; NULL: each import makes it, unless it fails. */
const struct node *type_branch(const struct variable *type, const struct node *ready);

/* Can VALUE stand in an initialiser of static storage? */
bool is_constant_value(const struct node *value);

#endif
