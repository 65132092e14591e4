#ifndef INSULATE_CONVERT_PLAN_LINKED_OBJECTS_H
#define INSULATE_CONVERT_PLAN_LINKED_OBJECTS_H

#include "convert/conversion.h"

/* A list of nodes that own objects: `struct node { PyObject *key; struct node *next; }`. */
struct linked_objects {
    const struct record *node;
    const char *next;      /* the member that leads to the next one */
    const struct type *to; /* the type of a pointer to a node */
};

/* Is TYPE a pointer to a node of such a list, or an array of these? */
bool leads_to_list(const struct conversion *c, const struct type *type,
                   struct linked_objects *out);

/* Does VARIABLE, which moves, lead to such lists?  The module's own m_free gives the nodes back; without a visit an object that leads
 * back to the module keeps it, and so does one that m_clear leaves there. */
bool is_linked_list(const struct conversion *c, const struct variable *variable,
                    struct linked_objects *out);

#endif
