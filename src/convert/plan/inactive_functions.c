/* Functions that this configuration does not compile, known by their tokens: a branch for
 * another Python or another system defines them.  Those that need the state get it from
 * their callers, like others: one that the same file also defines otherwise has the
 * parameters of that definition, and any other must be static, so that no file that is
 * not here calls it. */
#include "convert/plan/inactive_functions.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/state_users.h"

struct inactive_functions {
    struct inactive_function *items;
    size_t n_items, capacity;
};

const struct inactive_function *
inactive_function_number(const struct conversion *c, size_t i)
{
    return i < c->inactive->n_items ? &c->inactive->items[i] : NULL;
}

const struct function *
inactive_function_at(const struct conversion *c, const struct source_file *file,
                     uint32_t offset)
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
twin_of(const struct conversion *c, const struct word *name)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct declaration *d = function_definition(function);
        if (d != NULL && d->file == name->file && function->in_project
            && word_is(name, function->name))
        {
            return function;
        }
    }
    return NULL;
}

bool
next_inactive_call(const struct inactive_function *inactive, struct word *word,
                   struct brackets *out)
{
    while (inactive->twin == NULL && call_next(word, inactive->name, out)) {
        if (word->begin != inactive->text.name.begin) {
            return true;
        }
    }
    return false;
}

/* Is every mention of INACTIVE in its file a call or a declaration?  Its address could get
 * to who knows no state. */
static bool
is_only_called(const struct inactive_function *inactive)
{
    struct word word = {.file = inactive->text.name.file};
    struct brackets ignored;
    while (word_next(&word, inactive->name, word.file->size)) {
        if (word.begin != inactive->text.name.begin && !word_is_called(&word, &ignored))
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
    struct word word = {.file = file};
    struct inactive_function found = {.needs_state = false};
    while (inactive_definition_next(&word, &found.text)) {
        const struct word *name = &found.text.name;
        if (inactive_function_at(c, file, name->begin) == NULL
            && !is_dead(c, file, name->begin))
        {
            found.name = text_of(c, file, name->begin, name->end);
            found.twin = twin_of(c, name);
            if (found.twin != NULL || (found.text.is_static && is_only_called(&found)))
            {
                ARENA_GROW(c->arena, all->items, all->n_items, all->capacity);
                all->items[all->n_items++] = found;
            }
        }
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

/* The same as inactive_around() for who decides. */
static struct inactive_function *
own_inactive_around(struct conversion *c, const struct source_file *file,
                    uint32_t offset)
{
    const struct inactive_function *found = inactive_around(c, file, offset);
    return found != NULL ? &c->inactive->items[found - c->inactive->items] : NULL;
}

const struct inactive_function *
inactive_around(const struct conversion *c, const struct source_file *file,
                uint32_t offset)
{
    for (size_t k = 0; k < c->inactive->n_items; k++) {
        const struct inactive_function *inactive = &c->inactive->items[k];
        const struct brackets *body = &inactive->text.body;
        if (body->file == file && body->open < offset && offset < body->close) {
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
            ? inactive_around(c, mention->file, mention->begin)
            : NULL;
    return inactive != NULL && inactive->needs_state
           && (inactive->twin == NULL || takes_state(c, inactive->twin));
}

/* Those who call IDLE need the state, too. */
static bool
mark_callers(struct conversion *c, const struct inactive_function *inactive)
{
    bool grows = false;
    struct word word = {.file = inactive->text.name.file};
    struct brackets arguments;
    while (next_inactive_call(inactive, &word, &arguments)) {
        const struct function *caller = inactive_function_at(c, word.file, word.begin);
        struct inactive_function *other =
            own_inactive_around(c, word.file, word.begin);
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
    for (size_t i = 0; i < mention_count(c) && c->inactive->n_items > 0; i++) {
        const struct mention *mention = mention_at(c, i);
        struct inactive_function *inactive =
            mention->within == NULL && mention->in_macro == NULL
                    && mention_needs_state(c, mention)
                ? own_inactive_around(c, mention->file, mention->begin)
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
