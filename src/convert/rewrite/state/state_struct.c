/* The state struct, and declarations that its accessors need. */
#include "convert/rewrite/state/state_struct.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/export.h"
#include "convert/plan/names.h"
#include "convert/plan/replaced_definition.h"
#include "convert/plan/state_keepers.h"
#include "convert/plan/state_placement.h"
#include "convert/plan/teardown.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/state/fields.h"
#include "convert/text/places.h"
#include "convert/text/statements.h"
#include "convert/text/style.h"

/* Is there a struct to write? */
static bool
is_struct_new(const struct rewriter *r)
{
    return r->plan->existing->record == NULL && has_fields(r->plan);
}

void
declare_struct(const struct rewriter *r, struct strbuf *out)
{
    const char *type = r->plan->names->state_type;
    if (is_struct_new(r)) {
        strbuf_format(out, "typedef struct %s %s;\n\n", type, type);
    }
    else if (string_starts(type, "struct ")) {
        strbuf_format(out, "%s;\n\n", type);
    }
}

void
add_struct(struct rewriter *r, struct strbuf *out, bool is_named)
{
    if (is_struct_new(r)) {
        if (is_named) {
            strbuf_format(out, "struct %s {\n", r->plan->names->state_type);
        }
        else {
            strbuf_add_string(out, "typedef struct {\n");
        }
        add_fields(r, out);
        strbuf_format(out, "}%s%s;\n\n", is_named ? "" : " ",
                      is_named ? "" : r->plan->names->state_type);
    }
}

/* Members of RECORD that stand on the line of its braces get lines of their own. */
static void
part_members(struct rewriter *r, const struct record *record)
{
    const struct source_file *file = record->file;
    const char *text = file->text;
    const char *indent = TEXT(r, "\n%s%s", indent_at(r->plan, file, record->begin),
                              style_of(r->plan, file)->indent);
    uint32_t open = record->begin;
    while (open < record->end && text[open] != '{') {
        open++;
    }
    if (open == record->end || line_begin(file, record->end - 1) > open) {
        return;
    }
    size_t begin = open + 1, size = record->end - 1;
    for (size_t blanks = strspn(text + begin, " \t"); begin + blanks < size;) {
        change(r, file, (uint32_t)begin, (uint32_t)(begin + blanks), indent,
               "the state struct gets more lines");
        begin += blanks;
        size_t next = begin + statements_next(text + begin, size - begin, 0);
        for (begin = next; begin > open && strchr(" \t", text[begin - 1]) != NULL;) {
            begin--;
        }
        blanks = next - begin;
    }
}

/* New fields in the struct the module has already. */
void
extend_struct(struct rewriter *r)
{
    CLEANUP(strbuf_done) struct strbuf fields = STRBUF_INIT;
    const struct record *record = r->plan->existing->record;
    const struct source_file *file = record->file;

    if (!has_fields(r->plan)) {
        return;
    }
    add_fields(r, &fields);
    part_members(r, record);
    insert_lines(r, file, record->end - 1, indented(r->plan, file, fields.text, ""),
                 "the module state replaces static variables");
}

/* Structs of instances that keep the state. */
void
extend_keepers(struct rewriter *r)
{
    for (size_t i = 0; i < r->plan->state_keepers->n_items; i++) {
        const struct state_keeper *keeper = r->plan->state_keepers->items[i];
        const struct source_file *file = keeper->record->file;
        part_members(r, keeper->record);
        insert_lines(r, file, keeper->record->end - 1,
                     indented(r->plan, file,
                              TEXT(r, "\tvoid *%s; /* of the module, once it was looked up */\n",
                                   keeper->member),
                              ""),
                     "the instance keeps the module state");
    }
}

void
add_token(const struct rewriter *r, struct strbuf *out)
{
    if (is_required(r, REQUIRES_BY_TYPE) && r->plan->existing->type_getter == NULL) {
        strbuf_format(out,
                      "/* Its address identifies classes of this module. */\n"
                      "static const char %s = 0;\n\n",
                      token_name(r->plan));
    }
}

void
declare_definition(const struct rewriter *r, struct strbuf *out, uint32_t place)
{
    const struct declaration *definition =
        variable_declaration(r->plan->module->variable);
    bool names_it =
        (is_required(r, REQUIRES_BY_TYPE) && r->plan->existing->type_getter == NULL)
        || r->plan->teardown->uses_at_end;
    if (replaces_definition(r->plan)) {
        add_token(r, out);
        return;
    }
    if (names_it && !r->plan->state_placement->is_header && !r->plan->language->is_cxx
        && definition->begin >= place)
    {
        bool is_known = false;
        for (size_t i = 0; i < r->plan->module->variable->n_declarations; i++) {
            const struct declaration *d = &r->plan->module->variable->declarations[i];
            is_known |= d->begin < place && d->file == definition->file;
        }
        if (!is_known) {
            strbuf_format(out, "%sstruct PyModuleDef %s;\n\n",
                          r->plan->module->variable->storage == STORAGE_STATIC
                              ? "static "
                              : "extern ",
                          r->plan->module->variable->name);
        }
    }
}
