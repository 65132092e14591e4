#ifndef INSULATE_CONVERT_REWRITE_INIT_DEFINITION_FIELDS_H
#define INSULATE_CONVERT_REWRITE_INIT_DEFINITION_FIELDS_H

#include "convert/rewrite/rewriter.h"

enum { MAX_FIELDS = 16 };

/* The fields of the definition that are given a value. */
struct field_values {
    struct field_value {
        const char *field;
        const char *value; /* NULL: none */
        bool is_new;       /* the initialiser has no place for it */
    } items[MAX_FIELDS];
    size_t n_items;
};

/* Give FIELD its VALUE, NULL for none, where the initialiser has a place for it; else it
 * is one of the new ones. */
void set_field(struct rewriter *r, struct field_values *values, const char *field,
               const char *value);

/* FIELD, which the initialiser has no place for (any more), gets VALUE. */
void add_new_field(struct field_values *values, const char *field, const char *value);

/* Append the new ones of VALUES to the initialiser, behind its last item. */
void append_fields(struct rewriter *r, const struct field_values *values);

/* The text of FIELD as it is in the end; NULL: not set. */
const char *field_text(struct rewriter *r, const struct field_values *values,
                       const char *field);

#endif
