/* What the passes ask for so often that it is looked up instead of searched for: the
 * fields of the state by name, the mentions by the function they stand in. */
#include "convert/facts/index.h"

#include "base/map.h"
#include "extension/index.h"

struct plan_index {
    struct map fields;
    /* Numbers of mentions + 1, 0 for none: the first of a function by id, and the next of
     * the same function by mention. */
    size_t *first_mentions, *next_mentions;
    size_t n_mentions; /* that were entered */
};

void
index_begin(struct conversion *c)
{
    struct plan_index *index = ARENA_NEW(c->arena, struct plan_index);
    map_init(&index->fields, c->arena);
    c->index = index;
}

bool
name_is_used(const struct conversion *c, const char *name)
{
    return word_count(c->extension, name) != 0;
}

/* --- fields --------------------------------------------------------------- */

void
index_field(struct conversion *c, struct variable_plan *plan)
{
    map_set_string(&c->index->fields, plan->field, plan);
}

const struct variable_plan *
index_field_called(const struct conversion *c, const char *name)
{
    return map_find_string(&c->index->fields, name);
}

/* --- mentions ------------------------------------------------------------- */

static void
read_mentions(const struct conversion *c, struct plan_index *index)
{
    index->n_mentions = c->n_mentions;
    index->first_mentions = ARENA_ARRAY(c->arena, size_t, c->source->n_functions + 1);
    index->next_mentions = ARENA_ARRAY(c->arena, size_t, c->n_mentions + 1);
    for (size_t i = c->n_mentions; i-- > 0;) {
        const struct function *within = c->mentions[i].within;
        if (within != NULL) {
            index->next_mentions[i] = index->first_mentions[within->id];
            index->first_mentions[within->id] = i + 1;
        }
    }
}

const struct mention *
next_mention_in(const struct conversion *c, const struct function *function,
                const struct mention *last)
{
    struct plan_index *index = c->index;
    if (index->first_mentions == NULL || index->n_mentions != c->n_mentions) {
        read_mentions(c, index);
    }
    size_t next = last == NULL ? index->first_mentions[function->id]
                               : index->next_mentions[last - c->mentions];
    return next != 0 ? &c->mentions[next - 1] : NULL;
}
