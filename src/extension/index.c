#include "extension/index.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/map.h"
#include "extension/calls.h"
#include "model/tokens.h"

/* A type one of whose slots is a function, and what else that function is. */
struct slot_use {
    const struct heap_type *type;
    const char *name; /* of the slot */
    const struct slot_use *next;
};

struct index {
    bool has_members, has_words, has_foreign_words, has_types, has_asserts;
    struct map members; /* of struct member_uses */
    struct map words;   /* of size_t */
    struct map foreign_words;
    struct map names;   /* of struct map, by what members_are_named is asked for */
    const struct slot_use **slot_uses; /* by function id, in the order of types */
    const struct expansion **asserts;  /* by file and place, none inside another */
    size_t n_asserts;
};

struct index *
index_new(struct arena *arena)
{
    struct index *index = ARENA_NEW(arena, struct index);
    map_init(&index->members, arena);
    map_init(&index->words, arena);
    map_init(&index->foreign_words, arena);
    map_init(&index->names, arena);
    return index;
}

/* --- members and words ---------------------------------------------------- */

static void
add_member(const struct extension *extension, const struct node *node)
{
    struct map *members = &extension->index->members;
    struct member_uses *uses = map_find_string(members, node->text);
    if (uses == NULL) {
        uses = ARENA_NEW(extension->arena, struct member_uses);
        map_set_string(members, node->text, uses);
    }
    ARENA_GROW(extension->arena, uses->items, uses->n_items, uses->capacity);
    uses->items[uses->n_items++] = node;
}

const struct member_uses *
members_called(const struct extension *extension, const char *name)
{
    const struct source *source = extension->source;
    struct index *index = extension->index;
    for (size_t i = 0; !index->has_members && i < source->n_functions; i++) {
        const struct node *root = source->functions[i]->body;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            if (node->kind == NODE_MEMBER) {
                add_member(extension, node);
            }
        }
    }
    index->has_members = true;
    return map_find_string(&index->members, name);
}

static void
read_words(const struct extension *extension, const struct source_file *file)
{
    struct map *words = &extension->index->words;
    for (size_t i = 0; i < file->n_tokens; i++) {
        const struct token *token = &file->tokens[i];
        if (token->kind != TOKEN_IDENTIFIER) {
            continue;
        }
        const char *text = file->text + token->begin;
        size_t *n = map_find(words, text, token->end - token->begin);
        if (n == NULL) {
            n = ARENA_NEW(extension->arena, size_t);
            map_set(words, text, token->end - token->begin, n);
        }
        ++*n;
    }
}

size_t
word_count(const struct extension *extension, const char *name)
{
    struct index *index = extension->index;
    for (size_t i = 0; !index->has_words && i < extension->source->n_files; i++) {
        read_words(extension, extension->source->files[i]);
    }
    index->has_words = true;
    const size_t *n = map_find_string(&index->words, name);
    return n != NULL ? *n : 0;
}

/* The headers of libraries and of Python are not lexed: words of comments count, too. */
static void
read_foreign_words(const struct extension *extension, const struct source_file *file)
{
    enum { LIMIT_HEADER_SIZE = 16 << 20 };
    CLEANUP(arena_cleanup) struct arena *scratch = arena_new();
    struct error unread = ERROR_INIT;
    char *text;
    size_t size;
    if (file_read(scratch, file->real_path, LIMIT_HEADER_SIZE, &text, &size, NULL, &unread) != 0) {
        return; /* it was read a moment ago; what is missed will not compile */
    }
    for (const char *word = text; *word != '\0';) {
        const char *end = word;
        while (*end == '_' || isalnum((unsigned char)*end)) {
            end++;
        }
        if (end > word) {
            map_set(&extension->index->foreign_words, word, (size_t)(end - word), extension->index);
        }
        word = end > word ? end : word + 1;
    }
}

bool
word_is_foreign(const struct extension *extension, const char *name)
{
    struct index *index = extension->index;
    const struct source *source = extension->source;
    for (size_t i = 0; !index->has_foreign_words && i < source->n_files; i++) {
        if (!source->files[i]->is_project) {
            read_foreign_words(extension, source->files[i]);
        }
    }
    index->has_foreign_words = true;
    return map_find_string(&index->foreign_words, name) != NULL;
}

