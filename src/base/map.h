/* A table from byte strings to pointers; keys are copied into its arena. */
#ifndef INSULATE_BASE_MAP_H
#define INSULATE_BASE_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct map_entry {
    const char *key;
    size_t size;
    uint64_t hash;
    void *value; /* NULL: free */
};

struct map {
    struct arena *arena; /* borrowed; must outlive the map */
    struct map_entry *entries;
    size_t n_entries, capacity;
};

void map_init(struct map *map, struct arena *arena);
/* The value under the SIZE bytes at KEY, or NULL. */
void *map_find(const struct map *map, const void *key, size_t size);
/* Enter VALUE (never NULL) under KEY, in place of what was there. */
void map_set(struct map *map, const void *key, size_t size, void *value);

/* The same for keys that are C strings. */
void *map_find_string(const struct map *map, const char *key);
void map_set_string(struct map *map, const char *key, void *value);

#endif
