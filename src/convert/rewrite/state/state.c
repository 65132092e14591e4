/* Writes the state struct and its accessors where the first function needs them, or to
 * a header if several files need them, and removes the static variables. */
#include "convert/rewrite/state/state.h"

#include "convert/text/places.h"
#include "convert/plan/callbacks.h"
#include "convert/plan/state_receivers.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/cleanup/dead_code.h"
#include "convert/rewrite/init/definition.h"
#include "convert/rewrite/insulate_header.h"
#include "convert/rewrite/state/declarations.h"
#include "convert/rewrite/state/fields.h"
#include "convert/rewrite/state/sizes.h"
#include "convert/rewrite/state/state_accessors.h"
#include "convert/rewrite/state/state_header.h"
#include "convert/rewrite/state/state_struct.h"
#include "convert/rewrite/state/state_types.h"
#include "convert/rewrite/types/pickling.h"
#include "convert/text/style.h"

static void
add_need(const struct conversion *c, struct need_list *list,
         const struct source_file *file, uint32_t offset)
{
    for (size_t i = 0; i < list->n_items; i++) {
        if (list->items[i].file == file) {
            if (offset < list->items[i].offset) {
                list->items[i].offset = offset;
            }
            return;
        }
    }
    ARENA_GROW(c->arena, list->items, list->n_items, list->capacity);
    list->items[list->n_items++] = (struct need){file, offset};
}

static struct need_list
needs_of(const struct conversion *c)
{
    struct need_list list = {NULL, 0, 0};
    const struct declaration *definition = variable_declaration(c->definition);

    add_need(c, &list, definition->file, definition_need(c));
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        bool needs_state = plan->needs_state && plan->belongs;
        for (size_t k = 0; k < function->n_declarations && needs_state; k++) {
            const struct declaration *d = &function->declarations[k];
            if (d->is_definition ? names_state(c, function) || takes_state(c, function)
                                       || plan->makes_types || function->made_by != NULL
                                 : takes_state(c, function))
            {
                add_need(c, &list, d->file, d->begin);
            }
        }
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && plan->kind == FIELD_TYPE) {
            const struct declaration *d = variable_declaration(plan->variable);
            add_need(c, &list, d->file, d->begin);
        }
    }
    const struct source_file *file;
    uint32_t offset;
    for (size_t i = 0; callback_place(c, i, &file, &offset); i++) {
        if (file != NULL) {
            add_need(c, &list, file, offset);
        }
    }
    return list;
}

static void
write_here(struct rewriter *r, const struct need *need)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const struct source_file *file = need->file;
    uint32_t place = place_before(file, need->offset);

    carry_sizes(r, &out, file, place);
    carry_types(r, &out, file, place, NULL);
    add_struct(r, &out, false);
    add_flags(r->plan, &out);
    declare_definition(r, &out, place);
    add_accessors(r, &out, file);
    if (r->required.header_parts != 0) {
        require_header_at(r, r->required.header_parts, file, need->offset);
    }
    if (out.size > 0) {
        bool is_tight =
            place > 1 && file->text[place - 2] != '\n' && file->text[place - 2] != '\r';
        /* The module's hooks may stand there already, and read it. */
        change_first(r, file, place,
                     TEXT(r, "%s%s", is_tight ? "\n" : "",
                          indented(r->plan, file, out.text, "")),
                     "the module state and its accessors");
    }
    if (r->plan->is_cxx) {
        define_by_type(r);
    }
}

/* In its file, ALL has a need in front of NEED: the header is included for that. */
static void
let_include_early(struct need *need, const struct need_list *all)
{
    for (size_t i = 0; i < all->n_items; i++) {
        const struct need *other = &all->items[i];
        if (other->file == need->file && other->offset < need->offset) {
            need->offset = other->offset;
        }
    }
}

void
edit_state(struct rewriter *r)
{
    /* Where it will be wanted in the end, it stands from the beginning. */
    struct need_list needs =
        needs_of(r->plan->whole != NULL ? r->plan->whole : r->plan);
    struct need_list own = needs_of(r->plan);
    bool is_read = is_required(r, REQUIRES_GET) || is_required(r, REQUIRES_BY_TYPE)
                   || is_required(r, REQUIRES_NEW_TYPE);

    if (r->plan->old_state != NULL) {
        extend_struct(r);
    }
    r->is_header = r->plan->getter != NULL
                       ? !function_definition(r->plan->getter)->file->is_main
                       : needs.n_items > 1;
    if ((has_fields(r->plan) || is_read) && needs.n_items > 0) {
        if (r->plan->getter != NULL) {
            write_around_getter(r, &own);
        }
        else if (!r->is_header) {
            write_here(r, &needs.items[0]);
        }
        else {
            for (size_t i = 0; i < own.n_items; i++) {
                let_include_early(&own.items[i], &needs);
            }
            write_header(r, &own);
        }
    }
    if (!r->is_header) {
        define_refuse_reduce(r);
    }
    include_wanted(r);
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable *variable = r->source->variables[i];
        if (moving(r->plan, variable) != NULL) {
            remove_declarations(r, variable);
        }
        else if (plan_of_variable(r->plan, variable)->is_sub_table) {
            remove_sub_table(r, variable);
        }
    }
    remove_empty_branches(r);
    remove_unused_macros(r);
}
