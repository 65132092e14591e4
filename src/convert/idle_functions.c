/* Functions that this configuration does not compile, known by their tokens: a branch for
 * another Python or another system defines them.  Those that need the state get it from
 * their callers, like others: one that the same file also defines otherwise has the
 * parameters of that definition, and any other must be static, so that no file that is
 * not here calls it. */
#include "convert/idle_functions.h"

#include <string.h>

#include "convert/branches.h"
#include "convert/changes.h"
#include "convert/function_head.h"
#include "convert/state_receivers.h"

struct idle_function {
    const struct source_file *file;
    size_t name, open, brace, close; /* tokens: the name, ( { and } */
    const struct function *twin;     /* the definition that is compiled; or NULL */
    bool is_needy;
};

struct idle_functions {
    struct idle_function *items;
    size_t n_items, capacity;
};

/* The function whose body is around OFFSET of FILE, or NULL. */
static const struct function *
function_at(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *body = function->body;
        if (body != NULL && body->file == file && body->begin <= offset
            && body->end > offset)
        {
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
is_definition(const struct source_file *file, size_t i, struct idle_function *out)
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
    *out = (struct idle_function){file, i, open, brace, token_closing(file, brace), NULL,
                                  false};
    return out->close < file->n_tokens && file->tokens[out->close].inactive;
}

/* Is token I of FILE a call of IDLE, which no other definition has the name of? */
static bool
is_call_of(const struct idle_function *idle, const struct source_file *file, size_t i)
{
    const struct token *name = &idle->file->tokens[idle->name];
    const struct token *token = &file->tokens[i];
    size_t before = token_before(file, i);
    return idle->twin == NULL && token->kind == TOKEN_IDENTIFIER && token->directive == 0
           && file == idle->file && i != idle->name
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
is_only_called(const struct idle_function *idle)
{
    const struct source_file *file = idle->file;
    const struct token *name = &file->tokens[idle->name];
    size_t size = name->end - name->begin;
    for (size_t i = 0; i < file->n_tokens; i++) {
        const struct token *token = &file->tokens[i];
        if (i != idle->name && token->kind == TOKEN_IDENTIFIER
            && token->end - token->begin == size
            && memcmp(file->text + token->begin, file->text + name->begin, size) == 0
            && !is_call_of(idle, file, i))
        {
            return false;
        }
    }
    return true;
}

static void
find_in_file(struct conversion *c, const struct source_file *file)
{
    struct idle_functions *all = c->idle;
    for (size_t i = 0; i < file->n_tokens; i++) {
        const struct token *token = &file->tokens[i];
        struct idle_function found;
        if (!token->inactive || token->directive != 0 || token->kind != TOKEN_IDENTIFIER
            || !is_definition(file, i, &found))
        {
            continue;
        }
        if (function_at(c, file, token->begin) == NULL && !is_dead(c, file, token->begin)) {
            found.twin = twin_of(c, file, i);
            if (found.twin != NULL
                || (is_static_here(file, i) && is_only_called(&found)))
            {
                ARENA_GROW(c->arena, all->items, all->n_items, all->capacity);
                all->items[all->n_items++] = found;
            }
        }
        i = found.close;
    }
}

void
plan_idle_functions(struct conversion *c)
{
    c->idle = ARENA_NEW(c->arena, struct idle_functions);
    for (size_t i = 0; i < c->source->n_files; i++) {
        if (c->source->files[i]->is_project) {
            find_in_file(c, c->source->files[i]);
        }
    }
}

static struct idle_function *
idle_around(const struct conversion *c, const struct source_file *file, size_t i)
{
    for (size_t k = 0; k < c->idle->n_items; k++) {
        struct idle_function *idle = &c->idle->items[k];
        if (idle->file == file && idle->brace < i && i < idle->close) {
            return idle;
        }
    }
    return NULL;
}

bool
has_state_idly(const struct conversion *c, const struct mention *mention)
{
    const struct idle_function *idle =
        mention->within == NULL && mention->in_macro == NULL && mention->holder == NULL
            ? idle_around(c, mention->file, mention->token)
            : NULL;
    return idle != NULL && idle->is_needy
           && (idle->twin == NULL || takes_state(c, idle->twin));
}

/* Those who call IDLE need the state, too. */
static bool
mark_callers(struct conversion *c, const struct idle_function *idle)
{
    bool grows = false;
    const struct source_file *file = idle->file;
    for (size_t i = 0; i < file->n_tokens; i++) {
        if (!is_call_of(idle, file, i)) {
            continue;
        }
        const struct function *caller = function_at(c, file, file->tokens[i].begin);
        struct idle_function *other = idle_around(c, file, i);
        if (caller != NULL && !plan_of_function(c, caller)->is_needy) {
            plan_of_function(c, caller)->is_needy = grows = true;
        }
        else if (caller == NULL && other != NULL && !other->is_needy) {
            other->is_needy = grows = true;
        }
    }
    return grows;
}

bool
grow_idle_functions(struct conversion *c)
{
    bool grows = false;
    for (size_t i = 0; i < c->n_mentions && c->idle->n_items > 0; i++) {
        const struct mention *mention = &c->mentions[i];
        struct idle_function *idle =
            mention->within == NULL && mention->in_macro == NULL
                    && mention_is_needy(c, mention)
                ? idle_around(c, mention->file, mention->token)
                : NULL;
        if (idle != NULL && !idle->is_needy) {
            idle->is_needy = grows = true;
        }
    }
    for (size_t i = 0; i < c->idle->n_items; i++) {
        struct idle_function *idle = &c->idle->items[i];
        if (idle->is_needy) {
            grows |= mark_callers(c, idle);
            if (idle->twin != NULL && !plan_of_function(c, idle->twin)->is_needy) {
                plan_of_function(c, idle->twin)->is_needy = grows = true;
            }
        }
    }
    return grows;
}

/* --- the edits -------------------------------------------------------------------- */

/* A definition without a twin, and the calls of it; the twin's are edited with it. */
void
edit_idle_functions(struct conversion *c)
{
    static const char reason[] = "the caller hands over the state";
    for (size_t i = 0; i < c->idle->n_items; i++) {
        const struct idle_function *idle = &c->idle->items[i];
        const struct source_file *file = idle->file;
        if (!idle->is_needy || idle->twin != NULL) {
            continue;
        }
        add_parameter(c, file, idle->open, TEXT(c, "%s *%s", c->state_type, c->state));
        for (size_t k = 0; k < file->n_tokens; k++) {
            if (!is_call_of(idle, file, k)) {
                continue;
            }
            size_t open = token_after(file, k);
            uint32_t place = argument_place(file, open);
            bool is_declared = function_at(c, file, place) == NULL
                               && idle_around(c, file, k) == NULL;
            if (is_declared) {
                add_parameter(c, file, open,
                              TEXT(c, "%s *%s", c->state_type, c->state));
                continue;
            }
            bool is_empty = token_is(file, token_after(file, open), ")");
            change(c, file, place, place, TEXT(c, is_empty ? "%s" : "%s, ", c->state),
                   reason);
        }
    }
}
