#include "base/map.h"

#include <assert.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 }; /* a power of two */

void
map_init(struct map *map, struct arena *arena)
{
    *map = (struct map){.arena = arena};
}

/* FNV-1a over words of eight bytes, mixed at the end as their high bits tell most. */
static uint64_t
hash_of(const unsigned char *key, size_t size)
{
    uint64_t hash = 14695981039346656037ULL ^ size;
    for (; size >= sizeof hash; key += sizeof hash, size -= sizeof hash) {
        uint64_t word;
        memcpy(&word, key, sizeof word);
        hash = (hash ^ word) * 1099511628211ULL;
        hash ^= hash >> 29;
    }
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ key[i]) * 1099511628211ULL;
    }
    return hash ^ (hash >> 32);
}

/* The entry that holds KEY, or the free one where it belongs. */
static struct map_entry *
slot_of(const struct map *map, const void *key, size_t size, uint64_t hash)
{
    size_t i = (size_t)hash & (map->capacity - 1);
    for (;;) {
        struct map_entry *entry = &map->entries[i];
        if (entry->value == NULL
            || (entry->hash == hash && entry->size == size
                && memcmp(entry->key, key, size) == 0))
        {
            return entry;
        }
        i = (i + 1) & (map->capacity - 1);
    }
}

void *
map_find(const struct map *map, const void *key, size_t size)
{
    return map->capacity ? slot_of(map, key, size, hash_of(key, size))->value : NULL;
}

static void
map_grow(struct map *map)
{
    struct map bigger = *map;
    bigger.capacity = map->capacity ? map->capacity * 2 : FIRST_CAPACITY;
    bigger.entries = ARENA_ARRAY(map->arena, struct map_entry, bigger.capacity);
    for (size_t i = 0; i < map->capacity; i++) {
        const struct map_entry *entry = &map->entries[i];
        if (entry->value != NULL) {
            *slot_of(&bigger, entry->key, entry->size, entry->hash) = *entry;
        }
    }
    *map = bigger;
}

void
map_set(struct map *map, const void *key, size_t size, void *value)
{
    assert(value != NULL);
    if (map->n_entries * 2 >= map->capacity) {
        map_grow(map);
    }
    uint64_t hash = hash_of(key, size);
    struct map_entry *entry = slot_of(map, key, size, hash);
    if (entry->value == NULL) {
        entry->key = arena_copy(map->arena, key, size);
        entry->size = size;
        entry->hash = hash;
        map->n_entries++;
    }
    entry->value = value;
}

void *
map_find_string(const struct map *map, const char *key)
{
    return map_find(map, key, strlen(key));
}

void
map_set_string(struct map *map, const char *key, void *value)
{
    map_set(map, key, strlen(key), value);
}
