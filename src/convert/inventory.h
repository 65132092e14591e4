/* What Python sees of the types and tables of a source, for comparing two of them. */
#ifndef INSULATE_CONVERT_INVENTORY_H
#define INSULATE_CONVERT_INVENTORY_H

#include "base/map.h"
#include "model/source.h"

/* A slot of a type, or an entry of a table of methods, members or attributes. */
struct inventory_item {
    const char *key;   /* "Py_tp_repr of the type spam.Egg" */
    const char *value; /* its functions; "set": other things */
    const char *path;  /* real, of the file that it stands in */
};

struct inventory {
    struct arena *arena;
    struct map by_key; /* to struct inventory_item */
    struct inventory_item **items;
    size_t n_items, capacity;
};

void inventory_init(struct inventory *inventory, struct arena *arena);
/* Add an item, unless its key is known; all is copied. */
void inventory_add(struct inventory *inventory, const char *key, const char *value,
                   const char *path);
/* All that SOURCE has, as it is compiled. */
void inventory_read(struct inventory *inventory, const struct source *source);

/* A source and what was made of it, in one configuration. */
struct inventory_pair {
    struct inventory before, after;
};

struct inventory_difference {
    const char *key, *path;
    const char *before, *after; /* its values; NULL: it is not there */
};

/* Something that is the same before and after in the configuration FIRST, and is not in
 * OTHER; false: there is nothing. */
bool inventory_differs(const struct inventory_pair *first,
                       const struct inventory_pair *other,
                       struct inventory_difference *out);

#endif
