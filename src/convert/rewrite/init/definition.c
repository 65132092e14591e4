/* The PyModuleDef gets its state's size, slots and hooks; the slots say what the module
 * supports. */
#include "convert/rewrite/init/definition.h"

#include <string.h>

#include "convert/facts/inactive/code.h"
#include "convert/text/places.h"
#include "convert/plan/export.h"
#include "convert/plan/module_slots.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/resources.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/init/definition_fields.h"
#include "convert/rewrite/init/export.h"
#include "convert/rewrite/init/hooks.h"
#include "convert/rewrite/init/module_slots.h"
#include "convert/rewrite/init/opt_out.h"
#include "convert/text/style.h"
#include "model/extent.h"

/* Where the hooks go: above the definition, its slot table and the declaration of the
 * exec function. */
static uint32_t
hooks_place(const struct conversion *c, const struct variable *table)
{
    const struct declaration *definition = variable_declaration(c->definition);
    const struct source_file *file = definition->file;
    uint32_t place = place_before(file, definition->begin);
    const struct declaration *slots =
        table != NULL ? variable_declaration(table) : NULL;

    if (slots == NULL || slots->file != file || slots->begin > place) {
        return place;
    }
    place = place_before(file, slots->begin);
    if (c->opt_out.exec != NULL && c->opt_out.file == file && c->opt_out.begin < place)
    {
        place = c->opt_out.begin;
    }
    for (size_t i = 0; c->setup != NULL && i < c->setup->n_declarations; i++) {
        const struct declaration *d = &c->setup->declarations[i];
        struct range code = {0, after_semicolon(file, d->end)};
        if (!d->is_definition && d->file == file && d->begin < place
            && next_code(file, file->size, &code) && code.begin >= place
            && code.begin <= slots->begin && d->end < place)
        {
            return place_before(file, d->begin);
        }
    }
    return place;
}

uint32_t
definition_need(const struct conversion *c)
{
    const struct declaration *definition = variable_declaration(c->definition);
    bool has_new_hooks = (holds_objects(c)
                          && (hook_function(c, "m_traverse") == NULL
                              || hook_function(c, "m_clear") == NULL))
                         || (has_resources(c) && hook_function(c, "m_free") == NULL);
    return has_new_hooks && definition->within == NULL ? hooks_place(c, slot_table(c))
                                                       : definition->begin;
}

/* A definition inside of the function that made the module goes in front of it, as
 * more than that function names it now.  Returns where OUT is to be put. */
static uint32_t
move_out(struct rewriter *r, const struct declaration *place, struct strbuf *out)
{
    const struct source_file *file = place->file;
    uint32_t end = after_semicolon(file, place->end);

    strbuf_format(out, "%s\n\n",
                  dedented(r->plan, rendered(r, file, place->begin, end),
                           indent_at(r->plan, file, place->begin)));
    remove_text(r, file, place->begin, end, "the definition is moved to the front");
    return place_before(file, function_definition(r->plan->setup)->begin);
}

/* What the definition says, for the hook of Python 3.15: of each item the text as it is
 * before the new ones of VALUES are put behind the last. */
static struct definition_text
definition_text_of(struct rewriter *r, const struct field_values *values)
{
    struct definition_text text = {
        .name = field_text(r, values, "m_name"),
        .doc = field_text(r, values, "m_doc"),
        .methods = field_text(r, values, "m_methods"),
        .size = r->plan->has_state ? field_text(r, values, "m_size") : NULL,
        .slots = field_text(r, values, "m_slots"),
        .traverse = field_text(r, values, "m_traverse"),
        .clear = field_text(r, values, "m_clear"),
        .release = field_text(r, values, "m_free"),
    };
    if (replaces_definition(r->plan)) {
        text.slots = NULL;
        text.exec = r->plan->is_once ? opt_out_exec_name(r->plan)
                    : r->has_exec    ? exec_name(r->plan)
                                     : NULL;
        text.interpreters = interpreters_value(r->plan);
        text.gil = r->plan->gil_slot;
    }
    return text;
}

void
edit_definition(struct rewriter *r)
{
    const struct declaration *place = variable_declaration(r->plan->definition);
    const struct source_file *file = place->file;
    CLEANUP(strbuf_done) struct strbuf before = STRBUF_INIT;
    struct field_values values = {.n_items = 0};
    const struct function *release = hook_function(r->plan, "m_free");
    if (r->plan->opt_out.release != NULL && release == r->plan->opt_out.release) {
        release = r->plan->opt_out.inner_release;
    }
    const char *release_name = release != NULL ? release->name : NULL;

    bool is_local = place->within != NULL;
    bool is_written = r->plan->definition->initial != NULL
                      && r->plan->definition->initial->origin == ORIGIN_FILE;
    if (!is_written || (is_local && place->within != r->plan->setup)) {
        refuse(r->late, "init-not-converted", file, place->name,
               r->plan->definition->name,
               "the module definition is created by a macro, or is local to a function "
               "that does not create the module");
        return;
    }
    if (r->plan->has_state && r->plan->old_state == NULL) {
        set_field(r, &values, "m_size", TEXT(r, "sizeof(%s)", r->plan->state_type));
    }
    else if (!r->plan->has_state && !r->plan->is_multi_phase) {
        set_field(r, &values, "m_size", "0");
    }
    if (!r->plan->is_multi_phase) {
        set_field(r, &values, "m_slots", TEXT(r, "%s_slots", r->plan->base));
    }
    if (holds_objects(r->plan)) {
        release_name = edit_hooks(r, &before, &values, release);
    }
    else if (has_resources(r->plan)) {
        release_name = edit_free(r, &before, release, NULL);
    }
    edit_release(r, &values, release, release_name);
    struct definition_text text = definition_text_of(r, &values);
    append_fields(r, &values);
    edit_export(r, &text);
    if (!r->plan->is_multi_phase) {
        add_slots(r, &before, file, release_name);
    }
    else if (r->plan->is_once && r->plan->opt_out.exec == NULL) {
        CLEANUP(strbuf_done) struct strbuf guard = STRBUF_INIT;
        add_opt_out(r->plan, &guard,
                    r->plan->setup != NULL ? r->plan->setup->name : NULL, release_name);
        strbuf_add_string(&before, indented(r->plan, file, guard.text, ""));
    }
    else if (!r->plan->is_once && r->plan->opt_out.exec != NULL) {
        remove_opt_out(r);
    }
    const struct variable *table = slot_table(r->plan);
    if (table != NULL) {
        edit_slot_table(r, table);
    }
    uint32_t at = hooks_place(r->plan, table);
    if (is_local) {
        at = move_out(r, place, &before);
    }
    change(r, file, at, at, before.text, "slots and hooks of the module");
}