static void
add_names(struct map *names, const struct function *function, int depth)
{
    const struct node *root = function->body;
    for (const struct node *node = root; node; node = node_after(node, root)) {
        if (node->kind == NODE_MEMBER) {
            map_set_string(names, node->text, names);
        }
        const struct function *target =
            node->kind == NODE_CALL && depth > 0 ? call_target(node) : NULL;
        if (target != NULL && target != function) {
            add_names(names, target, depth - 1);
        }
    }
}

bool
members_are_named(const struct extension *extension, const struct function *function,
                  const char *field, int depth)
{
    struct index *index = extension->index;
    const uint32_t key[] = {function->id, (uint32_t)depth};
    struct map *names = map_find(&index->names, key, sizeof(key));
    if (names == NULL) {
        names = ARENA_NEW(extension->arena, struct map);
        map_init(names, extension->arena);
        add_names(names, function, depth);
        map_set(&index->names, key, sizeof(key), names);
    }
    return map_find_string(names, field) != NULL;
}

/* --- types ---------------------------------------------------------------- */

static void
read_types(const struct extension *extension)
{
    struct index *index = extension->index;
    const struct source *source = extension->source;
    index->slot_uses =
        ARENA_ARRAY(extension->arena, const struct slot_use *, source->n_functions + 1);
    for (size_t i = extension->n_types; i-- > 0;) {
        const struct heap_type *type = &extension->types[i];
        for (size_t k = 0; k < type->slots.n_items; k++) {
            const struct slot *slot = &type->slots.items[k];
            if (slot->function == NULL || slot_is_repeated(&type->slots, k)) {
                continue;
            }
            struct slot_use *use = ARENA_NEW(extension->arena, struct slot_use);
            const struct slot_use **first = &index->slot_uses[slot->function->id];
            *use = (struct slot_use){type, slot->name, *first};
            *first = use;
        }
    }
}

const struct heap_type *
first_type_with(const struct extension *extension, const char *name,
                const struct function *function)
{
    struct index *index = extension->index;
    if (!index->has_types) {
        index->has_types = true;
        read_types(extension);
    }
    for (const struct slot_use *use = index->slot_uses[function->id]; use != NULL;
         use = use->next)
    {
        if (strcmp(use->name, name) == 0) {
            return use->type;
        }
    }
    return NULL;
}

/* --- assert --------------------------------------------------------------- */

static int
by_place(const void *a, const void *b)
{
    const struct expansion *x = *(const struct expansion *const *)a;
    const struct expansion *y = *(const struct expansion *const *)b;
    if (x->file != y->file) {
        return x->file->id < y->file->id ? -1 : 1;
    }
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

static void
read_asserts(const struct extension *extension)
{
    struct index *index = extension->index;
    const struct source *source = extension->source;
    size_t n = 0, capacity = 0;
    for (size_t i = 0; i < source->n_expansions; i++) {
        if (strcmp(source->expansions[i].name, "assert") == 0) {
            ARENA_GROW(extension->arena, index->asserts, n, capacity);
            index->asserts[n++] = &source->expansions[i];
        }
    }
    if (n > 1) {
        qsort(index->asserts, n, sizeof(*index->asserts), by_place);
    }
    for (size_t i = 0; i < n; i++) {
        const struct expansion *use = index->asserts[i];
        const struct expansion *last =
            index->n_asserts > 0 ? index->asserts[index->n_asserts - 1] : NULL;
        if (last == NULL || last->file != use->file || last->end < use->end) {
            index->asserts[index->n_asserts++] = use;
        }
    }
}

bool
node_is_asserted(const struct extension *extension, const struct node *node)
{
    struct index *index = extension->index;
    if (!index->has_asserts) {
        index->has_asserts = true;
        read_asserts(extension);
    }
    if (index->n_asserts == 0 || node->file == NULL) {
        return false;
    }
    size_t low = 0, high = index->n_asserts; /* the first that begins behind NODE */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct expansion *use = index->asserts[middle];
        bool is_behind = use->file != node->file ? use->file->id > node->file->id
                                                 : use->begin > node->begin;
        if (is_behind) {
            high = middle;
        }
        else {
            low = middle + 1;
        }
    }
    const struct expansion *use = low > 0 ? index->asserts[low - 1] : NULL;
    return use != NULL && use->file == node->file && node->begin < use->end;
}
