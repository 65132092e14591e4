/* Settings from foreign bytes.  What is read is looked at again in every place, and
 * found by its key. */
#include <stdlib.h>

#include "base/arena.h"
#include "base/toml.h"
#include "fuzz.h"

static void
look_at(const struct toml *value)
{
    size_t n = 0;
    for (const struct toml *at = value->first; at != NULL; at = at->next) {
        if (value->kind == TOML_TABLE && toml_find(value, at->key) != at) {
            abort();
        }
        look_at(at);
        n++;
    }
    if (n != value->n_members || toml_kind_name(value->kind) == NULL) {
        abort();
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct error err = ERROR_INIT;
    struct toml *root = NULL;
    const char *text = arena_copy(arena, (const char *)bytes, size);
    if (toml_read(arena, text, size, &root, &err) == 0) {
        look_at(root);
    }
    return 0;
}
