#ifndef INSULATE_CONVERT_TYPES_H
#define INSULATE_CONVERT_TYPES_H

#include "convert/conversion.h"

/* Where the slots of a type are collected. */
struct type_draft {
    const struct variable *type;
    struct strbuf slots;   /* lines of the slot table */
    struct strbuf members; /* lines of offset members */
    struct strbuf before;  /* functions and tables in front of the slots */
    const struct function *dealloc, *clear, *traverse;
    const struct node *member_table;
    bool has_new, has_traverse, has_clear, has_finalizer;
};

void edit_types(struct conversion *c);

#endif
