#ifndef INSULATE_CONVERT_INDEX_H
#define INSULATE_CONVERT_INDEX_H

#include "convert/conversion.h"

void index_begin(struct conversion *c);
/* Where the style of FILE is kept; NULL at first. */
const struct style **index_style(const struct conversion *c,
                                 const struct source_file *file);
/* Enter PLAN under the name of its field. */
void index_field(struct conversion *c, struct variable_plan *plan);
/* The plan that was entered last under NAME, or NULL. */
const struct variable_plan *index_field_called(const struct conversion *c,
                                               const char *name);
/* Is that the struct, by name or tag, of the instances of a type that moves? */
bool is_instance_struct(const struct conversion *c, const char *name);
/* The mention in FUNCTION behind LAST (NULL: the first); NULL behind the last. */
const struct mention *next_mention_in(const struct conversion *c,
                                      const struct function *function,
                                      const struct mention *last);
/* objects.c: the struct that the instances of TYPE are, as its tp_basicsize says:
 * "sizeof(Foo)"; or NULL. */
const char *instance_name(const struct conversion *c, const struct variable *type);

#endif
