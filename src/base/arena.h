/* Memory that lives and dies together: one arena per input or per run.
 *
 * Everything in model/ points into an arena, so a reader, check or pass never
 * frees; freeing the arena is one call.  Out of memory ends the program with
 * exit code 3 and a message (see memory_exhausted).  An arena is used by one
 * thread at a time. */
#ifndef INSULATE_BASE_ARENA_H
#define INSULATE_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/macros.h"

struct arena;

/* Returns a new, empty arena (owned; arena_free). */
struct arena *arena_new(void);
/* Free the arena and all it gave out.  NULL is fine. */
void arena_free(struct arena *arena);
/* For CLEANUP(arena_cleanup) struct arena *a. */
void arena_cleanup(struct arena **arena);

/* Zeroed memory for COUNT things of SIZE bytes (borrowed until arena_free). */
void *arena_alloc(struct arena *arena, size_t count, size_t size);
#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), 1, sizeof(type)))
#define ARENA_ARRAY(arena, type, n) ((type *)arena_alloc((arena), (n), sizeof(type)))

/* Copies into the arena; the results end with a NUL byte. */
char *arena_copy(struct arena *arena, const char *bytes, size_t size);
char *arena_string(struct arena *arena, const char *string);
char *arena_format(struct arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);
char *arena_vformat(struct arena *arena, const char *format, va_list args)
    PRINTF_LIKE(2, 0);

/* Grow an array kept in an arena: ARRAY, its used N and CAPACITY are lvalues.
 * After it there is room for one more item at ARRAY[N].  Old copies stay in
 * the arena until it is freed. */
#define ARENA_GROW(arena, array, n, capacity)                                  \
    ((n) < (capacity)                                                          \
         ? (void)0                                                             \
         : (void)((array) = arena_grown((arena), (array), (n),                 \
                                        sizeof(*(array)), &(capacity))))
void *arena_grown(struct arena *arena, const void *array, size_t n, size_t size,
                  size_t *capacity);

/* Append a copy of *ITEM to an array kept in an arena, whose items may be constant for
 * everybody; ARRAY, N and CAPACITY are lvalues. */
#define ARENA_ADD(arena, array, n, capacity, ... /* item */)                   \
    ((array) = arena_added((arena), (array), &(n), sizeof(*(array)),           \
                           &(capacity), 1 ? (__VA_ARGS__) : (array)))
void *arena_added(struct arena *arena, const void *array, size_t *io_n, size_t size,
                  size_t *io_capacity, const void *item);

/* Print "out of memory" and exit with code 3. */
NO_RETURN void memory_exhausted(void);
/* malloc family that never returns NULL. */
void *memory_alloc(size_t size);
void *memory_resize(void *block, size_t size);
void memory_free(void *pointer_to_pointer);

#endif
