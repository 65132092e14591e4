#include "convert/facts/thread_functions.h"

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/methods.h"

/* What is read so far, by function id. */
struct reading_contexts {
    const struct conversion *c;
    uint8_t *contexts;
    uint32_t *objects;
    bool *takes_module;
    bool *is_entry;    /* CPython calls it by a table, other than to take an object apart */
    bool *is_teardown; /* CPython calls it to do that */
    const struct function **work;
    size_t n_work, capacity;
};

static bool
is_of_module(const struct conversion *c, const struct function *function)
{
    return function != NULL && function->body != NULL && function->in_project
           && module_holds_file(c->extension, c->module, function->file);
}

/* --- tables ---------------------------------------------- */

static void
add_entry(struct reading_contexts *r, const struct function *function, uint32_t objects,
          bool takes_module)
{
    if (!is_of_module(r->c, function)) {
        return;
    }
    uint32_t known = r->is_entry[function->id] ? r->objects[function->id] : UINT32_MAX;
    bool is_same = !r->is_entry[function->id]
                   || r->takes_module[function->id] == takes_module;
    r->is_entry[function->id] = true;
    r->objects[function->id] = is_same ? known & objects : 0;
    r->takes_module[function->id] = takes_module;
}

static void
add_method(struct reading_contexts *r, const struct method *method)
{
    bool is_bound = (method->flags & (METHOD_FLAG_CLASS | METHOD_FLAG_STATIC)) == 0;
    uint32_t objects = is_bound && method->has_flags ? 1 : 0;
    if (method->has_flags && (method->flags & METHOD_FLAG_O) != 0) {
        objects |= 2;
    }
    add_entry(r, method->function, objects, is_bound && method->module != NULL);
}

/* A bit for each parameter of the function in the slot KIND that CPython gives an object for
 * sure: not the new value of an attribute or an item, which NULL deletes. */
static uint32_t
slot_objects(const struct slot_kind *kind)
{
    static const char *const with_two[] = {
        "Py_mp_ass_subscript", "Py_mp_subscript",      "Py_sq_concat",
        "Py_sq_contains",      "Py_sq_inplace_concat", "Py_tp_descr_set",
        "Py_tp_getattro",      "Py_tp_richcompare",    "Py_tp_setattro",
    };
    bool has_two = kind->receiver == RECEIVER_OPERANDS
                   || string_starts(kind->name, "Py_nb_inplace_");
    for (size_t i = 0; i < ARRAY_LENGTH(with_two); i++) {
        has_two |= strcmp(kind->name, with_two[i]) == 0;
    }
    /* An exporter may have other buffers, and so other users, when one is released. */
    bool has_one =
        kind->receiver == RECEIVER_SELF || strcmp(kind->name, "Py_bf_releasebuffer") == 0;
    return has_two ? 3 : has_one ? 1 : 0;
}

static void
add_slot(struct reading_contexts *r, const struct slot *slot)
{
    const struct slot_kind *kind = slot_kind_find(slot->name);
    if (slot->function == NULL || kind == NULL || kind->n_parameters < 0) {
        return;
    }
    if (kind->receiver == RECEIVER_TEARDOWN
        && strcmp(slot->name, "Py_bf_releasebuffer") != 0)
    {
        r->is_teardown[slot->function->id] = true;
        return;
    }
    add_entry(r, slot->function, slot_objects(kind), false);
}

static void
add_accessors(struct reading_contexts *r, const struct variable *table)
{
    for (size_t i = 0; table != NULL && i < table->n_initializers; i++) {
        const struct initializer *at = &table->initializers[i];
        if (strcmp(at->field, "get") == 0 || strcmp(at->field, "set") == 0) {
            add_entry(r, node_function(at->value), 1, false);
        }
    }
}

static void
add_tables(struct reading_contexts *r)
{
    const struct extension *extension = r->c->extension;
    for (size_t i = 0; i < extension->n_methods; i++) {
        add_method(r, &extension->methods[i]);
    }
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct slots *slots = &extension->types[i].slots;
        for (size_t k = 0; k < slots->n_items; k++) {
            if (strcmp(slots->items[k].name, "Py_tp_getset") == 0) {
                add_accessors(r, node_variable(slots->items[k].value));
            }
            add_slot(r, &slots->items[k]);
        }
    }
}

/* --- what leads where ---------------------------------------------- */

static void
spread(struct reading_contexts *r, const struct function *function, enum thread_context context)
{
    if (!is_of_module(r->c, function) || r->contexts[function->id] >= context
        || function_is_dead(r->c->extension, function)
        || function_runs_only_at_import(r->c->extension, function))
    {
        return;
    }
    r->contexts[function->id] = (uint8_t)context;
    ARENA_GROW(r->c->arena, r->work, r->n_work, r->capacity);
    r->work[r->n_work++] = function;
}

static void
spread_from(struct reading_contexts *r, enum thread_context context)
{
    while (r->n_work > 0) {
        const struct function *function = r->work[--r->n_work];
        for (size_t i = 0; i < function->n_calls; i++) {
            spread(r, call_target(function->calls[i]), context);
        }
    }
}

/* Is its address given to somebody who is no table of its own: a callback? */
static bool
is_callback(const struct reading_contexts *r, const struct function *function)
{
    const struct module *module = r->c->module;
    if (function == module->traverse || function == module->clear || function == module->free
        || r->is_teardown[function->id] || function_is_entry(function))
    {
        return false;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *use = function->uses[i];
        if (use->parent == NULL || use->parent->kind != NODE_CALL
            || use->parent->first != use)
        {
            return true;
        }
    }
    return !function->is_static;
}

const struct thread_functions *
thread_functions_read(const struct conversion *c)
{
    const struct source *source = c->source;
    struct reading_contexts r = {
        .c = c,
        .contexts = ARENA_ARRAY(c->arena, uint8_t, source->n_functions + 1),
        .objects = ARENA_ARRAY(c->arena, uint32_t, source->n_functions + 1),
        .takes_module = ARENA_ARRAY(c->arena, bool, source->n_functions + 1),
        .is_entry = ARENA_ARRAY(c->arena, bool, source->n_functions + 1),
        .is_teardown = ARENA_ARRAY(c->arena, bool, source->n_functions + 1),
    };
    add_tables(&r);
    for (enum thread_context context = CONTEXT_RUN; context > CONTEXT_NONE; context--) {
        for (size_t i = 0; i < source->n_functions; i++) {
            const struct function *function = source->functions[i];
            if (context == CONTEXT_RUN ? r.is_entry[i] || is_callback(&r, function)
                                 : r.is_teardown[i])
            {
                spread(&r, function, context);
            }
        }
        spread_from(&r, context);
    }
    struct thread_functions *out = ARENA_NEW(c->arena, struct thread_functions);
    *out = (struct thread_functions){r.contexts, r.objects, r.takes_module};
    return out;
}
