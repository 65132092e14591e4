/* The state struct, and what must be known in front of what reads it. */
#include "convert/rewrite/state/state_struct.h"

#include "convert/text/places.h"
#include "convert/plan/export.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/state/fields.h"
#include "convert/text/style.h"

void
add_struct(struct conversion *c, struct strbuf *out, bool is_named)
{
    if (c->old_state == NULL && has_fields(c)) {
        if (is_named) {
            strbuf_format(out, "struct %s {\n", c->state_type);
        }
        else {
            strbuf_add_string(out, "typedef struct {\n");
        }
        add_fields(c, out);
        strbuf_format(out, "}%s%s;\n\n", is_named ? "" : " ",
                      is_named ? "" : c->state_type);
    }
}

/* New fields in the struct the module has already. */
void
extend_struct(struct conversion *c)
{
    CLEANUP(strbuf_done) struct strbuf fields = STRBUF_INIT;
    const struct record *record = c->old_state;
    const struct source_file *file = record->file;

    if (!has_fields(c)) {
        return;
    }
    if (file == NULL || file->text[record->end - 1] != '}') {
        refuse(c, "state-not-converted", variable_declaration(c->definition)->file,
               variable_declaration(c->definition)->name, record->name,
               "the state struct is not defined in the project");
        return;
    }
    add_fields(c, &fields);
    uint32_t place = line_begin(file, record->end - 1);
    change(c, file, place, place, indented(c, file, fields.text, ""),
           "the module state replaces static variables");
}

void
add_token(const struct conversion *c, struct strbuf *out)
{
    if (is_required(c, REQUIRES_BY_TYPE) && c->type_getter == NULL) {
        strbuf_format(out,
                      "/* Its address identifies classes of this module. */\n"
                      "static const char %s = 0;\n\n",
                      token_name(c));
    }
}

void
declare_definition(const struct conversion *c, struct strbuf *out, uint32_t place)
{
    const struct declaration *definition = variable_declaration(c->definition);
    bool names_it = (is_required(c, REQUIRES_BY_TYPE) && c->type_getter == NULL) || c->uses_at_end;
    if (replaces_definition(c)) {
        add_token(c, out);
        return;
    }
    if (names_it && !c->is_header && !c->is_cxx && definition->begin >= place) {
        bool is_known = false;
        for (size_t i = 0; i < c->definition->n_declarations; i++) {
            const struct declaration *d = &c->definition->declarations[i];
            is_known |= d->begin < place && d->file == definition->file;
        }
        if (!is_known) {
            strbuf_format(out, "%sstruct PyModuleDef %s;\n\n",
                          c->definition->storage == STORAGE_STATIC ? "static "
                                                                   : "extern ",
                          c->definition->name);
        }
    }
}
