/* Writes the state struct and its accessors where the first function needs them, or to
 * a header if several files need them, and removes the static variables. */
#include "convert/rewrite/state/state.h"

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/state_placement.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/cleanup/dead_code.h"
#include "convert/rewrite/cleanup/lost_functions.h"
#include "convert/rewrite/insulate_header.h"
#include "convert/rewrite/state/declarations.h"
#include "convert/rewrite/state/sizes.h"
#include "convert/rewrite/state/state_accessors.h"
#include "convert/rewrite/state/state_header.h"
#include "convert/rewrite/state/state_struct.h"
#include "convert/rewrite/state/type_maker.h"
#include "convert/rewrite/state/state_types.h"
#include "convert/rewrite/types/pickling.h"
#include "convert/text/places.h"
#include "convert/text/style.h"

static void
write_here(struct rewriter *r)
{
    const struct state_placement *placement = r->plan->state_placement;
    const struct need *need = &placement->here;
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    CLEANUP(strbuf_done) struct strbuf types = STRBUF_INIT;
    const struct source_file *file = need->file;
    uint32_t place = place_before(file, need->offset);
    uint32_t state = place_of_struct(r->plan, file, need->offset);

    carry_sizes(r, &types);
    if (placement->is_named_before) {
        declare_struct(r, &types);
    }
    move_types(r, &types);
    if (state < place && types.size > 0) {
        change_first(r, file, state, indented(r->plan, file, types.text, ""),
                     "the module state needs it");
    }
    else {
        strbuf_add(&out, types.text, types.size);
    }
    add_struct(r, &out, placement->is_named_before);
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
    if (r->plan->language->is_cxx) {
        define_by_type(r);
    }
}

void
edit_state(struct rewriter *r)
{
    const struct state_placement *placement = r->plan->state_placement;

    if (r->plan->existing->record != NULL) {
        extend_struct(r);
    }
    extend_keepers(r);
    if (placement->is_written) {
        if (r->plan->existing->getter != NULL) {
            write_around_getter(r);
        }
        else if (!placement->is_header) {
            write_here(r);
        }
        else {
            write_header(r);
        }
    }
    if (!placement->is_header) {
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
    remove_lost_functions(r);
    remove_empty_branches(r);
    remove_unused_macros(r);
}
