#ifndef INSULATE_CONVERT_REWRITE_TYPES_TYPE_SLOTS_H
#define INSULATE_CONVERT_REWRITE_TYPES_TYPE_SLOTS_H

#include "convert/rewrite/rewriter.h"

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

/* Append FIELD with its VALUE, which NODE was, to the slots; or what ITEM says. */
void add_slot(struct rewriter *r, struct type_draft *draft, const char *field,
              const char *value, const struct node *node);
void add_field(struct rewriter *r, struct type_draft *draft,
               const struct initializer *item);

/* Append the member NAME, an offset, with the VALUE that TEXT says. */
void add_offset(struct rewriter *r, struct type_draft *draft, const char *name,
                const struct node *value, const char *text);

/* Put the offset members into the type's own table, or into a new one. */
void place_members(struct rewriter *r, struct type_draft *draft,
                   const struct source_file *file);

#endif
