#ifndef INSULATE_CONVERT_PLAN_KEPT_REFERENCES_H
#define INSULATE_CONVERT_PLAN_KEPT_REFERENCES_H

#include "convert/conversion.h"
#include "convert/facts/inactive/code.h"

/* How what moves keeps its reference where PyModule_AddObject takes one. */
enum keeping {
    KEEPS_BY_REF,   /* PyModule_AddObjectRef takes none */
    KEEPS_BEFORE,   /* Py_INCREF stands in front of the statement */
    KEEPS_IN_PLACE, /* it stands in the argument */
    KEEPS_BY_FORMAT, /* the same, where an N of a format takes it */
};

/* A call of PyModule_AddObject, or by a format with an N, with the value of what moves. */
struct kept_reference {
    const struct variable *variable; /* NULL: a field of the module's own state */
    const struct node *part; /* the element or member of it that is given; NULL: all of it */
    enum keeping keeping;
    bool may_be_null; /* nobody has asked whether it could be made */
    const struct node *call, *argument, *statement;
};

/* An element of an array that may have a value when it is given another. */
struct replaced_element {
    const struct source_file *file;
    struct element_assignment text;
};

struct kept_references {
    const struct kept_reference *items;
    size_t n_items, capacity;
    const struct replaced_element *elements;
    size_t n_elements, elements_capacity;
};

/* Does CALL take a reference of an object, so that the state must keep another one? */
bool keeps_given(const struct node *call);

/* Which references the state keeps. */
void plan_kept_references(struct conversion *c);

#endif
