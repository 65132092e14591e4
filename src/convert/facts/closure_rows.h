#ifndef INSULATE_CONVERT_FACTS_CLOSURE_ROWS_H
#define INSULATE_CONVERT_FACTS_CLOSURE_ROWS_H

#include "model/source.h"

/* An attribute whose getter and setter get a closure. */
struct closure_row {
    const struct variable *table; /* of PyGetSetDef */
    const struct node *value;     /* the closure */
    const struct variable *variable; /* whose address that is; NULL: of none, or of a part */
    const struct function *get, *set; /* NULL: there is none */
    size_t next_table, next_item;     /* where the search goes on */
};

/* Set ROW to the next one of SOURCE; begin with an empty one. */
bool closure_row_next(const struct source *source, struct closure_row *row);

#endif
