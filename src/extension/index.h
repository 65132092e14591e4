/* What the rules ask for so often that it is looked up instead of searched for.  Each
 * part is read when it is first asked for. */
#ifndef INSULATE_EXTENSION_INDEX_H
#define INSULATE_EXTENSION_INDEX_H

#include "extension/extension.h"

struct index *index_new(struct arena *arena);

struct member_uses {
    const struct node **items; /* each NODE_MEMBER of that name, by function and place */
    size_t n_items, capacity;
};
/* The members called NAME in the bodies of all functions; NULL: there are none. */
const struct member_uses *members_called(const struct extension *extension,
                                         const char *name);
/* How many identifiers of the project's text are NAME. */
size_t word_count(const struct extension *extension, const char *name);
/* Is NAME a word of a header that is included and not the project's? */
bool word_is_foreign(const struct extension *extension, const char *name);
/* Does FUNCTION, or what it calls, DEPTH levels down, name a member called FIELD? */
bool members_are_named(const struct extension *extension,
                       const struct function *function, const char *field, int depth);
/* Does NODE stand in an argument of assert()?  Release builds leave that out. */
bool node_is_asserted(const struct extension *extension, const struct node *node);
/* The first type whose slot NAME is FUNCTION, or NULL. */
const struct heap_type *first_type_with(const struct extension *extension,
                                        const char *name,
                                        const struct function *function);

#endif
