#include "extension/lock_macro.h"

#include <string.h>

#include "base/macros.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "model/locking.h"
#include "model/tokens.h"

enum { CALLER_DEPTH = 3, NESTED_MOST = 4 /* macros in the bodies of macros */ };

struct lock_macro {
    const char *name;
    enum locking effect;
};

struct lock_macros {
    struct arena *arena;
    const struct source *source;
    struct lock_macro *items;
    size_t n_items, capacity;
    bool has_uses; /* some code uses one */
};

/* Those of CPython itself (Include/internal/pycore_pyatomic_ft_wrappers.h): what a system's
 * header defines is not read. */
static const struct lock_macro known[] = {
    {"FT_MUTEX_LOCK", LOCKING_TAKES},
    {"FT_MUTEX_LOCK_FLAGS", LOCKING_TAKES},
    {"FT_MUTEX_UNLOCK", LOCKING_GIVES},
};

/* --- definitions ----------------------------------------------------------- */

static enum locking
effect_of_macro(const struct lock_macros *macros, const char *name)
{
    for (size_t i = 0; i < macros->n_items; i++) {
        if (strcmp(macros->items[i].name, name) == 0) {
            return macros->items[i].effect;
        }
    }
    for (size_t i = 0; i < ARRAY_LENGTH(known); i++) {
        if (strcmp(known[i].name, name) == 0) {
            return known[i].effect;
        }
    }
    return LOCKING_NONE;
}

static const char *
token_text(struct arena *arena, const struct source_file *file, size_t i)
{
    const struct token *token = &file->tokens[i];
    return arena_copy(arena, file->text + token->begin, token->end - token->begin);
}

/* What the body behind the NAME of a definition does; one that takes a lock and gives it
 * back does nothing for what follows. */
static enum locking
effect_of_body(const struct lock_macros *macros, const struct source_file *file,
               size_t name)
{
    bool takes = false, gives = false;
    for (size_t i = name + 1;
         i < file->n_tokens && file->tokens[i].directive == file->tokens[name].directive;
         i++)
    {
        if (file->tokens[i].kind != TOKEN_IDENTIFIER) {
            continue;
        }
        const char *text = token_text(macros->arena, file, i);
        enum locking effect = locking_of(text);
        effect = effect != LOCKING_NONE ? effect : effect_of_macro(macros, text);
        takes = takes || effect == LOCKING_TAKES;
        gives = gives || effect == LOCKING_GIVES;
    }
    return takes == gives ? LOCKING_NONE : takes ? LOCKING_TAKES : LOCKING_GIVES;
}

/* Returns whether there is a new one. */
static bool
read_file(struct lock_macros *macros, const struct source_file *file,
          const struct conditions *conditions)
{
    bool is_news = false;
    for (size_t i = 0; i < file->n_tokens; i++) {
        if (!file->tokens[i].inactive || !token_begins_directive(file, i)) {
            continue;
        }
        size_t define = token_after(file, i);
        size_t name = define < file->n_tokens && token_is(file, define, "define")
                          ? token_after(file, define)
                          : file->n_tokens;
        enum locking effect = name < file->n_tokens
                                  ? effect_of_body(macros, file, name)
                                  : LOCKING_NONE;
        if (effect == LOCKING_NONE
            || conditions_at(conditions, file, file->tokens[i].begin) == TRUTH_NO)
        {
            continue;
        }
        const char *text = token_text(macros->arena, file, name);
        if (effect_of_macro(macros, text) == LOCKING_NONE) {
            ARENA_GROW(macros->arena, macros->items, macros->n_items, macros->capacity);
            macros->items[macros->n_items++] = (struct lock_macro){text, effect};
            is_news = true;
        }
    }
    return is_news;
}

struct lock_macros *
lock_macros_read(struct arena *arena, const struct source *source,
                 const struct conditions *conditions)
{
    struct lock_macros *macros = ARENA_NEW(arena, struct lock_macros);
    bool is_news = true;
    macros->arena = arena;
    macros->source = source;
    for (int i = 0; i < NESTED_MOST && is_news; i++) {
        is_news = false;
        for (size_t k = 0; k < source->n_files; k++) {
            is_news = read_file(macros, source->files[k], conditions) || is_news;
        }
    }
    for (size_t i = 0; i < source->n_expansions && !macros->has_uses; i++) {
        macros->has_uses = effect_of_macro(macros, source->expansions[i].name) != LOCKING_NONE;
    }
    return macros;
}

/* --- uses ------------------------------------------------------------------ */

/* One that begins at OFFSET is what a macro there gives. */
static bool
holds(const struct node *block, const struct source_file *file, uint32_t offset)
{
    return block->kind == NODE_BLOCK && block->file == file && block->begin < offset
           && offset < block->end;
}

/* Is the innermost block around OFFSET one around NODE, too?  What another branch does,
 * such as to unlock and return, is not done on the way to NODE. */
static bool
shares_block(const struct node *node, uint32_t offset)
{
    const struct node *common = node;
    while (common != NULL && !holds(common, node->file, offset)) {
        common = common->parent;
    }
    for (const struct node *at = common; at != NULL; at = node_after(at, common)) {
        if (at != common && holds(at, node->file, offset)) {
            return false;
        }
    }
    return common != NULL;
}

static bool
is_locked_here(const struct lock_macros *macros, const struct node *node)
{
    const struct node *root = node->within != NULL ? node->within->body : NULL;
    const struct source *source = macros->source;
    bool is_held = false;
    for (size_t i = 0; root != NULL && i < source->n_expansions; i++) {
        const struct expansion *use = &source->expansions[i];
        if (use->file != node->file || use->begin < root->begin
            || use->begin >= node->begin)
        {
            continue;
        }
        enum locking effect = effect_of_macro(macros, use->name);
        if (effect != LOCKING_NONE && shares_block(node, use->begin)) {
            is_held = effect == LOCKING_TAKES;
        }
    }
    return is_held;
}

static bool
is_locked(const struct lock_macros *macros, const struct node *node, int depth)
{
    if (is_locked_here(macros, node)) {
        return true;
    }
    const struct function *function = node->within;
    if (function == NULL || !function->is_static || function->n_uses == 0 || depth == 0) {
        return false;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *use = function->uses[i];
        if (use->within == NULL || use->within == function || use->parent == NULL
            || use->parent->kind != NODE_CALL || use->parent->first != use
            || !is_locked(macros, use->parent, depth - 1))
        {
            return false;
        }
    }
    return true;
}

bool
node_is_locked_by_macro(const struct lock_macros *macros, const struct node *node)
{
    return macros->has_uses && is_locked(macros, node, CALLER_DEPTH);
}
