#include "base/arena.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/red_zone.h"

enum { BLOCK_SIZE = 64 * 1024 };

struct block {
    struct block *next;
    size_t used;
    size_t size;
    max_align_t data[];
};

struct arena {
    struct block *blocks;
};

void
memory_exhausted(void)
{
    fputs("insulate: out of memory\n", stderr);
    exit(3);
}

void *
memory_alloc(size_t size)
{
    void *block = malloc(size ? size : 1);
    if (block == NULL) {
        memory_exhausted();
    }
    return block;
}

static void *
memory_alloc_zeroed(size_t size)
{
    void *block = calloc(1, size);
    if (block == NULL) {
        memory_exhausted();
    }
    return block;
}

void *
memory_resize(void *block, size_t size)
{
    void *bigger = realloc(block, size ? size : 1);
    if (bigger == NULL) {
        memory_exhausted();
    }
    return bigger;
}

void
memory_free(void *pointer_to_pointer)
{
    void **pointer = pointer_to_pointer;
    free(*pointer);
    *pointer = NULL;
}

struct arena *
arena_new(void)
{
    struct arena *arena = memory_alloc(sizeof *arena);
    arena->blocks = NULL;
    return arena;
}

void
arena_free(struct arena *arena)
{
    if (arena == NULL) {
        return;
    }
    struct block *block = arena->blocks;
    while (block != NULL) {
        struct block *next = block->next;
        free(block);
        block = next;
    }
    free(arena);
}

void
arena_cleanup(struct arena **arena)
{
    arena_free(*arena);
    *arena = NULL;
}

void *
arena_alloc(struct arena *arena, size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX / 2) / size) {
        memory_exhausted();
    }
    size_t wanted = count * size;
    size_t unit = _Alignof(max_align_t);
    wanted = (wanted + unit - 1) / unit * unit + RED_ZONE;
    bool is_zero = false;
    struct block *block = arena->blocks;
    if (block == NULL || block->size - block->used < wanted) {
        size_t room = wanted > BLOCK_SIZE ? wanted : BLOCK_SIZE;
        is_zero = room == wanted; /* pages of a large table that are never used cost nothing */
        struct block *fresh = is_zero ? memory_alloc_zeroed(sizeof *fresh + room)
                                      : memory_alloc(sizeof *fresh + room);
        red_zone_close(fresh->data, room);
        fresh->size = room;
        fresh->used = 0;
        if (block != NULL && room == wanted) {
            /* A big item gets a block of its own behind the current one. */
            fresh->next = block->next;
            block->next = fresh;
        }
        else {
            fresh->next = block;
            arena->blocks = fresh;
        }
        block = fresh;
    }
    void *result = (char *)block->data + block->used;
    block->used += wanted;
    red_zone_open(result, count * size);
    if (!is_zero) {
        memset(result, 0, count * size);
    }
    return result;
}

char *
arena_copy(struct arena *arena, const char *bytes, size_t size)
{
    char *copy = arena_alloc(arena, size + 1, 1);
    if (size != 0) {
        memcpy(copy, bytes, size);
    }
    return copy;
}

char *
arena_string(struct arena *arena, const char *string)
{
    return arena_copy(arena, string, strlen(string));
}

char *
arena_vformat(struct arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (size < 0) {
        return arena_string(arena, "");
    }
    char *text = arena_alloc(arena, (size_t)size + 1, 1);
    vsnprintf(text, (size_t)size + 1, format, args);
    return text;
}

char *
arena_format(struct arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = arena_vformat(arena, format, args);
    va_end(args);
    return text;
}

void *
arena_grown(struct arena *arena, const void *array, size_t n, size_t size,
            size_t *capacity)
{
    size_t wanted = *capacity ? *capacity * 2 : 8;
    void *bigger = arena_alloc(arena, wanted, size);
    if (n != 0) {
        memcpy(bigger, array, n * size);
    }
    *capacity = wanted;
    return bigger;
}

void *
arena_added(struct arena *arena, const void *array, size_t *io_n, size_t size,
            size_t *io_capacity, const void *item)
{
    /* The array is of this arena, whoever else sees it as a constant one. */
    char *items = *io_n < *io_capacity
                      ? (char *)(uintptr_t)array
                      : arena_grown(arena, array, *io_n, size, io_capacity);
    memcpy(items + *io_n * size, item, size);
    ++*io_n;
    return items;
}
