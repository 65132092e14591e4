/* How objects are made once where threads may make them at the same time. */
#include "convert/plan/lazy_objects.h"

#include <ctype.h>
#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/words.h"
#include "convert/plan/guards.h"
#include "convert/plan/names.h"
#include "model/extent.h"

struct planning {
    const struct conversion *c;
    struct lazy_objects *plan;
    struct lazy_file *files; /* for now; the plan has them in the end */
    size_t n_files, capacity;
};

static bool
defines(const struct source_file *file, const char *name)
{
    struct word word = {.file = file};
    while (word_next(&word, name, file->size)) {
        if (word.is_defined) {
            return true;
        }
    }
    return false;
}

static void
need_macros(struct planning *p, const struct node *node)
{
    const struct declaration *d = function_definition(node->within);
    uint32_t offset = d != NULL && d->file == node->file ? d->begin : node->begin;
    for (size_t i = 0; i < p->n_files; i++) {
        if (p->files[i].file == node->file) {
            p->files[i].offset = offset < p->files[i].offset ? offset : p->files[i].offset;
            return;
        }
    }
    if (!defines(node->file, p->plan->set)) {
        ARENA_GROW(p->c->arena, p->files, p->n_files, p->capacity);
        p->files[p->n_files++] = (struct lazy_file){node->file, offset};
    }
}

static struct range
range_of(const struct node *node)
{
    return (struct range){node->begin, node->end};
}

static void
plan_store(struct planning *p, const struct lazy_store *store)
{
    const struct node *place = store->node->first;
    struct lazy_use use = {.file = store->node->file,
                           .place = range_of(place),
                           .value = range_of(place->next),
                           .whole = range_of(store->node)};
    if (store->test != NULL) {
        use.statement = use.whole;
        use.statement.end = after_semicolon(use.file, use.whole.end);
        use.whole = range_of(store->test);
    }
    ARENA_ADD(p->c->arena, p->plan->stores, p->plan->n_stores, p->plan->stores_capacity, &use);
    need_macros(p, store->node);
}

static void
plan_read(struct planning *p, const struct node *node)
{
    struct lazy_use use = {
        .file = node->file, .place = range_of(node), .whole = range_of(node)};
    ARENA_ADD(p->c->arena, p->plan->reads, p->plan->n_reads, p->plan->reads_capacity, &use);
    need_macros(p, node);
}

static bool
has_use(const struct function *function, const struct lazy_use *uses, size_t n_uses)
{
    const struct node *body = function->body;
    for (size_t i = 0; body != NULL && i < n_uses; i++) {
        if (uses[i].file == body->file && body->begin <= uses[i].whole.begin
            && uses[i].whole.begin < body->end)
        {
            return true;
        }
    }
    return false;
}

bool
function_has_lazy_objects(const struct conversion *c, const struct function *function)
{
    const struct lazy_objects *plan = c->lazy_objects;
    return has_use(function, plan->reads, plan->n_reads)
           || has_use(function, plan->stores, plan->n_stores);
}

void
plan_lazy_objects(struct conversion *c)
{
    struct lazy_objects *plan = ARENA_NEW(c->arena, struct lazy_objects);
    CLEANUP(strbuf_done) struct strbuf name = STRBUF_INIT;
    for (const char *at = c->names->base; *at != '\0'; at++) {
        strbuf_add_char(&name, (char)toupper((unsigned char)*at));
    }
    *plan = (struct lazy_objects){
        .load = TEXT(c, "%.*s_LOAD", (int)name.size, name.text),
        .set = TEXT(c, "%.*s_SET_ONCE", (int)name.size, name.text),
        .function = TEXT(c, "%s_set_once", c->names->base),
    };
    struct planning p = {.c = c, .plan = plan};
    for (size_t i = 0; i < c->guards->n_places; i++) {
        const struct guarded_place *guarded = &c->guards->places[i];
        if (guarded->guard != GUARD_ONCE) {
            continue;
        }
        for (size_t k = 0; k < guarded->lazy.n_stores; k++) {
            plan_store(&p, &guarded->lazy.stores[k]);
        }
        for (size_t k = 0; k < guarded->lazy.n_reads; k++) {
            plan_read(&p, guarded->lazy.reads[k]);
        }
    }
    plan->files = p.files;
    plan->n_files = p.n_files;
    c->lazy_objects = plan;
}
