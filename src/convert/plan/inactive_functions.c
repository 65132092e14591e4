/* Functions that this configuration does not compile, known by their tokens: a branch for
 * another Python or another system defines them.  Those that need the state get it from
 * their callers, like others: one that the same file also defines otherwise has the
 * parameters of that definition, and any other must be static, so that no file that is
 * not here calls it. */
#include "convert/plan/inactive_functions.h"

#include <string.h>

#include "convert/facts/branches.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/state_users.h"

const struct function *
inactive_function_at(const struct conversion *c, const struct source_file *file,
                     uint32_t offset)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *body = function->body;
        if (body != NULL && body->file == file && body->begin <= offset
            && body->end > offset) {
            return function;
        }
    }
    return NULL;
}

static const struct function *
twin_of(const struct conversion *c, const struct source_file *file, size_t name)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct declaration *d = function_definition(function);
        if (d != NULL && d->file == file && function->in_project
            && token_is(file, name, function->name))
        {
            return function;
        }
    }
    return NULL;
}

/* Is the declaration around token I, a name at its head, static? */
static bool
is_static_here(const struct source_file *file, size_t i)
{
    for (size_t k = token_before(file, i); k < i; i = k, k = token_before(file, k)) {
        if (token_is(file, k, "static")) {
            return true;
        }
        if (file->tokens[k].kind != TOKEN_IDENTIFIER && !token_is(file, k, "*")) {
            return false;
        }
    }
    return false;
}

/* Does a definition of a function begin with its name at token I? */
static bool
is_definition(const struct source_file *file, size_t i, struct inactive_function *out)
{
    size_t before = token_before(file, i);
    bool has_result = before < file->n_tokens
                      && (token_is(file, before, "*")
                          || file->tokens[before].kind == TOKEN_IDENTIFIER);
    size_t open = token_after(file, i);
    size_t end = token_is(file, open, "(") ? token_closing(file, open) : file->n_tokens;
    size_t brace = end < file->n_tokens ? token_after(file, end) : end;
    if (!has_result || !token_is(file, brace, "{") || !file->tokens[brace].inactive) {
        return false;
    }
    *out = (struct inactive_function){
        file, i, open, brace, token_closing(file, brace), NULL, false};
    return out->close < file->n_tokens && file->tokens[out->close].inactive;
}

bool
is_inactive_call_of(const struct inactive_function *inactive,
                    const struct source_file *file, size_t i)
{
    const struct token *name = &inactive->file->tokens[inactive->name];
    const struct token *token = &file->tokens[i];
    size_t before = token_before(file, i);
    return inactive->twin == NULL && token->kind == TOKEN_IDENTIFIER
           && token->directive == 0 && file == inactive->file && i != inactive->name
           && token->end - token->begin == name->end - name->begin
           && memcmp(file->text + token->begin, file->text + name->begin,
                     name->end - name->begin)
                  == 0
           && token_is(file, token_after(file, i), "(") && !token_is(file, before, ".")
           && !token_is(file, before, "->");
}

/* Is every mention of IDLE in its file a call or a declaration?  Its address could get to
 * who knows no state. */
static bool
is_only_called(const struct inactive_function *inactive)
{
    const struct source_file *file = inactive->file;
    const struct token *name = &file->tokens[inactive->name];
    size_t size = name->end - name->begin;
    for (size_t i = 0; i < file->n_tokens; i++) {
        const struct token *token = &file->tokens[i];
        if (i != inactive->name && token->kind == TOKEN_IDENTIFIER
            && token->end - token->begin == size
            && memcmp(file->text + token->begin, file->text + name->begin, size) == 0
            && !is_inactive_call_of(inactive, file, i))
        {
            return false;
        }
    }
    return true;
}

static void
find_in_file(struct conversion *c, const struct source_file *file)
{
    struct inactive_functions *all = c->inactive;
    for (size_t i = 0; i < file->n_tokens; i++) {
        const struct token *token = &file->tokens[i];
        struct inactive_function found;
        if (!token->inactive || token->directive != 0 || token->kind != TOKEN_IDENTIFIER
            || !is_definition(file, i, &found))
        {
            continue;
        }
        if (inactive_function_at(c, file, token->begin) == NULL
            && !is_dead(c, file, token->begin))
        {
            found.twin = twin_of(c, file, i);
            if (found.twin != NULL
                || (is_static_here(file, i) && is_only_called(&found))) {
                ARENA_GROW(c->arena, all->items, all->n_items, all->capacity);
                all->items[all->n_items++] = found;
            }
        }
        i = found.close;
    }
}

void
plan_inactive_functions(struct conversion *c)
{
    c->inactive = ARENA_NEW(c->arena, struct inactive_functions);
    for (size_t i = 0; i < c->source->n_files; i++) {
        if (c->source->files[i]->is_project) {
            find_in_file(c, c->source->files[i]);
        }
    }
}

struct inactive_function *
inactive_around(const struct conversion *c, const struct source_file *file, size_t i)
{
    for (size_t k = 0; k < c->inactive->n_items; k++) {
        struct inactive_function *inactive = &c->inactive->items[k];
        if (inactive->file == file && inactive->brace < i && i < inactive->close) {
            return inactive;
        }
    }
    return NULL;
}

bool
inactive_has_state(const struct conversion *c, const struct mention *mention)
{
    const struct inactive_function *inactive =
        mention->within == NULL && mention->in_macro == NULL && mention->holder == NULL
            ? inactive_around(c, mention->file, mention->token)
            : NULL;
    return inactive != NULL && inactive->needs_state
           && (inactive->twin == NULL || takes_state(c, inactive->twin));
}

/* Those who call IDLE need the state, too. */
static bool
mark_callers(struct conversion *c, const struct inactive_function *inactive)
{
    bool grows = false;
    const struct source_file *file = inactive->file;
    for (size_t i = 0; i < file->n_tokens; i++) {
        if (!is_inactive_call_of(inactive, file, i)) {
            continue;
        }
        const struct function *caller =
            inactive_function_at(c, file, file->tokens[i].begin);
        struct inactive_function *other = inactive_around(c, file, i);
        if (caller != NULL) {
            grows |= require_state(c, caller);
        }
        else if (other != NULL && !other->needs_state) {
            other->needs_state = grows = true;
        }
    }
    return grows;
}

bool
grow_inactive_functions(struct conversion *c)
{
    bool grows = false;
    for (size_t i = 0; i < c->n_mentions && c->inactive->n_items > 0; i++) {
        const struct mention *mention = &c->mentions[i];
        struct inactive_function *inactive =
            mention->within == NULL && mention->in_macro == NULL
                    && mention_needs_state(c, mention)
                ? inactive_around(c, mention->file, mention->token)
                : NULL;
        if (inactive != NULL && !inactive->needs_state) {
            inactive->needs_state = grows = true;
        }
    }
    for (size_t i = 0; i < c->inactive->n_items; i++) {
        struct inactive_function *inactive = &c->inactive->items[i];
        if (inactive->needs_state) {
            grows |= mark_callers(c, inactive);
            if (inactive->twin != NULL) {
                grows |= require_state(c, inactive->twin);
            }
        }
    }
    return grows;
}
