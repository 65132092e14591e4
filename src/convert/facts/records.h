#ifndef INSULATE_CONVERT_FACTS_RECORDS_H
#define INSULATE_CONVERT_FACTS_RECORDS_H

#include "convert/conversion.h"

/* The project's record that NAME, also with "struct", means in FILE: units may each have
 * one of that name; or NULL. */
const struct record *record_called(const struct conversion *c, const char *name,
                                   const struct source_file *file);

/* Has RECORD (NULL: no), or what it derives from or holds without a name, the field NAME? */
bool record_has_field(const struct record *record, const char *name);

/* The record of `offsetof(Foo, items)`, the SIZE of an instance without its items; NULL: SIZE is
 * something else. */
const struct record *record_of_offset(const struct conversion *c, const struct node *size);

/* What an instance of the SIZE (tp_basicsize; NULL: not given) is: the struct of an object
 * whose sizeof that says; NULL: it says none. */
const struct type *type_of_size(const struct node *size);

#endif
