/* The PyModuleDef gets its state's size, slots and hooks; the slots say what the module
 * supports. */
#include "convert/rewrite/init/definition.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/definition.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/export.h"
#include "convert/plan/exec_body.h"
#include "convert/plan/gil_slot.h"
#include "convert/plan/hooks.h"
#include "convert/plan/module.h"
#include "convert/plan/module_slots.h"
#include "convert/plan/names.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/replaced_definition.h"
#include "convert/plan/resources.h"
#include "convert/plan/stages.h"
#include "convert/plan/variable_selection.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/init/definition_fields.h"
#include "convert/rewrite/init/export.h"
#include "convert/rewrite/init/hooks.h"
#include "convert/rewrite/init/module_slots.h"
#include "convert/rewrite/init/opt_out.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

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
    return place_before(file, function_definition(r->plan->init->setup)->begin);
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
        .size = r->plan->selection->has_state ? field_text(r, values, "m_size") : NULL,
        .slots = field_text(r, values, "m_slots"),
        .traverse = field_text(r, values, "m_traverse"),
        .clear = field_text(r, values, "m_clear"),
        .release = field_text(r, values, "m_free"),
    };
    if (replaces_definition(r->plan)) {
        text.slots = NULL;
        text.exec = slot_exec_name(r->plan);
        text.interpreters = interpreters_value(r->plan);
        text.gil = r->plan->gil->slot;
    }
    return text;
}

void
edit_definition(struct rewriter *r)
{
    const struct declaration *place = variable_declaration(r->plan->module->variable);
    const struct source_file *file = place->file;
    CLEANUP(strbuf_done) struct strbuf before = STRBUF_INIT;
    struct field_values values = {.n_items = 0};
    const struct function *release = release_function(r->plan);
    const char *release_name = release != NULL ? release->name : NULL;


    if (r->plan->selection->has_state && r->plan->existing->record == NULL) {
        set_field(r, &values, "m_size",
                  TEXT(r, "sizeof(%s)", r->plan->names->state_type));
    }
    else if (!r->plan->selection->has_state && !r->plan->module->is_multi_phase) {
        set_field(r, &values, "m_size", "0");
    }
    if (!r->plan->module->is_multi_phase) {
        set_field(r, &values, "m_slots", TEXT(r, "%s_slots", r->plan->names->base));
    }
    if (holds_objects(r->plan) || visits_old_state(r->plan)) {
        release_name = edit_hooks(r, &before, &values, release);
    }
    if (!holds_objects(r->plan) && (has_resources(r->plan) || lacks_release(r->plan))) {
        const struct function *clear = hook_function(r->plan, "m_clear");
        release_name = edit_free(r, &before, release, clear != NULL ? clear->name : NULL);
    }
    edit_release(r, &values, release, release_name);
    struct definition_text text = definition_text_of(r, &values);
    append_fields(r, &values);
    edit_export(r, &text);
    if (!r->plan->module->is_multi_phase) {
        edit_exec_declaration(r);
        add_slots(r, &before, file, release_name);
    }
    else {
        CLEANUP(strbuf_done) struct strbuf guard = STRBUF_INIT;
        add_guarded_exec(r->plan, &guard,
                         r->plan->init->setup != NULL ? r->plan->init->setup->name : NULL,
                         release_name);
        if (guard.size > 0) {
            strbuf_add_string(&before, indented(r->plan, file, guard.text, ""));
        }
    }
    if (!r->plan->stages->is_once && r->plan->opt_out->exec != NULL) {
        remove_opt_out(r);
    }
    if (r->plan->slot_table->table != NULL) {
        edit_slot_table(r);
    }
    uint32_t at = hooks_place(r->plan, r->plan->slot_table->table);
    if (place->within != NULL) {
        at = move_out(r, place, &before);
    }
    change(r, file, at, at, before.text, "slots and hooks of the module");
}
